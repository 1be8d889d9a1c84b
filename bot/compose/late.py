"""A model that is opened late: its vendor's library takes longer to load than the rest of a start.

The bot goes online without it; then it is loaded beside the play, or when the first line asks.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

from bot.engine.ports import ChatModel, ChatRequest, ModelReply

Open = Callable[[], AbstractAsyncContextManager[ChatModel]]


class LateChatModel(ChatModel):
    """`open_model` is called once, in a thread: it may import what it likes."""

    def __init__(self, open_model: Open) -> None:
        self._open = open_model
        self._opening = asyncio.Lock()
        self._stack = AsyncExitStack()
        self._model: ChatModel | None = None

    async def load(self) -> ChatModel:
        """Open the model, once."""
        async with self._opening:
            if self._model is None:
                opened = await asyncio.to_thread(self._open)
                self._model = await self._stack.enter_async_context(opened)
            return self._model

    async def close(self) -> None:
        await self._stack.aclose()

    @asynccontextmanager
    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelReply]:
        model = await self.load()
        async with model.stream(request) as reply:
            yield reply
