"""Listening to a model until it has said enough, or somebody presses Stop."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.engine.cast.lines import Piece
from bot.engine.errors import ModelFailed
from bot.engine.ports import ChatModel, ChatRequest, GenerationOutcome, ReplySummary
from bot.engine.voice.reading import Ear, Hearing, Reading, read
from bot.engine.voice.verdicts import FINE, Fault, Judge, Verdict

CHARACTERS_PER_TOKEN = 16
"""Far more than any language has: whoever writes more does not keep to the tokens asked for."""
COMPARED_EVERY = 200
"""Characters between two looks at whether a growing line repeats an earlier one."""
NOTHING_YET = Reading(pieces=())


@dataclass(slots=True, kw_only=True)
class Utterance:
    """What a model has said so far for one line. `raw` is as it came, before any reading.

    It never holds more than `longest` characters: what is saved and shown must end, also where an
    endpoint does not. `so_far` is what may be shown while more may come.
    """

    hearing: Hearing
    judge: Judge
    longest: int
    raw: str = ""
    so_far: Reading = field(default=NOTHING_YET, init=False)
    outcome: GenerationOutcome = "finished"
    summary: ReplySummary = field(default_factory=ReplySummary)
    _ear: Ear = field(init=False)
    _compared: int = field(default=0, init=False)
    """Characters of what is said that were compared with earlier lines."""

    def __post_init__(self) -> None:
        self._ear = Ear(self.hearing)

    def begin(self, prompt: tuple[str, ...]) -> None:
        """Forget what was said: the model is asked (anew) with these words around the story."""
        self.hearing = replace(self.hearing, prompt=prompt)
        self.raw, self.so_far, self.outcome = "", NOTHING_YET, "finished"
        self._ear, self._compared = Ear(self.hearing), 0

    def add(self, words: str) -> None:
        words = words[: self.longest - len(self.raw)]
        self.raw += words
        self.so_far = self._ear.hear(words)

    @property
    def reading(self) -> Reading:
        """What stays, if nothing more comes."""
        return read(self.raw, self.hearing)

    @property
    def is_full(self) -> bool:
        return len(self.raw) >= self.longest

    @property
    def verdict(self) -> Verdict:
        verdict = self.judge.judge(self.reading)
        cut = self.outcome != "finished"
        return FINE if cut and verdict.fault is Fault.SHORT else verdict

    def repeats_already(self) -> bool:
        """Whether it need not be heard to its end. Looks now and then: each look reads it all."""
        length = len(self.raw)
        if length < self._compared + COMPARED_EVERY:
            return False
        self._compared = length
        return self.judge.repeats_already(self.so_far)

    def another(self) -> "Utterance":
        """A second try. What the first one cost goes on its bill."""
        return Utterance(
            hearing=self.hearing, judge=self.judge, longest=self.longest, summary=self.summary
        )

    def take_if_better(self, second: "Utterance") -> None:
        self.summary = second.summary
        heard_out = second.outcome in {"finished", "cut_off"}
        if heard_out and second.verdict.weight < self.verdict.weight:
            self.hearing, self.raw, self.outcome = second.hearing, second.raw, second.outcome


class Screen(Protocol):
    """Where a line is seen while it grows. A `LiveLine` is one."""

    @property
    def stopped(self) -> asyncio.Event: ...
    def show(self, pieces: Sequence[Piece]) -> None: ...


class Unseen(Screen):
    """A second try while the first is on show: it can be stopped, and is not seen."""

    def __init__(self, shown: Screen) -> None:
        self._shown = shown

    @property
    def stopped(self) -> asyncio.Event:
        return self._shown.stopped

    def show(self, pieces: Sequence[Piece]) -> None:
        pass


async def listen(
    model: ChatModel, request: ChatRequest, *, utterance: Utterance, line: Screen
) -> None:
    """Let the model speak into `utterance`, showing it as it grows.

    Ends early when the line is over (another speaker's begins) or Stop was pressed; leaving the
    block closes the model's stream. A failure after the first words keeps them: `cut_off`.

    Raises:
        ModelFailed: before the first word that could be shown.
    """
    try:
        async with model.stream(request) as reply:
            utterance.summary = reply.summary
            async for _ in _until(line.stopped, aiter(reply), into=utterance):
                line.show(utterance.so_far.pieces)
                if utterance.so_far.ended or utterance.is_full:
                    break
                if utterance.repeats_already():
                    utterance.outcome = "cut_off"
                    break
    except ModelFailed:
        if not utterance.reading.pieces:
            utterance.outcome = "failed"
            raise
        utterance.outcome = "cut_off"
        return
    if line.stopped.is_set():
        utterance.outcome = "stopped"
    elif utterance.summary.cut_off or utterance.is_full or utterance.so_far.looping:
        utterance.outcome = "cut_off"


async def _until(
    stop: asyncio.Event, words: AsyncIterator[str], *, into: Utterance
) -> AsyncIterator[str]:
    """The words one by one, until they end or `stop` is set, even while waiting for one."""
    stopping = asyncio.ensure_future(stop.wait())
    try:
        while not stop.is_set():
            coming = asyncio.ensure_future(anext(words, None))
            await asyncio.wait({coming, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not coming.done():
                coming.cancel()
                await asyncio.gather(coming, return_exceptions=True)
                return
            word = coming.result()
            if word is None:
                return
            into.add(word)
            yield word
    finally:
        stopping.cancel()
