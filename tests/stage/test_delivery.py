"""Messages are sent once, in order, and made to look as wished, whatever the network does."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.background import settle
from bot.engine.errors import StorageUnavailable
from bot.engine.ports import Claim
from bot.stage.delivery import ECHO_SECONDS, remainder
from bot.stage.faults import NotShown, ServerTrouble
from bot.stage.voices import Gone
from tests.fakes.clock import NOON
from tests.stage.channel import Failing, FakeChannel, as_discord
from tests.stage.rehearsal import Postroom, a_posting

RESET = aiohttp.ServerDisconnectedError()
UNSURE = [RESET, TimeoutError(), ServerTrouble("502"), ConnectionResetError(104, "reset")]


def refused(status: int = 403) -> discord.HTTPException:
    response = cast(Any, SimpleNamespace(status=status, reason="no"))
    return discord.HTTPException(response, "no")


def texts_of(room: Postroom) -> list[str]:
    return room.channel.texts


async def test_what_waits_is_sent_oldest_first() -> None:
    room = Postroom()
    await room.wish(a_posting("one"), a_posting("two"), a_posting("three"))

    await room.match()

    assert texts_of(room) == ["one", "two", "three"]


async def test_what_shows_is_noted() -> None:
    room = Postroom()
    await room.wish(a_posting("one"))
    await room.match()
    await settle()

    [row] = room.rows
    assert (row.state, row.shown, row.message) == ("there", "one", 1001)


@pytest.mark.parametrize("error", UNSURE, ids=repr)
@pytest.mark.parametrize("when", ["after its effect", "instead"])
async def test_a_send_without_an_answer_is_neither_lost_nor_doubled(
    error: Exception, when: str
) -> None:
    room = Postroom()
    room.channel.fails.append(Failing(error, after=when == "after its effect"))
    await room.wish(a_posting("one"), a_posting("two"))

    await room.match()
    await room.match()
    await settle()

    assert texts_of(room) == ["one", "two"]
    assert [row.state for row in room.rows] == ["there", "there"]


async def test_the_gateways_echo_is_an_answer() -> None:
    channel = FakeChannel(readable=False)
    room = Postroom(channel)
    channel.fails.append(Failing(RESET, after=True))
    await room.wish(a_posting("one"))
    matching = asyncio.ensure_future(room.match())
    await asyncio.wait_for(channel.arrived.wait(), timeout=5)
    [message] = channel.messages.values()
    room.delivery.heard(as_discord(message))
    await matching

    assert texts_of(room) == ["one"]
    assert len(channel.calls) == 1


async def test_where_nothing_may_be_read_silence_means_that_nothing_came() -> None:
    room = Postroom(FakeChannel(readable=False))
    room.channel.fails.append(Failing(RESET))
    await room.wish(a_posting("one"))
    before = room.clock.now()

    await room.match()

    assert texts_of(room) == ["one"]
    assert (room.clock.now() - before).total_seconds() >= ECHO_SECONDS


async def test_a_refused_send_waits_and_holds_up_those_after_it() -> None:
    room = Postroom()
    room.channel.fails.append(Failing(refused()))
    await room.wish(a_posting("one"), a_posting("two"))

    with pytest.raises(discord.HTTPException):
        await room.match()
    assert texts_of(room) == []

    await room.match()
    assert texts_of(room) == ["one", "two"]


async def test_a_server_that_never_answers_is_given_up_for_now() -> None:
    room = Postroom()
    room.channel.fails += [Failing(RESET)] * 3
    await room.wish(a_posting("one"))

    with pytest.raises(NotShown):
        await room.match()
    await room.match()

    assert texts_of(room) == ["one"]


@pytest.mark.parametrize("when", ["before its effect", "after it"])
async def test_a_crash_between_send_and_answer(when: str) -> None:
    room = Postroom()
    posting = a_posting("one")
    assert await room.books.claim(posting.claimed(NOON)) == "claimed"
    if when == "after it":
        await room.channel.send(room.channel.place, posting)
    room.wake()
    await room.wish(replace(posting, wished="one, and more"), a_posting("two"))

    await room.match()
    await settle()

    assert texts_of(room) == ["one, and more", "two"]
    assert [row.state for row in room.rows] == ["there", "there"]


async def test_what_was_said_before_is_not_taken_for_it() -> None:
    room = Postroom()
    await room.wish(a_posting("an earlier line"))
    await room.match()
    await settle()
    posting = a_posting("one")
    await room.books.claim(posting.claimed(NOON))
    room.wake()

    await room.match()

    assert texts_of(room) == ["an earlier line", "one"]


async def test_lines_of_two_names_stay_in_order() -> None:
    room = Postroom()
    lines = [replace(a_posting(str(n)), name=("Mira", "Tomas")[n % 2]) for n in range(6)]
    room.channel.fails += [None, Failing(RESET, after=True), Failing(RESET), None]
    await room.wish(*lines)

    await asyncio.gather(*(room.match() for _ in range(4)))

    assert texts_of(room) == [str(n) for n in range(6)]


async def test_an_edit_that_failed_is_made_by_the_next_match() -> None:
    room = Postroom()
    posting = a_posting("one")
    await room.wish(posting)
    await room.match()
    await room.wish(replace(posting, wished="two"))
    room.channel.fails.append(Failing(RESET))
    with pytest.raises(aiohttp.ClientError):
        await room.match()

    await room.match()

    assert texts_of(room) == ["two"]


async def test_what_is_not_wished_any_more_goes() -> None:
    room = Postroom()
    posting, unsent = a_posting("one"), a_posting("two")
    await room.wish(posting)
    await room.match()
    await room.wish(replace(posting, wished=None), replace(unsent, wished=None))
    await room.match()
    await settle()

    assert texts_of(room) == []
    assert [row.state for row in room.rows] == ["gone", "gone"]


async def test_a_line_that_somebody_deleted_stays_deleted() -> None:
    room = Postroom()
    posting = a_posting("one")
    await room.wish(posting)
    await room.match()
    room.channel.messages.clear()
    await room.wish(replace(posting, wished="two"))

    await room.match()
    await settle()

    assert texts_of(room) == []
    assert [row.state for row in room.rows] == ["gone"]


async def test_a_line_whose_webhook_is_lost_while_it_grows_gets_its_rest() -> None:
    room = Postroom()
    posting = replace(a_posting("It was"), button="stop")
    sent = await room.delivery.send(room.channel.place, posting, claim=room.books.claim)
    room.channel.webhook_is_ours = False
    await room.wish(replace(sent, wished="It was a dark night.", button=""))

    await room.match()
    await room.match()

    assert texts_of(room) == ["It was", "a dark night."]


async def test_the_rest_is_what_does_not_show_whatever_a_dead_process_had_noted() -> None:
    room = Postroom()
    posting = replace(a_posting("It"), button="stop")
    sent = await room.delivery.send(room.channel.place, posting, claim=room.books.claim)
    await settle()
    await room.delivery.change(room.channel.place, replace(sent, wished="It was"))
    room.wake()  # before that was noted
    room.channel.webhook_is_ours = False
    await room.wish(replace(sent, wished="It was a dark night.", button=""))

    await room.match()

    assert texts_of(room) == ["It was", "a dark night."]


async def test_more_mending_than_the_budget_allows_is_left_for_later() -> None:
    room = Postroom()
    postings = [a_posting("old", turn=turn) for turn in range(14)]
    await room.wish(*postings)
    await room.match()
    await room.wish(*(replace(posting, wished="new") for posting in postings))

    await room.match()

    # The newest is play; ten more are mended, newest first.
    assert texts_of(room) == ["old"] * 3 + ["new"] * 11


async def test_a_note_can_be_sent_while_storage_is_away() -> None:
    room = Postroom()

    sent = await room.delivery.send(room.channel.place, a_posting("Sorry."), claim=None)

    assert sent.state == "there"
    assert texts_of(room) == ["Sorry."]


async def test_nothing_is_sent_that_cannot_be_claimed() -> None:
    room = Postroom()

    async def away(_: object) -> Claim:
        raise StorageUnavailable

    with pytest.raises(StorageUnavailable):
        await room.delivery.send(room.channel.place, a_posting("one"), claim=away)

    assert room.channel.calls == []


async def test_a_message_that_is_gone_is_told() -> None:
    room = Postroom()
    sent = await room.delivery.send(room.channel.place, a_posting("one"), claim=room.books.claim)
    room.channel.messages.clear()

    with pytest.raises(Gone):
        await room.delivery.change(room.channel.place, replace(sent, wished="two"))


@pytest.mark.parametrize(
    ("shown", "wished", "rest"),
    [
        ("It was", "It was a dark night.", "a dark night."),
        ("*She nods*", "*She nods slowly.*", "slowly.*"),
        ("It was", "It was", ""),
        ("It was", "Something else.", "Something else."),
        ("", "All of it.", "All of it."),
    ],
)
def test_what_is_left_to_say(shown: str, wished: str, rest: str) -> None:
    assert remainder(shown, wished) == rest
