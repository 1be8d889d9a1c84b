"""A stage without an audience: it keeps what was shown, said and told."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.engine.cast.lines import Piece
from bot.engine.errors import EngineError
from bot.engine.ids import ChannelId, PostingId, SessionId, Turn
from bot.engine.ports import Keep, LiveLine, Speaking, Stage
from bot.engine.postings import Posting
from bot.stage.setting_out import set_out
from bot.storage.ids import TimeOrderedIds

IDS = TimeOrderedIds()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A line as it stays on show."""

    speaking: Speaking
    pieces: tuple[Piece, ...]
    truncated: bool = False

    @property
    def text(self) -> str:
        return "\n".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    trouble: EngineError
    channel: ChannelId
    session: SessionId | None


class FakeLine(LiveLine):
    """`shown` holds every state of the line that was asked for, oldest first."""

    def __init__(self, speaking: Speaking) -> None:
        self.speaking = speaking
        self.shown: list[tuple[Piece, ...]] = []
        self.finished: Finished | None = None
        self.taken_away = False
        self._set_out: Finished | None = None
        self._stopped = asyncio.Event()

    @property
    def stopped(self) -> asyncio.Event:
        return self._stopped

    def show(self, pieces: Sequence[Piece]) -> None:
        self.shown.append(tuple(pieces))

    async def set_out(self, pieces: Sequence[Piece], *, truncated: bool) -> Sequence[Posting]:
        self._set_out = Finished(speaking=self.speaking, pieces=tuple(pieces), truncated=truncated)
        return laid_out(self.speaking, pieces)

    async def finish(self) -> None:
        self.finished = self._set_out


def laid_out(
    speaking: Speaking, pieces: Sequence[Piece], *, onto: Sequence[Posting] = ()
) -> list[Posting]:
    """One message for the whole line, if there is any."""

    def new(part: int) -> Posting:
        return Posting(
            id=PostingId(IDS.new()),
            channel=speaking.channel,
            session=speaking.session,
            turn=speaking.turn,
            part=part,
            name=speaking.name,
            wished="",
        )

    texts = ["\n".join(piece.text for piece in pieces)] if pieces else []
    return set_out(texts, onto=onto, new=new)


class FakeStage(Stage):
    """`lines`: every performance, `said`: whole lines, `told`: trouble; each in order.

    Each performance keeps once when it ends, as a real stage would have before showing.
    """

    def __init__(self) -> None:
        self.lines: list[FakeLine] = []
        self.said: list[Finished] = []
        self.told: list[Told] = []
        self.mended: list[Finished] = []
        self.kept = 0
        self._laid: dict[tuple[SessionId, Turn], Finished] = {}
        self._growing: list[FakeLine] = []

    @property
    def texts(self) -> list[str]:
        """What stays on show: greetings and finished lines, in order of their turns."""
        finished = [line.finished for line in self.lines if line.finished is not None]
        everything = sorted([*self.said, *finished], key=lambda line: line.speaking.turn)
        return [line.text for line in everything]

    @asynccontextmanager
    async def perform(self, speaking: Speaking, *, keep: Keep) -> AsyncGenerator[LiveLine]:
        line = FakeLine(speaking)
        self.lines.append(line)
        self._growing.append(line)
        try:
            yield line
            if line.shown:
                await keep(None)
                self.kept += 1
        finally:
            self._growing.remove(line)
            line.taken_away = line.finished is None

    def set_out(
        self,
        speaking: Speaking,
        pieces: Sequence[Piece],
        *,
        truncated: bool = False,
        onto: Sequence[Posting] = (),
    ) -> Sequence[Posting]:
        line = Finished(speaking=speaking, pieces=tuple(pieces), truncated=truncated)
        self._laid[speaking.session, speaking.turn] = line
        return laid_out(speaking, pieces, onto=onto)

    def set_out_notice(self, speaking: Speaking, *, starter: str) -> Posting:
        notice = f"{starter} starts with {speaking.name}"
        return Posting(id=PostingId(IDS.new()), channel=speaking.channel, wished=notice)

    async def deliver(self, channel: ChannelId) -> None:
        here = [key for key, line in self._laid.items() if line.speaking.channel == channel]
        for line in (self._laid.pop(key) for key in here):
            if line.pieces:
                (self.mended if line.truncated else self.said).append(line)

    def stop(self, channel: ChannelId) -> None:
        for line in self._growing:
            if line.speaking.channel == channel:
                line.stopped.set()

    async def tell(
        self, trouble: EngineError, *, channel: ChannelId, session: SessionId | None
    ) -> None:
        self.told.append(Told(trouble=trouble, channel=channel, session=session))
