"""Lines on a fake channel, with a fake database behind the ledger."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from bot.background import settle
from bot.engine.cast.lines import Piece
from bot.engine.errors import StorageUnavailable
from bot.engine.ids import PostingId, SessionId, Turn
from bot.engine.log.events import Span
from bot.engine.ports import Claim
from bot.engine.postings import Posting
from bot.stage.books import Books
from bot.stage.delivery import Delivery
from bot.stage.formatting import discord_text
from bot.stage.pace import Pace
from bot.stage.streaming import GrowingLine, Means, Script
from bot.storage.ids import TimeOrderedIds
from tests.fakes.clock import FixedClock
from tests.fakes.storage import FakeStorage
from tests.stage.channel import HERE, US, FakeChannel

IDS = TimeOrderedIds()
SESSION = SessionId(IDS.new())


def a_posting(wished: str = "Hello.", *, part: int = 0, turn: int = 4) -> Posting:
    return Posting(
        id=PostingId(IDS.new()),
        channel=HERE,
        session=SESSION,
        turn=Turn(turn),
        part=part,
        name="Mira",
        wished=wished,
    )


class Postroom:
    """A delivery on a fake channel. `wake` is what a crash and a restart do to it."""

    def __init__(self, channel: FakeChannel | None = None) -> None:
        self.clock = FixedClock()
        self.channel = channel or FakeChannel()
        self.storage = FakeStorage()
        self.wake()

    def wake(self) -> None:
        self.pace = Pace(self.clock)
        self.books = Books(self.storage.unit_of_work, self.clock)
        self.delivery = Delivery(
            mouth=self.channel,
            books=self.books,
            pace=self.pace,
            clock=self.clock,
            us=lambda: US,
            seen=lambda _, __: None,
        )

    async def match(self) -> None:
        place = self.channel.place
        await self.delivery.match(place, leave=lambda _: False, new=self.another)

    async def wish(self, *postings: Posting) -> None:
        await self.books.wish(postings)

    @property
    def rows(self) -> list[Posting]:
        return sorted(self.storage.kept.postings.values(), key=lambda posting: posting.id)

    def another(self, lost: Posting) -> Posting:
        fresh = a_posting(part=lost.part)
        return replace(fresh, session=lost.session, turn=lost.turn, name=lost.name)


class Rehearsal(Postroom):
    """A line that grows; `kept` counts how often the text so far was saved."""

    def __init__(self) -> None:
        super().__init__()
        self.kept = 0
        self.keep_fails = False
        means = Means(
            place=self.channel.place,
            delivery=self.delivery,
            pace=self.pace,
            clock=self.clock,
            typing=self.channel.typing,
            deliver=self.match,
            take_away=self._take_away,
        )
        script = Script(
            growing=partial(discord_text, thoughts="dimmed"),
            whole=partial(discord_text, thoughts="dimmed"),
            cut_short=partial(discord_text, thoughts="dimmed", cut_short="cut short"),
            new=lambda part: a_posting(part=part),
        )
        self.line = GrowingLine(means, script, self._keep)

    def shows(self, text: str) -> None:
        self.line.show(line(text))

    async def finish(self, text: str, *, truncated: bool = False) -> None:
        """As the engine does it: set out, keep, show."""
        await self.wish(*await self.line.set_out(line(text), truncated=truncated))
        await self.line.finish()

    async def _keep(self, posting: Posting | None) -> Claim:
        self.kept += 1
        if self.keep_fails:
            raise StorageUnavailable
        return "claimed" if posting is None else await self.books.claim(posting)

    async def _take_away(self, postings: Sequence[Posting]) -> None:
        await self.wish(*postings)
        await self.match()


@asynccontextmanager
async def performed() -> AsyncGenerator[Rehearsal]:
    rehearsal = Rehearsal()
    rehearsal.line.begin()
    await settled()
    yield rehearsal
    await rehearsal.line.close()
    await settle()


def line(text: str) -> list[Piece]:
    return [Piece(span=Span.SAID, text=text)] if text else []


async def settled() -> None:
    for _ in range(30):
        await asyncio.sleep(0)
