"""What goes wrong on demand, as an unmodified discord.py bot meets it."""

import asyncio
from collections.abc import AsyncGenerator

import aiohttp
import discord
import pytest

from bot.playground.server import Place
from bot.playground.world.permissions import Permission
from bot.playground.world.ports import Snowflake
from tests.e2e_tools.bots import connected
from tests.e2e_tools.people import Person
from tests.playground.test_with_a_bot import EchoBot

SAY = "POST /channels/{channel}/messages"


class Listener(EchoBot):
    """Keeps what it is told, and answers nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: asyncio.Queue[str] = asyncio.Queue()

    async def on_message(self, message: discord.Message, /) -> None:
        self.heard.put_nowait(message.content)

    async def on_webhooks_update(self, channel: discord.abc.GuildChannel) -> None:
        self.heard.put_nowait(f"webhooks of {channel.name}")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.heard.put_nowait(f"{channel.name} is gone")

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        self.heard.put_nowait(f"{role.name} has changed")

    async def hears(self, count: int) -> list[str]:
        async with asyncio.timeout(5):
            return [await self.heard.get() for _ in range(count)]


@pytest.fixture
async def bot(place: Place) -> AsyncGenerator[Listener]:
    async with connected(place, Listener()) as running:
        yield running
    assert place.complaints.all == []


@pytest.fixture
def tavern(bot: Listener) -> discord.TextChannel:
    return channel(bot, "tavern")


def channel(bot: Listener, name: str) -> discord.TextChannel:
    found = discord.utils.get(bot.get_all_channels(), name=name)
    assert isinstance(found, discord.TextChannel)
    return found


async def test_a_moved_webhook_speaks_elsewhere_and_both_channels_are_told(
    place: Place, bot: Listener, tavern: discord.TextChannel, ada: Person
) -> None:
    hook = await tavern.create_webhook(name="Stage")
    await bot.hears(1)

    place.faults.move_webhook(Snowflake(hook.id), to=Snowflake(channel(bot, "library").id))
    said = await hook.send("Where am I?", wait=True)

    assert await bot.hears(2) == ["webhooks of tavern", "webhooks of library"]
    assert said.channel.id == channel(bot, "library").id
    await ada.hears("Where am I?", channel="library")


async def test_a_deleted_webhook_is_not_found(
    place: Place, bot: Listener, tavern: discord.TextChannel
) -> None:
    hook = await tavern.create_webhook(name="Stage")
    said = await hook.send("Well met.", wait=True)
    place.faults.delete_webhook(Snowflake(hook.id))

    with pytest.raises(discord.NotFound) as refused:
        await hook.send("Hello?")
    with pytest.raises(discord.NotFound) as unedited:
        await said.edit(content="Hello?")

    assert (refused.value.code, unedited.value.code) == (10015, 10015)
    assert bot.is_ready()


async def test_a_deleted_channel_is_told_and_takes_its_messages(
    place: Place, bot: Listener, tavern: discord.TextChannel
) -> None:
    place.faults.delete_channel(Snowflake(tavern.id))

    assert await bot.hears(1) == ["tavern is gone"]
    with pytest.raises(discord.NotFound) as refused:
        await tavern.send("Hello?")
    assert refused.value.code == 10003


async def test_a_permission_that_is_taken_is_missing_at_once(
    place: Place, bot: Listener, tavern: discord.TextChannel
) -> None:
    before = tavern.permissions_for(tavern.guild.me).manage_webhooks

    place.faults.take_permission(Permission.MANAGE_WEBHOOKS, guild=Snowflake(tavern.guild.id))
    await bot.hears(2)

    assert before
    assert not tavern.permissions_for(tavern.guild.me).manage_webhooks
    with pytest.raises(discord.Forbidden) as refused:
        await tavern.create_webhook(name="Stage")
    assert refused.value.code == 50013


@pytest.mark.parametrize(
    ("kind", "heard"),
    [
        ("duplicate", ["one", "one", "two", "three"]),
        ("late", ["two", "one", "three"]),
        ("lost", ["two", "three"]),
    ],
)
async def test_events_come_twice_late_or_never(
    place: Place, bot: Listener, ada: Person, kind: str, heard: list[str]
) -> None:
    place.faults.twist(kind, event="MESSAGE_CREATE")
    for text in ("one", "two", "three"):
        await ada.say("tavern", text)

    assert await bot.hears(len(heard)) == heard


@pytest.mark.parametrize(("kind", "said"), [("reset_before", 0), ("reset_after", 1)])
async def test_a_connection_breaks_before_or_after_the_effect(
    place: Place, tavern: discord.TextChannel, ada: Person, kind: str, said: int
) -> None:
    place.faults.fail(kind, route=SAY)

    with pytest.raises(aiohttp.ClientError):
        await tavern.send("Did you get this?")

    assert len(await ada.history("tavern")) == said


@pytest.mark.parametrize("kind", ["500", "502"])
async def test_a_server_error_is_tried_again(
    place: Place,
    tavern: discord.TextChannel,
    ada: Person,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sleep = asyncio.sleep

    async def at_once(_: float) -> None:
        """discord.py waits seconds between its attempts; here they follow at once."""
        await sleep(0)

    monkeypatch.setattr("discord.http.asyncio.sleep", at_once)
    place.faults.fail(kind, route=SAY, times=2)

    await tavern.send("Third time lucky.")

    assert len(await ada.history("tavern")) == 1
