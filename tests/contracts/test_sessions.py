"""What every store of sessions does."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.errors import SessionAlreadyRunning
from bot.engine.ids import ROOT, GuildId, SegmentId, Seq, SessionId
from bot.engine.log.segments import Segment
from bot.engine.ports import SessionRecord
from tests.contracts.stores import (
    ELSEWHERE,
    HERE,
    IDS,
    OnFake,
    OnPostgres,
    Store,
    a_session,
    opened,
)
from tests.fakes.clock import NOON


async def open_in_own_transaction(store: Store, record: SessionRecord) -> SessionRecord:
    async with store.unit_of_work() as work:
        await work.sessions.open(record)
        await work.commit()
    return record


class SessionsContract:
    async def test_an_opened_session_is_found_by_id_and_by_channel(self, store: Store) -> None:
        record = await open_in_own_transaction(store, replace(a_session(), guild=GuildId(5)))

        async with store.unit_of_work() as work:
            assert await work.sessions.get(record.id) == record
            assert await work.sessions.running_in(HERE) == record
            assert await work.sessions.running_in(ELSEWHERE) is None

    async def test_a_session_that_never_was_is_none(self, store: Store) -> None:
        async with store.unit_of_work() as work:
            assert await work.sessions.get(SessionId(IDS.new())) is None

    async def test_a_session_begins_with_its_root_segment(self, store: Store) -> None:
        session = await opened(store)

        async with store.unit_of_work() as work:
            assert await work.sessions.segments(session) == {ROOT: Segment()}

    async def test_segments_are_those_of_the_session_alone(self, store: Store) -> None:
        session, other = await opened(store), await opened(store, channel=ELSEWHERE)
        fork = Segment(id=SegmentId(1), parent=ROOT, forked_at=Seq(0))
        await store.fork(session, fork)

        async with store.unit_of_work() as work:
            assert await work.sessions.segments(session) == {ROOT: Segment(), fork.id: fork}
            assert await work.sessions.segments(other) == {ROOT: Segment()}

    async def test_a_channel_runs_one_session(self, store: Store) -> None:
        await opened(store)

        async with store.unit_of_work() as work:
            with pytest.raises(SessionAlreadyRunning):
                await work.sessions.open(a_session())

    async def test_of_two_starts_at_once_one_wins(self, store: Store) -> None:
        starts = [open_in_own_transaction(store, a_session()) for _ in range(2)]

        outcomes = await asyncio.gather(*starts, return_exceptions=True)

        winners = [outcome for outcome in outcomes if isinstance(outcome, SessionRecord)]
        losers = [outcome for outcome in outcomes if isinstance(outcome, SessionAlreadyRunning)]
        assert (len(winners), len(losers)) == (1, 1)
        async with store.unit_of_work() as work:
            assert await work.sessions.running_in(HERE) == winners[0]

    async def test_an_ended_session_leaves_its_channel_free(self, store: Store) -> None:
        session, at = await opened(store), NOON + timedelta(hours=1)

        async with store.unit_of_work() as work:
            await work.sessions.close(session, at=at)
            await work.commit()

        async with store.unit_of_work() as work:
            ended = await work.sessions.get(session)
            assert ended is not None
            assert ended.ended_at == at
            assert await work.sessions.running_in(HERE) is None
        await opened(store)

    async def test_a_session_ends_once(self, store: Store) -> None:
        session = await opened(store)

        async with store.unit_of_work() as work:
            await work.sessions.close(session, at=NOON)
            await work.sessions.close(session, at=NOON + timedelta(hours=1))
            ended = await work.sessions.get(session)

        assert ended is not None
        assert ended.ended_at == NOON


class TestFakeSessions(OnFake, SessionsContract):
    pass


class TestPostgresSessions(OnPostgres, SessionsContract):
    pass
