"""What people write, from a plain message to a line on the stage (with dpytest)."""

from collections.abc import AsyncGenerator
from pathlib import Path

import discord
import pytest
from discord.ext import commands

from bot.background import settle
from bot.cogs.listener import Listener
from bot.engine.ids import ChannelId, GuildId, MemberId
from bot.engine.use_cases.requests import StartSession, Who
from tests.cogs.dpytest import backend, dpytest
from tests.cogs.theatre import Theatre
from tests.fakes.stage import FakeStage

INTENTS = discord.Intents(guilds=True, members=True, messages=True, message_content=True)
HOST = Who(member=MemberId(1), name="Host", moderates=True)


class House:
    """A bot that only listens, and the stage it plays on."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self.stage = FakeStage()
        self.play = theatre.on(self.stage)

    @property
    def channel(self) -> discord.TextChannel:
        return dpytest.get_config().guilds[0].text_channels[0]

    async def opens(self, channel: ChannelId) -> None:
        guild = GuildId(dpytest.get_config().guilds[0].id)
        wish = StartSession(who=HOST, guild=guild, channel=channel, wanted="mara-quill")
        await self.play.sessions.start(wish)

    async def lines(self) -> list[str]:
        await settle()
        return self.stage.texts


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    theatre = Theatre(
        lambda request: f"I heard: {request.messages[-1].content[-60:]}", data=tmp_path
    )
    house = House(theatre)
    # dpytest cannot stand in for a sharded client; the listener does not mind.
    bot = commands.Bot("!", intents=INTENTS, max_messages=None)
    await bot._async_setup_hook()
    await bot.add_cog(Listener(house.play.floor))
    dpytest.configure(bot, guilds=1, text_channels=1, members=2)
    yield house
    await settle()
    await dpytest.empty_queue()


async def test_a_message_in_a_session_gets_an_answer(house: House) -> None:
    await house.opens(ChannelId(house.channel.id))

    await dpytest.message("Good evening!")

    assert len(await house.lines()) == 1


async def test_without_a_session_nothing_happens(house: House) -> None:
    await dpytest.message("Good evening!")

    assert await house.lines() == []
    assert house.stage.told == []


async def test_out_of_character_talk_gets_no_answer(house: House) -> None:
    await house.opens(ChannelId(house.channel.id))

    await dpytest.message("// brb")

    assert await house.lines() == []


async def test_a_picture_without_words_is_no_line(house: House, tmp_path: Path) -> None:
    await house.opens(ChannelId(house.channel.id))
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"png")

    await dpytest.message("", attachments=[picture])

    assert await house.lines() == []


async def test_lines_of_several_people_are_kept_in_order(house: House) -> None:
    await house.opens(ChannelId(house.channel.id))
    ids = [(number % 2, f"Line {number}") for number in range(6)]

    for member, text in ids:
        await dpytest.message(text, member=member)
    await settle()

    kept = [words for words in _words(house) if words.startswith("Line")]
    assert kept == [text for _, text in ids]


async def test_a_mention_is_kept_as_a_name(house: House) -> None:
    await house.opens(ChannelId(house.channel.id))
    friend = dpytest.get_config().guilds[0].members[1]

    await dpytest.message(f"Look, {friend.mention}!")
    await settle()

    assert any(words.startswith("Look, @") for words in _words(house))
    assert not any(str(friend.id) in words for words in _words(house))


async def test_bots_are_not_heard(house: House) -> None:
    await house.opens(ChannelId(house.channel.id))
    robot = backend.make_user("robot", "0001")
    robot.bot = True
    member = backend.make_member(robot, dpytest.get_config().guilds[0])

    await dpytest.message("Beep", member=member)

    assert await house.lines() == []


async def test_a_line_in_a_dm(house: House) -> None:
    member = dpytest.get_config().members[0]
    channel = await member.create_dm()
    await house.opens(ChannelId(channel.id))

    await dpytest.message("Good evening!", channel=channel, member=member)

    assert len(await house.lines()) == 1


def _words(house: House) -> list[str]:
    return list(house.theatre.storage.kept.words.values())
