"""A model that a plain function plays, for tests of what happens around it."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.engine.errors import ModelFailed
from bot.engine.ports import ChatModel, ChatRequest, ModelReply, ReplySummary, Usage

Step = str | ModelFailed | asyncio.Event
"""A piece of the reply, an error to raise there, or something to wait for before going on."""

Answer = str | ModelFailed | Sequence[Step]
"""A whole text is cut into words; a sequence is taken step by step."""


@dataclass(slots=True, kw_only=True)
class Call:
    """A request that came in. `closed` is set when its block is left, `spoken` is what came out."""

    request: ChatRequest
    spoken: list[str] = field(default_factory=list[str])
    closed: asyncio.Event = field(default_factory=asyncio.Event)
    speaking: asyncio.Event = field(default_factory=asyncio.Event)
    """Set with the first piece."""

    @property
    def prompt(self) -> str:
        return "\n\n".join(message.content for message in self.request.messages)


class ScriptedChatModel(ChatModel):
    """`ScriptedChatModel("Aye.")`, or a function from the request to what is said.

    `cut_off` ends replies as if the answer's limit had been reached.
    """

    def __init__(
        self,
        answer: Answer | Callable[[ChatRequest], Answer],
        *,
        name: str = "scripted",
        usage: Usage | None = None,
        cut_off: bool = False,
    ) -> None:
        self._answer = answer
        self._name = name
        self._usage = usage
        self._cut_off = cut_off
        self.calls: list[Call] = []

    @property
    def requests(self) -> list[ChatRequest]:
        return [call.request for call in self.calls]

    @asynccontextmanager
    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelReply]:
        call = Call(request=request)
        self.calls.append(call)
        answer = self._answer(request) if callable(self._answer) else self._answer
        summary = ReplySummary(model=self._name)
        reply = _Reply(_steps(answer), call=call, summary=summary, at_end=self._at_end)
        try:
            yield reply
        finally:
            call.closed.set()

    def _at_end(self, call: Call, summary: ReplySummary) -> None:
        words = sum(len(message.content.split()) for message in call.request.messages)
        summary.usage = self._usage or Usage(
            prompt_tokens=words, completion_tokens=len(call.spoken)
        )
        limit_reached = len(call.spoken) >= call.request.max_tokens
        summary.cut_off = self._cut_off or limit_reached


class _Reply(ModelReply):
    def __init__(
        self,
        steps: Iterable[Step],
        *,
        call: Call,
        summary: ReplySummary,
        at_end: Callable[[Call, ReplySummary], None],
    ) -> None:
        self._steps = iter(steps)
        self._call = call
        self._summary = summary
        self._at_end = at_end

    @property
    def summary(self) -> ReplySummary:
        return self._summary

    def __aiter__(self) -> "_Reply":
        return self

    async def __anext__(self) -> str:
        if len(self._call.spoken) < self._call.request.max_tokens:
            for step in self._steps:
                match step:
                    case str():
                        self._call.spoken.append(step)
                        self._call.speaking.set()
                        return step
                    case asyncio.Event():
                        await step.wait()
                    case _:
                        raise step
        self._at_end(self._call, self._summary)
        raise StopAsyncIteration


def _steps(answer: Answer) -> Iterable[Step]:
    match answer:
        case str():
            words = answer.split(" ")
            return [word if last else f"{word} " for word, last in _with_last(words) if word]
        case ModelFailed():
            return [answer]
        case _:
            return answer


def _with_last(words: list[str]) -> Iterable[tuple[str, bool]]:
    return ((word, place == len(words)) for place, word in enumerate(words, start=1))
