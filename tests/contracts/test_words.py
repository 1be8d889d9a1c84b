"""What every store of words does."""

import pytest

from bot.engine.ids import WordsId
from tests.contracts.stores import (
    ELSEWHERE,
    OnFake,
    OnPostgres,
    Store,
    an_account,
    opened,
    some_words,
)


class WordsContract:
    async def test_words_are_read_by_id(self, store: Store) -> None:
        session, ids = await opened(store), [some_words() for _ in range(3)]
        texts = dict(zip(ids, ["One.", "", "Drei – мир – 🎭\n*waves*"], strict=True))

        async with store.unit_of_work() as work:
            await work.words.write(session, texts, author=an_account())
            await work.commit()

        async with store.unit_of_work() as work:
            assert await work.words.read(session, ids) == texts
            assert await work.words.read(session, ids[1:2]) == {ids[1]: ""}
            assert await work.words.read(session, []) == {}

    async def test_nothing_to_write_is_no_trouble(self, store: Store) -> None:
        session = await opened(store)

        async with store.unit_of_work() as work:
            await work.words.write(session, {}, author=None)

    async def test_words_that_are_gone_are_missing_from_the_answer(self, store: Store) -> None:
        session, kept, gone = await opened(store), some_words(), some_words()
        async with store.unit_of_work() as work:
            await work.words.write(session, {kept: "Stays.", gone: "Goes."}, author=None)
            await work.commit()

        await store.erase(session, gone)

        async with store.unit_of_work() as work:
            found = await work.words.read(session, [kept, gone, some_words()])
        assert found == {kept: "Stays."}

    async def test_words_belong_to_their_session(self, store: Store) -> None:
        session, other = await opened(store), await opened(store, channel=ELSEWHERE)
        key = some_words()

        async with store.unit_of_work() as work:
            await work.words.write(session, {key: "Ours."}, author=None)
            await work.words.write(other, {key: "Theirs."}, author=None)

            assert await work.words.read(session, [key]) == {key: "Ours."}
            assert await work.words.read(other, [key]) == {key: "Theirs."}

    @pytest.mark.parametrize(
        ("written", "kept"),
        [
            pytest.param("a\x00b", "ab", id="NUL"),
            pytest.param("a\ud83cb", "a?b", id="half of a surrogate pair"),
        ],
    )
    async def test_what_no_text_can_hold_does_not_lose_the_line(
        self, store: Store, written: str, kept: str
    ) -> None:
        session, key = await opened(store), WordsId(some_words())

        async with store.unit_of_work() as work:
            await work.words.write(session, {key: written}, author=None)

            assert await work.words.read(session, [key]) == {key: kept}


class TestFakeWords(OnFake, WordsContract):
    pass


class TestPostgresWords(OnPostgres, WordsContract):
    pass
