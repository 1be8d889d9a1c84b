"""The narrator's model at its endpoint. Importing this loads the vendor's library: `late.py`."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta

from bot.engine.ports import ChatModel
from bot.llm.chat import OpenAIChatModel
from bot.llm.endpoint import OpenAIEndpoint
from bot.llm.fallback import FallbackChatModel
from bot.llm.tokens import EndpointTokenCounter
from bot.settings import Settings


@asynccontextmanager
async def narrator(
    settings: Settings, *, url: str, key: str | None, model: str, counter: EndpointTokenCounter
) -> AsyncGenerator[ChatModel]:
    wait = timedelta(seconds=settings.model_wait_seconds)
    async with OpenAIEndpoint(base_url=url, api_key=key) as endpoint:
        first = OpenAIChatModel(endpoint, model=model, wait=wait, counter=counter)
        if not settings.narrator_fallback or settings.demo:
            yield first
            return
        second = OpenAIChatModel(endpoint, model=settings.narrator_fallback, wait=wait)
        yield FallbackChatModel(first, second)
