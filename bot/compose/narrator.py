"""The narrator's model at its endpoint. Importing this loads the vendor's library: `late.py`."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.compose.endpoints import endpoints
from bot.engine.ports import ChatModel
from bot.llm.tokens import EndpointTokenCounter
from bot.settings import Settings


@asynccontextmanager
async def narrator(
    settings: Settings, *, url: str, key: str | None, model: str, counter: EndpointTokenCounter
) -> AsyncGenerator[ChatModel]:
    async with endpoints(settings, url=url, key=key) as here:
        yield here.narrator(model, counter=counter)
