"""Character cards: what a character is, whatever file it came in."""
