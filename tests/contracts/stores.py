"""The two databases that every storage contract runs on, and what their tests share."""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

import pytest
from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.engine.ids import (
    ROOT,
    START,
    AccountId,
    ChannelId,
    SegmentId,
    Seq,
    SessionId,
    Slot,
    Turn,
    WordsId,
)
from bot.engine.log.events import Draft, Event, UserTurn
from bot.engine.log.segments import Segment
from bot.engine.ports import SessionRecord, UnitOfWork
from bot.storage.database import engine_for
from bot.storage.ids import TimeOrderedIds
from bot.storage.tables import METADATA, SEGMENT, WORDS
from bot.storage.unit_of_work import PostgresStorage
from tests.fakes.clock import NOON
from tests.fakes.storage import FakeStorage

MIRA, TOMAS, LENA = Slot(0), Slot(1), Slot(2)
HERE, ELSEWHERE = ChannelId(10), ChannelId(11)

IDS = TimeOrderedIds()


class Store(Protocol):
    """Units of work, and what no port does yet."""

    def unit_of_work(self) -> AbstractAsyncContextManager[UnitOfWork]: ...
    async def fork(self, session: SessionId, segment: Segment) -> None: ...
    async def erase(self, session: SessionId, words: WordsId) -> None: ...


@dataclass(frozen=True)
class FakeStore:
    storage: FakeStorage

    def unit_of_work(self) -> AbstractAsyncContextManager[UnitOfWork]:
        return self.storage.unit_of_work()

    async def fork(self, session: SessionId, segment: Segment) -> None:
        self.storage.kept.segments[session, segment.id] = segment

    async def erase(self, session: SessionId, words: WordsId) -> None:
        del self.storage.kept.words[session, words]


@dataclass(frozen=True)
class PostgresStore:
    engine: AsyncEngine

    def unit_of_work(self) -> AbstractAsyncContextManager[UnitOfWork]:
        return PostgresStorage(self.engine, IDS).unit_of_work()

    async def fork(self, session: SessionId, segment: Segment) -> None:
        row = {"parent": segment.parent, "forked_at": segment.forked_at}
        async with self.engine.begin() as db:
            await db.execute(insert(SEGMENT).values(session=session, id=segment.id, **row))

    async def erase(self, session: SessionId, words: WordsId) -> None:
        mine = (WORDS.c.session == session) & (WORDS.c.id == words)
        async with self.engine.begin() as db:
            await db.execute(delete(WORDS).where(mine))


class OnFake:
    @pytest.fixture
    def store(self) -> Store:
        return FakeStore(FakeStorage())


class OnPostgres:
    """All contracts share a database; each test leaves it empty (`conftest.py`)."""

    @pytest.fixture
    async def store(self, emptied_url: str) -> AsyncGenerator[Store]:
        engine = engine_for(emptied_url)
        yield PostgresStore(engine)
        async with engine.begin() as db:
            for table in reversed(METADATA.sorted_tables):
                await db.execute(delete(table))
        await engine.dispose()


def a_session(*, channel: ChannelId = HERE) -> SessionRecord:
    return SessionRecord(id=SessionId(IDS.new()), guild=None, channel=channel, started_at=NOON)


def an_account() -> AccountId:
    return AccountId(IDS.new())


def some_words() -> WordsId:
    return WordsId(IDS.new())


async def opened(store: Store, *, channel: ChannelId = HERE) -> SessionId:
    """A session that has been opened and committed."""
    record = a_session(channel=channel)
    async with store.unit_of_work() as work:
        await work.sessions.open(record)
        await work.commit()
    return record.id


def said(
    *audience: Slot, turn: int = 1, words: WordsId | None = None, speaker: Slot = TOMAS
) -> Draft:
    """A span of a player's line, heard by Mira and Tomas unless told otherwise."""
    body = UserTurn(speaker=speaker, words=words or some_words(), closes=True)
    return Draft(turn=Turn(turn), body=body, audience=audience or (MIRA, TOMAS), at=NOON)


async def append(
    store: Store, session: SessionId, *drafts: Draft, after: int = START, segment: int = ROOT
) -> list[Event]:
    """Append in a transaction of its own."""
    async with store.unit_of_work() as work:
        events = await work.log.append(session, SegmentId(segment), drafts, after=Seq(after))
        await work.commit()
    return list(events)


async def utter(store: Store, session: SessionId, *texts: str, after: int = START) -> list[Event]:
    """Lines that everybody hears, one turn each, with their words."""
    async with store.unit_of_work() as work:
        words = {some_words(): text for text in texts}
        await work.words.write(session, words, author=None)
        drafts = [said(turn=turn, words=key) for turn, key in enumerate(words, start=after + 1)]
        events = await work.log.append(session, ROOT, drafts, after=Seq(after))
        await work.commit()
    return list(events)
