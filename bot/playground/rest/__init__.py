"""Discord's REST API for the bot, one file per resource."""
