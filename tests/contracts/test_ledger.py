"""What every ledger does."""

import asyncio
from dataclasses import replace

from bot.engine.errors import StorageUnavailable
from bot.engine.ids import CharacterId, MessageId, PostingId, SessionId, Turn, WebhookId
from bot.engine.ports import Claim
from bot.engine.postings import Posting
from tests.contracts.stores import ELSEWHERE, HERE, IDS, OnFake, OnPostgres, Store
from tests.fakes.clock import NOON

SESSION = SessionId(IDS.new())
MESSAGE, WEBHOOK = MessageId(2**60 + 9), WebhookId(2**60 + 1)
MIRA = CharacterId("mira")


def a_posting(wished: str | None = "Hello.", *, part: int = 0, turn: int = 4) -> Posting:
    return Posting(
        id=PostingId(IDS.new()),
        channel=HERE,
        session=SESSION,
        turn=Turn(turn),
        part=part,
        name="Mira",
        character=MIRA,
        wished=wished,
    )


async def wish(store: Store, *postings: Posting) -> None:
    async with store.unit_of_work() as work:
        await work.ledger.wish(postings)
        await work.commit()


async def claim(store: Store, posting: Posting) -> Claim:
    async with store.unit_of_work() as work:
        claimed = await work.ledger.claim(posting.claimed(NOON))
        await work.commit()
    return claimed


async def note(store: Store, *postings: Posting) -> None:
    async with store.unit_of_work() as work:
        await work.ledger.note(postings)
        await work.commit()


async def of_turn(store: Store, turn: int = 4) -> list[Posting]:
    async with store.unit_of_work() as work:
        return list(await work.ledger.of_turn(SESSION, Turn(turn)))


async def due(store: Store) -> list[Posting]:
    async with store.unit_of_work() as work:
        return list(await work.ledger.due(HERE))


class LedgerContract:
    async def test_what_is_wished_is_due_until_it_shows(self, store: Store) -> None:
        posting = a_posting()
        await wish(store, posting)
        assert await due(store) == [posting]

        claimed = posting.claimed(NOON)
        assert await claim(store, posting) == "claimed"
        assert await due(store) == [claimed]

        shown = claimed.showing(MESSAGE, WEBHOOK)
        await note(store, shown)
        assert await due(store) == []
        assert await of_turn(store) == [shown]

    async def test_a_new_wish_changes_nothing_of_what_shows(self, store: Store) -> None:
        shown = a_posting().claimed(NOON).showing(MESSAGE, WEBHOOK)
        await wish(store, shown)

        await wish(store, replace(shown, wished="Bye.", button="again", message=None, shown=""))

        [now] = await due(store)
        assert now == replace(shown, wished="Bye.", button="again")

    async def test_what_shows_changes_nothing_of_the_wish(self, store: Store) -> None:
        posting = a_posting()
        await wish(store, replace(posting, wished="The newest wish."))

        await note(store, posting.claimed(NOON).showing(MESSAGE, None))

        [now] = await due(store)
        assert (now.wished, now.shown, now.webhook) == ("The newest wish.", "Hello.", None)

    async def test_what_should_go_is_due_until_it_is_gone(self, store: Store) -> None:
        shown = a_posting().claimed(NOON).showing(MESSAGE, WEBHOOK)
        await wish(store, shown)
        await wish(store, replace(shown, wished=None))
        assert [p.wished for p in await due(store)] == [None]

        await note(store, replace(shown, state="gone"))

        assert await due(store) == []
        assert await of_turn(store) == []

    async def test_one_send_without_a_known_id_per_channel(self, store: Store) -> None:
        first, second = a_posting(), a_posting(part=1)
        elsewhere = replace(a_posting(), channel=ELSEWHERE)
        await wish(store, first, second, elsewhere)

        assert await claim(store, first) == "claimed"
        assert await claim(store, second) == "busy"
        assert await claim(store, elsewhere) == "claimed"
        assert await claim(store, first) == "taken"

        await note(store, first.claimed(NOON).showing(MESSAGE, None))
        assert await claim(store, first) == "taken"
        assert await claim(store, second) == "claimed"

    async def test_a_claim_brings_a_message_that_the_ledger_does_not_know(
        self, store: Store
    ) -> None:
        posting = a_posting()

        assert await claim(store, posting) == "claimed"
        assert await claim(store, a_posting(part=1)) == "busy"

        assert await of_turn(store) == [posting.claimed(NOON)]

    async def test_of_many_that_claim_at_once_one_wins(self, store: Store) -> None:
        postings = [a_posting(part=part) for part in range(4)]
        await wish(store, *postings)

        async def try_it(posting: Posting) -> Claim:
            try:
                return await claim(store, posting)
            except StorageUnavailable:
                return "busy"

        claims = await asyncio.gather(*(try_it(posting) for posting in postings))

        assert sorted(claims) == ["busy", "busy", "busy", "claimed"]

    async def test_a_channel_is_told_of_its_own_only(self, store: Store) -> None:
        waiting = replace(a_posting(), channel=ELSEWHERE)
        differs = replace(a_posting().claimed(NOON).showing(MESSAGE, WEBHOOK), channel=ELSEWHERE)
        await wish(store, waiting, differs)
        await wish(store, replace(differs, wished="Changed."))

        assert await due(store) == []

    async def test_due_are_told_oldest_first(self, store: Store) -> None:
        postings = [a_posting(part=part) for part in range(3)]
        await wish(store, *reversed(postings))

        assert await due(store) == postings

    async def test_the_channels_where_something_is_due(self, store: Store) -> None:
        there = a_posting().claimed(NOON).showing(MESSAGE, WEBHOOK)
        await wish(store, there, replace(a_posting(), channel=ELSEWHERE))

        async with store.unit_of_work() as work:
            assert await work.ledger.due_channels() == [ELSEWHERE]

    async def test_the_newest_message(self, store: Store) -> None:
        async with store.unit_of_work() as work:
            assert await work.ledger.newest(HERE) is None
        for later in (5, 9, 7):
            shown = a_posting().claimed(NOON).showing(MessageId(MESSAGE + later), None)
            await wish(store, shown)

        async with store.unit_of_work() as work:
            assert await work.ledger.newest(HERE) == MESSAGE + 9
            assert await work.ledger.newest(ELSEWHERE) is None

    async def test_messages_that_carry_faces(self, store: Store) -> None:
        older, newer = (replace(a_posting(), faces=(MIRA,)) for _ in range(2))
        older, newer = (p.claimed(NOON).showing(MESSAGE, None) for p in (older, newer))
        await wish(store, older, newer, a_posting(), replace(a_posting(), faces=(MIRA,)))

        async with store.unit_of_work() as work:
            assert await work.ledger.with_faces(SESSION) == [newer, older]

    async def test_texts_that_no_database_takes(self, store: Store) -> None:
        posting = replace(a_posting("a\x00b\ud800"), name="M\x00ira")
        await wish(store, posting)

        [kept] = await due(store)
        assert (kept.wished, kept.name) == ("ab?", "Mira")


class TestFakeLedger(OnFake, LedgerContract):
    pass


class TestPostgresLedger(OnPostgres, LedgerContract):
    pass
