"""What every ledger of usage does."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.engine.ids import ChannelId, GuildId, SessionId, Turn
from bot.engine.ports import Generation, Usage
from tests.contracts.stores import MIRA, OnFake, OnPostgres, Store, a_session
from tests.fakes.clock import NOON

INN, PORT = GuildId(1), GuildId(2)


async def opened_in(store: Store, guild: GuildId | None, *, channel: int) -> SessionId:
    record = replace(a_session(channel=ChannelId(channel)), guild=guild)
    async with store.unit_of_work() as work:
        await work.sessions.open(record)
        await work.commit()
    return record.id


async def spend(
    store: Store, session: SessionId, *, tokens: int, at: datetime = NOON, turn: int = 1
) -> None:
    """A finished turn that read twice as much as it wrote, half of that from a cache."""
    written = tokens // 3
    async with store.unit_of_work() as work:
        await work.generations.begin(
            Generation(
                session=session,
                turn=Turn(turn),
                speaker=MIRA,
                there=(MIRA,),
                channel=ChannelId(1),
                started_at=at,
            )
        )
        await work.generations.finish(
            session,
            Turn(turn),
            raw="Aye.",
            model="m",
            usage=Usage(
                prompt_tokens=tokens - written, cached_tokens=written, completion_tokens=written
            ),
            outcome="finished",
        )
        await work.commit()


async def spent(store: Store, *, since: datetime = NOON, guild: GuildId | None = None) -> int:
    async with store.unit_of_work() as work:
        return await work.usage.spent_since(since, guild=guild)


class UsageLedgerContract:
    async def test_nothing_was_spent_where_nobody_spoke(self, store: Store) -> None:
        assert await spent(store) == 0
        assert await spent(store, guild=INN) == 0

    async def test_what_was_read_and_written_adds_up_and_cached_tokens_count_once(
        self, store: Store
    ) -> None:
        session = await opened_in(store, INN, channel=1)

        await spend(store, session, tokens=300)
        await spend(store, session, tokens=30, turn=2)

        assert await spent(store) == 330

    async def test_only_what_began_since_then_counts(self, store: Store) -> None:
        session = await opened_in(store, INN, channel=1)
        await spend(store, session, tokens=300, at=NOON - timedelta(seconds=1))
        await spend(store, session, tokens=30, turn=2)

        assert await spent(store) == 30

    async def test_a_server_pays_for_its_own_sessions_alone(self, store: Store) -> None:
        inn = await opened_in(store, INN, channel=1)
        port = await opened_in(store, PORT, channel=2)
        alone = await opened_in(store, None, channel=3)

        for session, tokens in ((inn, 3), (port, 30), (alone, 300)):
            await spend(store, session, tokens=tokens)

        assert await spent(store, guild=INN) == 3
        assert await spent(store, guild=PORT) == 30
        assert await spent(store) == 333

    async def test_more_tokens_than_a_small_number_holds(self, store: Store) -> None:
        session = await opened_in(store, INN, channel=1)
        for turn in range(3):
            await spend(store, session, tokens=2_000_000_000, turn=turn)

        assert await spent(store) == 6_000_000_000


class TestFakeUsageLedger(OnFake, UsageLedgerContract):
    pass


class TestPostgresUsageLedger(OnPostgres, UsageLedgerContract):
    pass
