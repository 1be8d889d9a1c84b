"""What a model wrote, made fit to be shown and stored."""
