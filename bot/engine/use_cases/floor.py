"""Who has the floor: lines are kept in order per channel, one answer at a time per session.

Lines are kept also while a character speaks; what was written meanwhile gets one answer after it.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.engine.errors import (
    EngineError,
    LineNotKept,
    NoSessionHere,
    StorageUnavailable,
    Unexpected,
)
from bot.engine.ids import ChannelId, SessionId, Slot
from bot.engine.ports import Stage
from bot.engine.rules.may import Act
from bot.engine.use_cases.answer import Narrator
from bot.engine.use_cases.backstage import Backstage
from bot.engine.use_cases.hear import Ear
from bot.engine.use_cases.patience import outlast
from bot.engine.use_cases.requests import Heard, Who
from bot.engine.use_cases.sessions import SessionDirector

log = logging.getLogger(__name__)


PATIENCE_SECONDS = 10
"""How long a stop of the whole bot waits for lines to be kept."""


class Spawn(Protocol):
    """Starts work that nobody waits for, and keeps hold of it."""

    def __call__(self, work: Coroutine[Any, Any, object], *, name: str) -> asyncio.Task[Any]: ...


@dataclass(slots=True, kw_only=True)
class _Seat:
    """One channel: the lines that wait to be kept, and the answer that is owed.

    `hushed`: how many want it quiet; until none does, nobody is called on.
    """

    waiting: deque[Heard] = field(default_factory=deque[Heard])
    keeping: asyncio.Task[Any] | None = None
    answering: asyncio.Task[Any] | None = None
    owed: SessionId | None = None
    addressed: Slot | None = None
    hushed: int = 0

    @property
    def empty(self) -> bool:
        return not (self.waiting or self.keeping or self.answering or self.hushed)


class Floor:
    """Takes lines from the gateway and calls for answers."""

    def __init__(
        self,
        *,
        ear: Ear,
        narrator: Narrator,
        sessions: SessionDirector,
        stage: Stage,
        backstage: Backstage,
        spawn: Spawn,
    ) -> None:
        self._ear = ear
        self._narrator = narrator
        self._sessions = sessions
        self._stage = stage
        self._clock = backstage.clock
        self._ids = backstage.ids
        self._spawn = spawn
        self._seats: dict[ChannelId, _Seat] = {}
        self._doors = asyncio.Event()

    def open(self) -> None:
        """Begin to take turns. Until then lines wait: what a crash left is mended first."""
        self._doors.set()

    def hear(self, heard: Heard) -> None:
        """Take a message. Does not wait, so that the order of arrival is the order of the story."""
        seat = self._seats.setdefault(heard.channel, _Seat())
        seat.waiting.append(heard)
        if seat.keeping is None:
            seat.keeping = self._spawn(
                self._keep(heard.channel, seat), name=f"keep lines {heard.channel}"
            )

    def cue(self, channel: ChannelId, session: SessionId, addressed: Slot | None = None) -> None:
        """Call for an answer: at once, or when the line that is being spoken has ended."""
        seat = self._seats.setdefault(channel, _Seat())
        if seat.hushed:
            return
        seat.owed, seat.addressed = session, addressed
        if seat.answering is None:
            seat.answering = self._spawn(self._answer(channel, seat), name=f"answer {channel}")

    def ask_again(self, channel: ChannelId, session: SessionId) -> None:
        """Call for an answer, unless one is under way: several may press at once."""
        seat = self._seats.get(channel)
        if seat is None or seat.answering is None:
            self.cue(channel, session)

    async def end(self, who: Who, channel: ChannelId) -> SessionId:
        """End the session here. A line that is being spoken is stopped and kept first.

        Raises:
            NoSessionHere, MayNot.
        """
        await self._sessions.check(who, channel, Act.END_SESSION)
        seat = self._seats.setdefault(channel, _Seat())
        try:
            await self._hush(channel, seat)
            return await self._sessions.end(who, channel)
        finally:
            seat.hushed -= 1
            self._leave(channel, seat)

    async def close(self, *, within: float = PATIENCE_SECONDS) -> None:
        """Stop every line that is being spoken, keep it, and call for no more.

        What takes longer (storage is away) is closed at the next start from what was saved of it.
        """
        seats = list(self._seats.items())
        hushing = (self._hush(channel, seat, within=within) for channel, seat in seats)
        await asyncio.gather(*hushing)

    async def _hush(self, channel: ChannelId, seat: _Seat, *, within: float | None = None) -> None:
        seat.hushed += 1
        seat.owed = None
        self._stage.stop(channel)
        if seat.answering is not None:
            await asyncio.wait({seat.answering}, timeout=within)

    async def _keep(self, channel: ChannelId, seat: _Seat) -> None:
        try:
            await self._doors.wait()
            while seat.waiting:
                await self._take(channel, seat.waiting[0])
                seat.waiting.popleft()
        finally:
            seat.keeping = None
            self._leave(channel, seat)

    async def _take(self, channel: ChannelId, heard: Heard) -> None:
        """Keep one line, however long storage is away; its place in the queue holds the order."""
        waited = False

        async def away() -> None:
            nonlocal waited
            waited = True
            log.warning("line_waits_for_storage", extra={"channel": channel})
            await self._stage.tell(StorageUnavailable(), channel=channel, session=None)

        try:
            taken = await outlast(lambda: self._ear.take(heard), clock=self._clock, away=away)
        except Exception as error:  # noqa: BLE001
            # One line that cannot be kept must not hold up those behind it.
            await self._tell(error, channel, session=None, broken=LineNotKept)
        else:
            # One that broke off after its effect finds the line there when it is tried again.
            if taken is not None and (taken.fresh or waited):
                self.cue(channel, taken.session, taken.addressed)

    async def _answer(self, channel: ChannelId, seat: _Seat) -> None:
        try:
            while seat.owed is not None:
                session, addressed = seat.owed, seat.addressed
                seat.owed = None
                try:
                    await self._narrator.answer(session, addressed=addressed)
                except NoSessionHere:
                    log.info("answer_without_session", extra={"session": session})
                except Exception as error:  # noqa: BLE001
                    # Whatever it was, the players are told; the floor is free again.
                    await self._tell(error, channel, session=session)
        finally:
            seat.answering = None
            self._leave(channel, seat)

    async def _tell(
        self,
        error: Exception,
        channel: ChannelId,
        *,
        session: SessionId | None,
        broken: type[Unexpected] = Unexpected,
    ) -> None:
        if isinstance(error, EngineError):
            trouble = error
            log.warning("turn_failed", extra={"channel": channel, "code": error.code})
        else:
            trouble = broken(reference=self._ids.new().hex[-8:])
            log.error("turn_broke", extra={"channel": channel, **trouble.params}, exc_info=error)
        await self._stage.tell(trouble, channel=channel, session=session)

    def _leave(self, channel: ChannelId, seat: _Seat) -> None:
        if seat.empty and self._seats.get(channel) is seat:
            del self._seats[channel]
