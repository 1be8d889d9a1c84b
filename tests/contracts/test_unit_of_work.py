"""What every unit of work does."""

import pytest

from bot.engine.ids import ROOT, START, MemberId
from tests.contracts.stores import (
    HERE,
    OnFake,
    OnPostgres,
    Store,
    a_session,
    said,
    some_words,
)


class Sudden(Exception):
    pass


class UnitOfWorkContract:
    async def test_what_is_not_committed_is_taken_back(self, store: Store) -> None:
        record, words = a_session(), some_words()

        async with store.unit_of_work() as work:
            await work.sessions.open(record)
            await work.words.write(record.id, {words: "Lost."}, author=None)
            await work.log.append(record.id, ROOT, [said(words=words)], after=START)

        async with store.unit_of_work() as work:
            assert await work.sessions.get(record.id) is None
            assert await work.words.read(record.id, [words]) == {}

    async def test_an_error_takes_everything_back_and_goes_on(self, store: Store) -> None:
        async def fail() -> None:
            async with store.unit_of_work() as work:
                await work.sessions.open(a_session())
                raise Sudden

        with pytest.raises(Sudden):
            await fail()

        async with store.unit_of_work() as work:
            assert await work.sessions.running_in(HERE) is None

    async def test_nobody_else_sees_what_is_not_committed(self, store: Store) -> None:
        record = a_session()

        async with store.unit_of_work() as work, store.unit_of_work() as other:
            await work.sessions.open(record)

            assert await work.sessions.get(record.id) == record
            assert await other.sessions.get(record.id) is None
            await work.commit()
            assert await other.sessions.get(record.id) == record

    async def test_what_follows_a_commit_needs_one_of_its_own(self, store: Store) -> None:
        record = a_session()

        async with store.unit_of_work() as work:
            await work.sessions.open(record)
            await work.commit()
            await work.log.append(record.id, ROOT, [said()], after=START)

        async with store.unit_of_work() as work:
            events = await work.log.append(record.id, ROOT, [said()], after=START)
        assert [event.seq for event in events] == [1]

    async def test_one_that_only_reads_can_be_committed(self, store: Store) -> None:
        async with store.unit_of_work() as work:
            await work.accounts.of(MemberId(1))
            await work.commit()
            await work.commit()


class TestFakeUnitOfWork(OnFake, UnitOfWorkContract):
    pass


class TestPostgresUnitOfWork(OnPostgres, UnitOfWorkContract):
    pass
