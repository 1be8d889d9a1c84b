"""Reading and writing one session's log: load, decide, append, commit, in that order.

A rule is asked with the state as it is; if somebody else appended first, what came between is read
and the rule is asked again. The folded state is cached, and changed only after a commit.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from bot.engine.errors import NoSessionHere, StaleSession
from bot.engine.ids import SessionId, Turn
from bot.engine.log.events import Draft
from bot.engine.log.fold import fold
from bot.engine.log.segments import History, history_of
from bot.engine.log.state import SessionState
from bot.engine.ports import SessionRecord, UnitOfWork, UnitOfWorkFactory

TRIES = 5
CACHED_SESSIONS = 500

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A session as a rule sees it. `state` is shared: read it, never change it."""

    record: SessionRecord
    history: History
    state: SessionState

    @property
    def next_turn(self) -> Turn:
        """The turn number of the next event to be appended."""
        return Turn(self.state.head + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(Generic[T]):
    """What a rule wants appended, and what its use case answers."""

    drafts: Sequence[Draft] = ()
    result: T


Rule = Callable[[UnitOfWork, Loaded], Awaitable[Decision[T]]]


class Chronicle:
    """Sessions' logs, read once and then kept folded."""

    def __init__(self, unit_of_work: UnitOfWorkFactory) -> None:
        self._unit_of_work = unit_of_work
        self._cache: OrderedDict[SessionId, Loaded] = OrderedDict()
        # Held for the length of one transaction, never over a model call: two writers of this
        # process would only make each other stale.
        self._locks: WeakValueDictionary[SessionId, asyncio.Lock] = WeakValueDictionary()

    async def write(self, session: SessionId, rule: Rule[T]) -> T:
        """Ask the rule, append what it decides, and answer with its result.

        Raises:
            NoSessionHere: the session does not exist, or has ended.
            StaleSession: other processes kept appending first, `TRIES` times over.
        """
        lock = self._locks.setdefault(session, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                try:
                    return await self._try(session, rule)
                except StaleSession:
                    self._cache.pop(session, None)
        raise StaleSession(session=str(session))

    async def _try(self, session: SessionId, rule: Rule[T]) -> T:
        async with self._unit_of_work() as work:
            here = await self._load(work, session)
            decision = await rule(work, here)
            events = ()
            if decision.drafts:
                events = await work.log.append(
                    session, here.record.on_show, decision.drafts, after=here.state.head
                )
            await work.commit()
        fold(events, onto=here.state)
        return decision.result

    async def _load(self, work: UnitOfWork, session: SessionId) -> Loaded:
        cached = self._cache.get(session)
        if cached is not None:
            self._cache.move_to_end(session)
            return cached
        record = await work.sessions.get(session)
        if record is None or record.ended_at is not None:
            raise NoSessionHere
        history = history_of(await work.sessions.segments(session), record.on_show)
        state = fold(await work.log.read(session, history))
        loaded = Loaded(record=record, history=history, state=state)
        self._cache[session] = loaded
        if len(self._cache) > CACHED_SESSIONS:
            self._cache.popitem(last=False)
        return loaded

    def forget(self, session: SessionId) -> None:
        """Drop what is cached, when something outside the log changed (the session ended)."""
        self._cache.pop(session, None)
