"""A second model for when the first fails before its first word, or will not say it."""

import logging
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from types import TracebackType
from typing import Self

from bot.engine.errors import ModelSilent, ModelUnavailable
from bot.engine.ports import ChatModel, ChatRequest, ModelReply, ReplySummary, Usage
from bot.llm.refusals import verdict

log = logging.getLogger(__name__)


class FallbackChatModel(ChatModel):
    """Once a word is out the second is not asked: it would tell another story.

    An answer that opens like a refusal is held back until it is told apart (`refusals.py`); the
    second model's answer is taken as it comes, even if it refuses too.
    A prompt that is too long is no failure of the model: whoever assembled it shrinks it.
    """

    def __init__(self, first: ChatModel, second: ChatModel) -> None:
        self._first = first
        self._second = second

    def stream(self, request: ChatRequest) -> AbstractAsyncContextManager[ModelReply]:
        return _FallbackReply(request, first=self._first, second=self._second)


class _FallbackReply(ModelReply):
    """`summary` is one object from the start, whichever model fills it."""

    def __init__(self, request: ChatRequest, *, first: ChatModel, second: ChatModel) -> None:
        self._request = request
        self._models = [first, second]
        self._stack = AsyncExitStack()
        self._reply: ModelReply | None = None
        self._summary = ReplySummary()
        self._spent = Usage()
        self._refused: tuple[str, ...] = ()
        self._spoken = False

    @property
    def summary(self) -> ReplySummary:
        return self._summary

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.aclose()
        self._take_over()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        try:
            piece = await self._piece()
        except (ModelUnavailable, ModelSilent) as error:
            if self._spoken or not self._models:
                raise
            log.warning("model_fell_back", extra={"fault": error.code, **error.params})
            await self._give_up()
            piece = await self._piece()
        self._take_over()
        if piece is None:
            raise StopAsyncIteration
        self._spoken = True
        return piece

    async def _piece(self) -> str | None:
        """What may be shown next, None at the end."""
        if self._reply is None:
            model = self._models.pop(0)
            self._reply = await self._stack.enter_async_context(model.stream(self._request))
            self._pieces = aiter(self._reply)
        if self._spoken or not self._models:
            return await anext(self._pieces, None)
        held, refused = await self._told_apart()
        if not refused:
            return held or None
        await self._swap()
        return await self._piece()

    async def _told_apart(self) -> tuple[str, bool]:
        """The first words, as soon as they are no refusal; or all of them, and that it is one."""
        held = ""
        async for piece in self._pieces:
            held += piece
            if verdict(held, whole=False) == "answer":
                return held, False
        filtered = self._reply is not None and self._reply.summary.filtered
        return held, filtered or verdict(held, whole=True) == "refusal"

    async def _swap(self) -> None:
        reply = self._reply
        if reply is not None:
            self._refused += (reply.summary.model,)
            why = "content_filter" if reply.summary.filtered else "words"
            log.warning("model_refused", extra={"model": reply.summary.model, "why": why})
        await self._give_up()

    async def _give_up(self) -> None:
        reply, self._reply = self._reply, None
        await self._stack.aclose()
        if reply is not None:
            self._spent += reply.summary.usage

    def _take_over(self) -> None:
        """Both calls are paid for; all else is of the one that speaks."""
        if self._reply is None:
            self._summary.usage = self._spent
            return
        now = self._reply.summary
        self._summary.model, self._summary.cut_off = now.model, now.cut_off
        self._summary.filtered, self._summary.refused = now.filtered, self._refused
        self._summary.usage = self._spent + now.usage
