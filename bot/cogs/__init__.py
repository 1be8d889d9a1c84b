"""Discord in: one thin file per group of commands, and one for messages."""
