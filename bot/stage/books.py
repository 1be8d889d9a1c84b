"""The stage's side of the ledger: claims are committed before a call, what shows is noted behind.

A note that a crash swallows costs a look at the channel, never a line.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.background import spawn
from bot.engine.ids import ChannelId, MessageId, PostingId, SessionId
from bot.engine.ports import Claim, Clock, UnitOfWorkFactory
from bot.engine.postings import Posting
from bot.engine.use_cases.patience import outlast

BEHIND_SECONDS = 0.5
"""Notes of this long go into one transaction."""


class Books:
    def __init__(self, unit_of_work: UnitOfWorkFactory, clock: Clock) -> None:
        self._unit_of_work = unit_of_work
        self._clock = clock
        self._unwritten: dict[PostingId, Posting] = {}
        self._writing = False

    async def wish(self, postings: Sequence[Posting]) -> None:
        async with self._unit_of_work() as work:
            await work.ledger.wish(postings)
            await work.commit()

    async def claim(self, posting: Posting) -> Claim:
        async with self._unit_of_work() as work:
            claimed = await work.ledger.claim(posting)
            await work.commit()
        return claimed

    def note(self, posting: Posting) -> None:
        """What a message shows. Written down soon, together with others."""
        self._unwritten[posting.id] = posting
        if not self._writing:
            self._writing = True
            spawn(self._behind(), name="note what shows")

    async def settled(self, channel: ChannelId) -> None:
        """Write down what is noted of a channel, before another message of it is claimed."""
        if any(posting.channel == channel for posting in self._unwritten.values()):
            await self._write()

    async def due(self, channel: ChannelId) -> Sequence[Posting]:
        async with self._unit_of_work() as work:
            due = await work.ledger.due(channel)
        noted = [self._as_noted(posting) for posting in due]
        return [posting for posting in noted if posting.is_due]

    async def due_channels(self) -> Sequence[ChannelId]:
        async with self._unit_of_work() as work:
            return await work.ledger.due_channels()

    async def newest(self, channel: ChannelId) -> MessageId | None:
        async with self._unit_of_work() as work:
            return await work.ledger.newest(channel)

    async def with_faces(self, session: SessionId) -> Sequence[Posting]:
        async with self._unit_of_work() as work:
            found = await work.ledger.with_faces(session)
        noted = (p for p in self._unwritten.values() if p.session == session and p.faces)
        return [*noted, *found]

    async def _behind(self) -> None:
        try:
            while self._unwritten:
                await self._clock.sleep(BEHIND_SECONDS)
                await outlast(self._write, clock=self._clock)
        finally:
            self._writing = False

    async def _write(self) -> None:
        notes = dict(self._unwritten)
        async with self._unit_of_work() as work:
            await work.ledger.note(list(notes.values()))
            await work.commit()
        for posting in notes.values():
            if self._unwritten.get(posting.id) is posting:
                del self._unwritten[posting.id]

    def _as_noted(self, posting: Posting) -> Posting:
        note = self._unwritten.get(posting.id)
        if note is None:
            return posting
        return replace(note, wished=posting.wished, button=posting.button)
