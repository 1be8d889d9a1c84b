"""A line on show while it grows."""

from datetime import timedelta

import aiohttp
import pytest

from bot.engine.ids import ChannelId
from bot.stage.faults import TRIES, NotShown
from bot.stage.pace import PER_MINUTE, QUICK, STEADY, Pace
from tests.fakes.clock import FixedClock
from tests.stage.channel import HERE, Failing
from tests.stage.rehearsal import a_posting, performed, settled


async def test_types_until_the_first_words() -> None:
    async with performed() as it:
        assert it.channel.is_typing

        it.shows("Well")
        await settled()

        assert it.channel.texts == ["Well"]
        assert not it.channel.is_typing


async def test_the_first_words_do_not_wait() -> None:
    async with performed() as it:
        before = it.clock.now()
        it.shows("Well")
        await settled()

        assert (it.clock.now() - before).total_seconds() < 1


async def test_edits_are_sparse_and_only_the_newest_text_counts() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()
        before = it.clock.now()
        it.shows("Well, it")
        it.shows("Well, it was")
        await settled()

        assert it.channel.calls == ["Well", "Well, it was"]
        assert timedelta(0) < it.clock.now() - before <= QUICK + timedelta(seconds=1)


async def test_the_same_text_is_shown_once() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()
        it.shows("Well")
        await settled()

        assert it.channel.calls == ["Well"]


async def test_what_there_is_is_kept_before_it_is_shown() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()
        it.shows("Well, it was")
        await settled()

        assert it.kept == 2


async def test_what_cannot_be_kept_is_not_shown_yet() -> None:
    async with performed() as it:
        it.keep_fails = True
        it.shows("Well")
        await settled()

        assert it.channel.texts == []

        it.keep_fails = False
        it.shows("Well, it was")
        await settled()

        assert it.channel.texts == ["Well, it was"]


async def test_a_button_stays_under_the_newest_part_while_it_grows() -> None:
    async with performed() as it:
        it.shows("a" * 1900)
        await settled()
        it.shows(f"{'a' * 1900}\n\n{'b' * 100}")
        await settled()

        assert [m.button for m in it.channel.messages.values()] == ["", "stop"]

        await it.finish(f"{'a' * 1900}\n\n{'b' * 100}")

        assert [m.button for m in it.channel.messages.values()] == ["", ""]


async def test_only_the_first_part_names_the_speaker() -> None:
    async with performed() as it:
        await it.finish(f"{'a' * 1900}\n\n{'b' * 100}")

        assert [m.first for m in it.channel.messages.values()] == [True, False]


async def test_a_finished_line_says_if_it_was_cut_short() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()
        await it.finish("Well", truncated=True)

        assert it.channel.texts == ["Well\n-# cut short"]


async def test_a_final_text_with_fewer_parts_takes_the_rest_away() -> None:
    async with performed() as it:
        it.shows(f"{'a' * 1900}\n\n{'b' * 100}")
        await settled()
        await it.finish("Well.")

        assert it.channel.texts == ["Well."]


async def test_nothing_finished_leaves_nothing() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()
        await it.finish("")

        assert it.channel.texts == []


async def test_what_is_not_finished_is_taken_away() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()

    assert it.channel.texts == []


async def test_an_edit_that_fails_is_made_good_at_the_end() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()
        it.channel.fails.append(Failing(TimeoutError()))
        it.shows("Well, it")
        await settled()
        await it.finish("Well, it was.")

        assert it.channel.texts == ["Well, it was."]


async def test_a_deleted_message_is_sent_again() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()
        it.channel.messages.clear()
        await it.finish("Well, it was.")

        assert it.channel.texts == ["Well, it was."]


def test_the_pace_slows_down_when_a_channel_is_busy() -> None:
    clock = FixedClock()
    pace = Pace(clock)
    assert pace.wait_for(HERE) == 0

    pace.note(HERE)
    assert pace.wait_for(HERE) == QUICK.total_seconds()

    for _ in range(15):
        pace.note(HERE)
    assert pace.wait_for(HERE) == STEADY.total_seconds()

    clock.advance(STEADY)
    assert pace.wait_for(HERE) == 0
    assert pace.wait_for(ChannelId(8)) == 0


def test_a_channel_whose_minute_is_used_up_waits_for_the_next() -> None:
    clock = FixedClock()
    pace = Pace(clock)
    for _ in range(PER_MINUTE):
        pace.note(HERE)
        clock.advance(timedelta(seconds=1))

    assert pace.wait_for_send(HERE) == 60 - PER_MINUTE
    assert pace.wait_for_send(ChannelId(8)) == 0
    assert not pace.may_mend(HERE)


def test_mending_takes_a_third_of_the_budget() -> None:
    clock = FixedClock()
    pace = Pace(clock)

    assert [pace.may_mend(HERE) for _ in range(12)] == [True] * 10 + [False] * 2
    clock.advance(timedelta(seconds=61))
    assert pace.may_mend(HERE)


async def test_a_line_that_is_whole_at_once_is_sent_once_and_without_a_button() -> None:
    async with performed() as it:
        it.shows("Well.")
        await it.finish("Well.")

        assert it.channel.calls == ["Well."]
        assert [m.button for m in it.channel.messages.values()] == [""]
        assert it.kept == 0


async def test_a_line_does_not_go_before_what_still_waits_there() -> None:
    async with performed() as it:
        await it.wish(a_posting("An earlier line.", turn=3))
        it.shows("One")
        await settled()
        await it.finish("One two.")

    assert it.channel.texts == ["An earlier line.", "One two."]


async def test_a_line_waits_with_what_cannot_be_sent_before_it() -> None:
    async with performed() as it:
        await it.wish(a_posting("An earlier line.", turn=3))
        it.channel.fails += [Failing(aiohttp.ServerDisconnectedError())] * TRIES
        it.shows("One")
        with pytest.raises(NotShown):
            await it.finish("One two.")
        assert it.channel.texts == []
        await it.match()

    assert it.channel.texts == ["An earlier line.", "One two."]
