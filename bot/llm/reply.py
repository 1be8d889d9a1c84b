"""One answer as it streams: its words, its silences, its end, and what is learnt from it."""

import asyncio
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from bot.engine.errors import ModelFailed, ModelSilent, ModelUnavailable, PromptTooLong
from bot.engine.ports import ChatRequest, ModelReply, ReplySummary, Usage
from bot.llm.endpoint import OpenAIEndpoint
from bot.llm.faults import VENDOR_ERRORS, fault_of, tells_of_illness
from bot.llm.patience import Patience, Vigil
from bot.llm.source import LOST, ByteSource
from bot.llm.tokens import EndpointTokenCounter
from bot.llm.wire import ReplyReader

_REOPENINGS = 1  # of a stream that broke before its first word; the SDK retries what comes before
_TAIL_SECONDS = 5  # for the usage, once all words are here
_DRAIN_SECONDS = 0.5  # for the end of the stream, once the endpoint has said that it is done


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Who is asked, what, and with how much patience."""

    endpoint: OpenAIEndpoint
    request: ChatRequest
    model: str
    patience: Patience
    counter: EndpointTokenCounter | None


class OpenAIReply(ModelReply):
    """Asks when the first piece is wanted, so that all waiting is waiting for a piece."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._summary = ReplySummary(model=asking.model)
        self._reader = ReplyReader(self._summary)
        self._source = ByteSource(
            asking.endpoint, asking.request, model=asking.model, summary=self._summary
        )
        self._attempt = asking.endpoint.attempt_of(asking.model)
        self._place = AsyncExitStack()  # among those that the endpoint writes for at once
        self._vigil: Vigil | None = None
        self._limit = asyncio.timeout(None)
        self._said: list[str] = []
        self._reopenings = _REOPENINGS

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
        await self._leave()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        ending = self._reader.finished
        try:
            piece = await self._in_time(await self._watched())
        except TimeoutError:
            piece = ""  # at the end: every word is here, only the usage is missing
            if not ending:
                raise self._failed(ModelSilent(seconds=self._silence())) from None
        except VENDOR_ERRORS as error:
            piece = ""
            if not ending:
                fault = fault_of(error)
                fault.__cause__ = error
                raise self._failed(fault) from error
        except ModelFailed as fault:
            self._failed(fault)
            raise
        self._attempt.spoke()
        if not piece:
            await self._leave()
            raise StopAsyncIteration
        self._said.append(piece)
        return piece

    async def _watched(self) -> Vigil:
        """The watch over this answer. It begins when the endpoint has room for us."""
        if self._vigil is None:
            self._attempt.check()  # there is no sense in waiting for a model that is left alone
            await self._place.enter_async_context(self._asking.endpoint.turnstile.inside())
            self._attempt.enter()
            self._vigil = Vigil(patience=self._asking.patience, began=_now())
        return self._vigil

    async def _in_time(self, vigil: Vigil) -> str:
        since = _now()
        deadline = vigil.deadline(waiting_since=since)
        if self._reader.finished:
            deadline = min(deadline, since + _TAIL_SECONDS)
        async with asyncio.timeout_at(deadline) as self._limit:
            piece = await self._piece(vigil)
        if piece:
            vigil.spoke(_now())
        return piece

    async def _piece(self, vigil: Vigil) -> str:
        """The next words, empty at the end. Pieces that arrive together come as one."""
        thoughts = self._reader.thoughts
        while not self._reader.done:
            self._reader.check()
            data = await self._read()
            if data is None:
                self._ended()
                break
            if words := self._reader.feed(data):
                return words
            if self._reader.thoughts > thoughts and not self._reader.finished:
                thoughts = self._reader.thoughts
                vigil.thought(_now())
                self._limit.reschedule(vigil.deadline(waiting_since=_now()))
        self._learn()
        with suppress(TimeoutError):
            async with asyncio.timeout(_DRAIN_SECONDS):
                await self._source.drain()
        return ""

    async def _read(self) -> bytes | None:
        try:
            return await self._source.read()
        except LOST:
            if self._said or not self._reopenings:
                raise
            self._reopenings -= 1
            await self._source.close()  # nothing was shown yet: asking again is safe
            return await self._source.read()

    def _ended(self) -> None:
        """The stream ended without a word of why: a proxy's time limit, or a crash."""
        if not self._reader.finished:
            if not self._said:
                raise ModelUnavailable(reason="the connection was lost")
            self._summary.cut_off = True

    def _silence(self) -> int:
        return 1 if self._vigil is None else self._vigil.silent_for(_now())

    def _failed(self, fault: ModelFailed) -> ModelFailed:
        """Take note of a failure. Once a word is out it says nothing of the next call."""
        if isinstance(fault, PromptTooLong) and self._asking.counter is not None:
            self._asking.counter.learn_too_long(
                self._asking.request.messages,
                limit=_number(fault, "limit"),
                counted=_number(fault, "counted"),
            )
        if self._vigil is not None and not self._said:
            if tells_of_illness(fault):
                self._attempt.fail()
            else:
                self._attempt.spoke()
        return fault

    def _learn(self) -> None:
        counted, counter = self._summary.usage.prompt_tokens, self._asking.counter
        if counter is not None and counted:
            counter.learn(self._asking.request.messages, counted=counted)

    def _estimate(self) -> None:
        """What it cost where the endpoint did not say, as of an answer that was stopped."""
        counter, usage = self._asking.counter, self._summary.usage
        alive = self._said or self._reader.thoughts
        if counter is None or usage.prompt_tokens or not (alive and self._source.asked):
            return
        self._summary.usage = Usage(
            prompt_tokens=counter.of(self._asking.request.messages),
            completion_tokens=counter("".join(self._said)) + self._reader.thoughts,
        )

    async def _leave(self) -> None:
        """Harmless when repeated."""
        self._attempt.leave()
        self._estimate()
        await self._source.close()
        await self._place.aclose()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _number(fault: ModelFailed, name: str) -> int | None:
    value = fault.params.get(name)
    return value if isinstance(value, int) else None
