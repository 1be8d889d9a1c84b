"""Listening to a model until it has said enough, or somebody presses Stop."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from bot.engine.cast.lines import Piece
from bot.engine.errors import ModelFailed
from bot.engine.ports import ChatModel, ChatRequest, GenerationOutcome, LiveLine, ReplySummary
from bot.engine.voice.reading import Reading, read_line

CHARACTERS_PER_TOKEN = 16
"""Far more than any language has: whoever writes more does not keep to the tokens asked for."""


@dataclass(slots=True, kw_only=True)
class Utterance:
    """What a model has said so far for one line. `raw` is as it came, before any reading.

    It never holds more than `longest` characters: what is read again with each piece, saved and
    shown must end, also where an endpoint does not.
    """

    speaker: str
    others: tuple[str, ...]
    longest: int
    raw: str = ""
    outcome: GenerationOutcome = "finished"
    summary: ReplySummary = field(default_factory=ReplySummary)

    def reading(self, *, complete: bool = True) -> Reading:
        return read_line(self.raw, speaker=self.speaker, others=self.others, complete=complete)

    @property
    def is_full(self) -> bool:
        return len(self.raw) >= self.longest

    def add(self, words: str) -> None:
        self.raw = f"{self.raw}{words}"[: self.longest]

    @property
    def pieces(self) -> Sequence[Piece]:
        return self.reading().pieces


async def listen(
    model: ChatModel, request: ChatRequest, *, utterance: Utterance, line: LiveLine
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
                reading = utterance.reading(complete=False)
                line.show(reading.pieces)
                if reading.ended or utterance.is_full:
                    break
    except ModelFailed:
        if not utterance.pieces:
            utterance.outcome = "failed"
            raise
        utterance.outcome = "cut_off"
        return
    if line.stopped.is_set():
        utterance.outcome = "stopped"
    elif utterance.summary.cut_off or utterance.is_full:
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
