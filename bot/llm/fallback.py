"""A second model for when the first one fails before its first word."""

import logging
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from types import TracebackType
from typing import Self

from bot.engine.errors import ModelSilent, ModelUnavailable
from bot.engine.ports import ChatModel, ChatRequest, ModelReply, ReplySummary

log = logging.getLogger(__name__)


class FallbackChatModel(ChatModel):
    """Once a word is out the second is not asked: it would tell another story.

    A prompt that is too long is no failure of the model: whoever assembled it shrinks it.
    """

    def __init__(self, first: ChatModel, second: ChatModel) -> None:
        self._first = first
        self._second = second

    def stream(self, request: ChatRequest) -> AbstractAsyncContextManager[ModelReply]:
        return _FallbackReply(request, first=self._first, second=self._second)


class _FallbackReply(ModelReply):
    def __init__(self, request: ChatRequest, *, first: ChatModel, second: ChatModel) -> None:
        self._request = request
        self._models = [first, second]
        self._stack = AsyncExitStack()
        self._reply: ModelReply | None = None
        self._summary = ReplySummary()
        self._spoken = False

    @property
    def summary(self) -> ReplySummary:
        return self._summary if self._reply is None else self._reply.summary

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        try:
            return await self._piece()
        except (ModelUnavailable, ModelSilent) as error:
            if self._spoken or not self._models:
                raise
            await self._give_up_on(error)
            return await self._piece()

    async def _piece(self) -> str:
        if self._reply is None:
            model = self._models.pop(0)
            self._reply = await self._stack.enter_async_context(model.stream(self._request))
            self._pieces = aiter(self._reply)
        piece = await anext(self._pieces)
        self._spoken = True
        return piece

    async def _give_up_on(self, error: ModelUnavailable | ModelSilent) -> None:
        log.warning("model_fell_back", extra={"fault": error.code, **error.params})
        self._reply = None
        await self._stack.aclose()
