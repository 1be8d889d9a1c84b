"""`python -m bot.llm.demo`: the child process that serves the demo model."""

from bot.llm.demo.serving import serve

serve()
