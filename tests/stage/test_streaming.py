"""A line on show while it grows."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial

import discord

from bot.engine.cast.lines import Piece
from bot.engine.errors import StorageUnavailable
from bot.engine.ids import ChannelId
from bot.engine.log.events import Span
from bot.stage.formatting import discord_text
from bot.stage.pace import QUICK, STEADY, Pace
from bot.stage.streaming import GrowingLine, Script
from tests.fakes.clock import FixedClock
from tests.stage.voices import FakeVoice

HERE = ChannelId(7)


class Rehearsal:
    """A line with its voice; `kept` counts how often the text so far was saved."""

    def __init__(self) -> None:
        self.clock = FixedClock()
        self.voice = FakeVoice()
        self.pace = Pace(self.clock)
        self.kept = 0
        self.keep_fails = False
        self.unshown: list[BaseException] = []
        self.line = GrowingLine(
            voice=self.voice,
            budget=HERE,
            script=Script(
                growing=partial(discord_text, thoughts="dimmed"),
                whole=partial(discord_text, thoughts="dimmed"),
                cut_short=partial(discord_text, thoughts="dimmed", cut_short="cut short"),
                stop=discord.ui.View,
                unshown=self._unshown,
            ),
            pace=self.pace,
            clock=self.clock,
            keep=self._keep,
        )

    def shows(self, text: str) -> None:
        self.line.show(line(text))

    async def _keep(self) -> None:
        self.kept += 1
        if self.keep_fails:
            raise StorageUnavailable

    async def _unshown(self, error: BaseException) -> None:
        self.unshown.append(error)


@asynccontextmanager
async def performed() -> AsyncGenerator[Rehearsal]:
    rehearsal = Rehearsal()
    rehearsal.line.begin()
    await settled()
    yield rehearsal
    await rehearsal.line.close()


def line(text: str) -> list[Piece]:
    return [Piece(span=Span.SAID, text=text)] if text else []


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_types_until_the_first_words() -> None:
    async with performed() as it:
        assert it.voice.is_typing

        it.shows("Well")
        await settled()

        assert it.voice.texts == ["Well"]
        assert not it.voice.is_typing


async def test_the_first_words_do_not_wait() -> None:
    async with performed() as it:
        before = it.clock.now()
        it.shows("Well")
        await settled()

        assert it.clock.now() == before


async def test_edits_are_sparse_and_only_the_newest_text_counts() -> None:
    async with performed() as it:
        before = it.clock.now()
        it.shows("Well")
        await settled()
        it.shows("Well, it")
        it.shows("Well, it was")
        await settled()

        assert it.voice.calls == ["Well", "Well, it was"]
        assert it.clock.now() - before == QUICK


async def test_the_same_text_is_shown_once() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()
        it.shows("Well")
        await settled()

        assert it.voice.calls == ["Well"]


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

        assert it.voice.texts == []

        it.keep_fails = False
        it.shows("Well, it was")
        await settled()

        assert it.voice.texts == ["Well, it was"]


async def test_a_button_stays_under_the_newest_part_while_it_grows() -> None:
    async with performed() as it:
        it.shows("a" * 1900)
        await settled()
        it.shows(f"{'a' * 1900}\n\n{'b' * 100}")
        await settled()

        assert [m.stoppable for m in it.voice.messages.values()] == [False, True]

        await it.line.finish(line(f"{'a' * 1900}\n\n{'b' * 100}"), truncated=False)

        assert [m.stoppable for m in it.voice.messages.values()] == [False, False]


async def test_only_the_first_part_names_the_speaker() -> None:
    async with performed() as it:
        await it.line.finish(line(f"{'a' * 1900}\n\n{'b' * 100}"), truncated=False)

        assert [m.first for m in it.voice.messages.values()] == [True, False]


async def test_a_finished_line_says_if_it_was_cut_short() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()
        await it.line.finish(line("Well"), truncated=True)

        assert it.voice.texts == ["Well\n-# cut short"]


async def test_a_final_text_with_fewer_parts_takes_the_rest_away() -> None:
    async with performed() as it:
        it.shows(f"{'a' * 1900}\n\n{'b' * 100}")
        await settled()
        await it.line.finish(line("Well."), truncated=False)

        assert it.voice.texts == ["Well."]


async def test_nothing_finished_leaves_nothing() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()
        await it.line.finish([], truncated=False)

        assert it.voice.texts == []


async def test_what_is_not_finished_is_taken_away() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()

    assert it.voice.texts == []


async def test_an_edit_that_fails_is_made_good_at_the_end() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()
        it.voice.fails.append(TimeoutError())
        it.shows("Well, it")
        await settled()
        await it.line.finish(line("Well, it was."), truncated=False)

        assert it.voice.texts == ["Well, it was."]
        assert it.unshown == []


async def test_a_deleted_message_is_sent_again() -> None:
    async with performed() as it:
        it.shows("Well")
        await settled()
        it.voice.messages.clear()
        await it.line.finish(line("Well, it was."), truncated=False)

        assert it.voice.texts == ["Well, it was."]


async def test_who_waits_for_the_line_is_not_hurt_when_it_cannot_be_shown() -> None:
    async with performed() as it:
        it.voice.fails.append(TimeoutError())
        await it.line.finish(line("Well."), truncated=False)

        assert [type(error) for error in it.unshown] == [TimeoutError]


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
