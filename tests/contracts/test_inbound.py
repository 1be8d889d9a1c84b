"""What every note of Discord's messages does."""

import asyncio

from bot.engine.ids import MessageId, SessionId, Turn
from tests.contracts.stores import (
    ELSEWHERE,
    OnFake,
    OnPostgres,
    Store,
    an_account,
    opened,
)

MESSAGE = MessageId(2**60 + 7)


async def take(store: Store, session: SessionId, message: MessageId = MESSAGE) -> bool:
    async with store.unit_of_work() as work:
        taken = await work.inbound.take(
            message, session=session, turn=Turn(1), account=an_account()
        )
        await work.commit()
    return taken


class InboundContract:
    async def test_a_message_is_taken_once(self, store: Store) -> None:
        session = await opened(store)

        assert await take(store, session)
        assert not await take(store, session)
        assert await take(store, session, MessageId(MESSAGE + 1))

    async def test_another_session_may_take_it_too(self, store: Store) -> None:
        session, other = await opened(store), await opened(store, channel=ELSEWHERE)

        assert await take(store, session)
        assert await take(store, other)

    async def test_of_many_deliveries_at_once_one_is_taken(self, store: Store) -> None:
        session = await opened(store)

        taken = await asyncio.gather(*(take(store, session) for _ in range(5)))

        assert sorted(taken) == [False] * 4 + [True]

    async def test_a_message_whose_turn_was_not_kept_can_be_taken_again(self, store: Store) -> None:
        session = await opened(store)
        async with store.unit_of_work() as work:
            await work.inbound.take(MESSAGE, session=session, turn=Turn(1), account=an_account())

        assert await take(store, session)


class TestFakeInbound(OnFake, InboundContract):
    pass


class TestPostgresInbound(OnPostgres, InboundContract):
    pass
