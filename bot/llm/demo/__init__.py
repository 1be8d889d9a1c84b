"""The model that comes with Troupe, served by a child process that all bots of a folder share."""

from bot.llm.demo.files import find_gguf
from bot.llm.demo.lease import DemoEndpoint, demo_model
from bot.llm.demo.trouble import DemoModelUnavailable

__all__ = ["DemoEndpoint", "DemoModelUnavailable", "demo_model", "find_gguf"]
