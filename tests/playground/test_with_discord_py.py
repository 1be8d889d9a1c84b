"""discord.py's own calls, one after the other: what it sends is known, what it gets is right."""

import io
from collections.abc import AsyncGenerator

import discord
import pytest

from bot.playground.server import Place
from tests.e2e_tools.bots import connected
from tests.e2e_tools.people import Person
from tests.playground.test_with_a_bot import FACE, EchoBot


@pytest.fixture
async def client(place: Place) -> AsyncGenerator[EchoBot]:
    async with connected(place, EchoBot()) as running:
        yield running
    assert place.complaints.all == []


@pytest.fixture
def tavern(client: EchoBot) -> discord.TextChannel:
    found = discord.utils.get(client.get_all_channels(), name="tavern")
    assert isinstance(found, discord.TextChannel)
    return found


async def test_threads(client: EchoBot, tavern: discord.TextChannel, ada: Person) -> None:
    said = await tavern.send("Shall we?")
    thread = await said.create_thread(name="closer")
    alone = await tavern.create_thread(name="alone", type=discord.ChannelType.private_thread)
    await thread.join()
    await thread.add_user(discord.Object(int(ada.id)))
    members = await thread.fetch_members()
    await thread.remove_user(discord.Object(int(ada.id)))
    with pytest.raises(discord.NotFound):
        await thread.fetch_member(int(ada.id))
    await thread.edit(archived=True, locked=True)
    archived = [each.name async for each in tavern.archived_threads()]
    active = await tavern.guild.active_threads()

    assert {each.id for each in members} == {int(ada.id), client.application_id}
    assert archived == ["closer"]
    assert alone in active
    await alone.delete()


async def test_forums(client: EchoBot, ada: Person) -> None:
    forum = discord.utils.get(client.get_all_channels(), name="stories")
    assert isinstance(forum, discord.ForumChannel)
    await ada.call("PATCH", f"/channels/{forum.id}", {"available_tags": [{"name": "Sad"}]})
    fresh = await client.fetch_channel(forum.id)
    assert isinstance(fresh, discord.ForumChannel)

    post = await fresh.create_thread(
        name="A tale",
        content="Once …",
        applied_tags=[fresh.available_tags[0]],
        files=[discord.File(io.BytesIO(FACE), "face.png")],
    )

    assert post.message.id == post.thread.id
    assert post.message.attachments[0].width == 1
    await post.thread.edit(name="An old tale", applied_tags=[])


async def test_messages(client: EchoBot, tavern: discord.TextChannel, ada: Person) -> None:
    said = await ada.say("tavern", f"Hear <@{client.application_id}>!")
    message = await tavern.fetch_message(int(said["id"]))
    await message.add_reaction("🎲")
    reactors = [user async for user in (await message.fetch()).reactions[0].users()]
    await message.remove_reaction("🎲", discord.Object(client.application_id or 0))
    own = await tavern.send("I hear.", nonce="turn-1", reference=message)
    edited = await own.edit(
        content="I listen.",
        embed=discord.Embed(title="Ear").add_field(name="Left", value="deaf"),
        attachments=[discord.File(io.BytesIO(b"words"), "a.txt")],
    )
    around = [each.id async for each in tavern.history(around=message)]
    await tavern.delete_messages([message, own])

    assert [each.id for each in reactors] == [client.application_id]
    assert edited.embeds[0].fields[0].value == "deaf"
    assert await edited.attachments[0].read() == b"words"
    assert set(around) >= {message.id, own.id}
    assert "turn-1" not in [each.nonce for each in client.cached_messages]


class Panel(discord.ui.LayoutView):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        text: discord.ui.TextDisplay[Panel] = discord.ui.TextDisplay("# A scene")
        button: discord.ui.Button[Panel] = discord.ui.Button(label="Go", custom_id="go")
        row: discord.ui.ActionRow[Panel] = discord.ui.ActionRow(button)
        line: discord.ui.Separator[Panel] = discord.ui.Separator()
        self.add_item(discord.ui.Container(text, line, row, accent_colour=0xFF8800))


async def test_components_v2(tavern: discord.TextChannel, ada: Person) -> None:
    said = await tavern.send(view=Panel())
    await said.edit(view=Panel())

    shown = await ada.hears(lambda each: bool(each["components"]))

    assert [each["type"] for each in shown["components"][0]["components"]] == [10, 14, 1]
    assert shown["flags"] & (1 << 15)


async def test_webhooks(client: EchoBot, tavern: discord.TextChannel) -> None:
    hook = await tavern.create_webhook(name="Stage", avatar=FACE)
    assert hook.token is not None
    again = discord.Webhook.partial(hook.id, hook.token, client=client)
    said = await again.send("Well met.", username="Mira", wait=True)
    await said.edit(content="Well.", view=None)
    fetched = await again.fetch_message(said.id)
    await said.delete()
    await hook.edit(name="Curtain", reason="a test")
    listed = [each.name for each in await tavern.guild.webhooks()]
    await hook.delete()

    assert fetched.content == "Well."
    assert listed == ["Curtain"]


async def test_people_and_places(
    client: EchoBot, tavern: discord.TextChannel, ada: Person, ben: Person
) -> None:
    guild = await client.fetch_guild(tavern.guild.id)
    member = await guild.fetch_member(int(ben.id))
    user = await client.fetch_user(int(ada.id))
    found = await tavern.guild.query_members("be", limit=5)
    direct = await member.create_dm()
    await direct.send("A word?")
    me = await guild.fetch_member(client.application_id or 0)
    await me.edit(nick="Keeper")

    assert guild.owner_id == user.id
    assert [each.id for each in found] == [member.id]
    assert (await ben.hears("A word?"))["channel_id"] == ben.channel("@bot")
    assert tavern.permissions_for(tavern.guild.me).manage_webhooks


async def test_it_comes_back_after_a_break(place: Place, client: EchoBot, ada: Person) -> None:
    place.faults.drop_gateway()
    await ada.say("tavern", "Are you there?")

    await ada.hears("You said: Are you there?", timeout=20)

    assert client.is_ready()


async def test_it_waits_out_a_429(place: Place, tavern: discord.TextChannel) -> None:
    place.faults.fail("429", route="POST /channels/{channel}/messages", times=2, seconds=0.05)

    said = await tavern.send("At last.")

    assert said.content == "At last."
