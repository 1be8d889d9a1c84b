"""What can be done in the world, by bot and people alike."""
