"""Rules that stand apart from any one room of the game."""
