"""An unmodified discord.py bot on the playground: messages, commands, components, webhooks."""

import io
from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.playground.server import Place
from tests.e2e_tools.bots import connected
from tests.e2e_tools.people import File, Person

# ruff takes a plain bool for a flag argument; for discord.py it is the option's type.
Answer = bool | None


class Form(discord.ui.Modal, title="Who are you?"):
    name: discord.ui.TextInput["Form"] = discord.ui.TextInput(label="Name", custom_id="name")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"You are {self.name.value}.", ephemeral=True)


class Buttons(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="More", custom_id="more")
    async def more(self, interaction: discord.Interaction, _: "discord.ui.Button[Buttons]") -> None:
        await interaction.response.edit_message(content="There is more.")

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction, _: "discord.ui.Button[Buttons]") -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.select(
        custom_id="pick",
        options=[
            discord.SelectOption(label="Red", value="red"),
            discord.SelectOption(label="Blue"),
        ],
    )
    async def pick(
        self, interaction: discord.Interaction, select: "discord.ui.Select[Buttons]"
    ) -> None:
        await interaction.response.send_message(f"You picked {select.values[0]}.")


class EchoBot(commands.AutoShardedBot):
    def __init__(self) -> None:
        super().__init__(
            command_prefix="!",
            intents=discord.Intents.all(),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            help_command=None,
        )
        self._connection.guild_ready_timeout = 0.1

    async def setup_hook(self) -> None:
        for command in COMMANDS:
            self.tree.add_command(command)
        await self.tree.sync()

    async def on_message(self, message: discord.Message, /) -> None:
        if message.author.bot or message.webhook_id:
            return
        if message.content == "speak":
            await self.speak(message)
        elif message.content == "buttons":
            await message.channel.send("Here.", view=Buttons())
        elif message.content:
            await message.reply(f"You said: {message.content}")

    async def speak(self, message: discord.Message) -> None:
        channel = message.channel
        parent = channel.parent if isinstance(channel, discord.Thread) else channel
        assert isinstance(parent, (discord.TextChannel, discord.ForumChannel))
        hook = await parent.create_webhook(name="Stage")
        thread = channel if isinstance(channel, discord.Thread) else discord.utils.MISSING
        face = discord.File(io.BytesIO(FACE), "face.png")
        posted = await channel.send("faces", file=face)
        url = posted.attachments[0].url.partition("?")[0]
        said = await hook.send(
            "Well",
            username="Mira",
            avatar_url=url,
            wait=True,
            thread=thread,
            view=Buttons(),
            file=discord.File(io.BytesIO(b"a letter"), "letter.txt"),
        )
        await said.edit(content="Well met.")


@app_commands.command(name="dice", description="Roll dice")
async def dice(interaction: discord.Interaction, sides: int, secret: Answer = None) -> None:
    is_secret = bool(secret)
    await interaction.response.defer(ephemeral=is_secret)
    await interaction.followup.send(f"{sides} sides")
    await interaction.followup.send("rolled", ephemeral=is_secret)


@app_commands.command(name="mood", description="Set the mood")
async def mood(interaction: discord.Interaction, how: str) -> None:
    await interaction.response.send_message(f"It is {how}.")


@mood.autocomplete("how")
async def moods(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    known = ["calm", "cold", "warm"]
    return [app_commands.Choice(name=x, value=x) for x in known if x.startswith(current)]


@app_commands.command(name="show", description="Show a file")
async def show(interaction: discord.Interaction, file: discord.Attachment) -> None:
    content = await file.read()
    await interaction.response.send_message(f"{file.filename}: {content.decode()}")


COMMANDS: list[Any] = [dice, mood, show]
FACE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415408d763f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


@pytest.fixture
async def echo(place: Place) -> AsyncGenerator[EchoBot]:
    async with connected(place, EchoBot()) as running:
        yield running
    assert place.complaints.all == []


@pytest.mark.usefixtures("echo")
class TestWithABot:
    async def test_it_answers_a_message(self, ada_and_ben: tuple[Person, Person]) -> None:
        ada, ben = ada_and_ben
        said = await ada.say("tavern", "hello")

        answer = await ben.hears("You said: hello", channel="tavern")

        assert answer["message_reference"]["message_id"] == said["id"]
        assert answer["referenced_message"]["content"] == "hello"

    async def test_it_answers_in_a_dm(self, ada_and_ben: tuple[Person, Person]) -> None:
        ada, ben = ada_and_ben
        await ada.say("@bot", "psst")

        await ada.hears("You said: psst", channel="@bot")

        assert not any("psst" in str(each.data) for each in ben.events.all)

    async def test_it_answers_a_command(self, ada_and_ben: tuple[Person, Person]) -> None:
        ada, _ = ada_and_ben
        await ada.slash("tavern", "dice", sides=6)

        first = await ada.hears("6 sides")
        await ada.hears("rolled")

        assert first["interaction_metadata"]["user"]["id"] == ada.id

    async def test_an_ephemeral_answer_is_for_one(self, ada_and_ben: tuple[Person, Person]) -> None:
        ada, ben = ada_and_ben
        await ada.slash("tavern", "dice", sides=20, secret=True)
        answer = await ada.hears("20 sides")

        assert answer["flags"] & 64
        assert await ben.history("tavern") == []
        assert not any("20 sides" in str(each.data) for each in ben.events.all)

    async def test_it_suggests(self, ada_and_ben: tuple[Person, Person]) -> None:
        ada, _ = ada_and_ben

        choices = await ada.suggest("tavern", "mood", "how", "c")

        assert [each["value"] for each in choices] == ["calm", "cold"]

    async def test_it_reads_an_uploaded_file(self, ada_and_ben: tuple[Person, Person]) -> None:
        ada, _ = ada_and_ben
        await ada.slash("tavern", "show", files=[File(name="a.txt", data=b"words")], file="0")

        await ada.hears("a.txt: words")

    async def test_buttons_selects_and_modals(self, ada_and_ben: tuple[Person, Person]) -> None:
        ada, ben = ada_and_ben
        await ada.say("tavern", "buttons")
        here = await ada.hears("Here.")

        await ben.choose(here, "red")
        await ben.hears("You picked red.")
        await ada.click(here, label="Form")
        modal = await ada.wait_for("INTERACTION_MODAL")
        await ada.submit("tavern", modal, {"name": "Ada"})
        await ada.hears("You are Ada.")
        await ada.click(here, label="More")
        more = await ben.hears("There is more.")

        assert more["id"] == here["id"]

    @pytest.mark.parametrize("where", ["tavern", "the back room"])
    async def test_a_character_speaks_through_a_webhook(
        self, ada_and_ben: tuple[Person, Person], where: str
    ) -> None:
        ada, _ = ada_and_ben
        await ada.say(where, "speak")

        said = await ada.hears("Well met.", channel=where, by="Mira")

        assert said["webhook_id"]
        assert said["author"]["avatar"]
        assert said["attachments"][0]["filename"] == "letter.txt"
        assert said["components"]


async def test_a_command_that_nobody_answers_fails(
    place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    async with connected(place, EchoBot()):
        command = (await ada.commands("tavern"))[0]
    place.world.answer_within = timedelta(milliseconds=10)

    await ada.slash("tavern", command["name"], sides=6)

    failed = await ada.wait_for("INTERACTION_FAILED")
    assert failed["reason"] == "The application did not respond"
