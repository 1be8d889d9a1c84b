"""The bot's WebSocket: identify, resume, intents, dispatch."""
