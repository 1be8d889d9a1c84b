"""Modals with everything discord.py can put into one, context menus, and grouped commands."""

from collections.abc import AsyncGenerator
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.playground.server import Place
from tests.e2e_tools.bots import connected
from tests.e2e_tools.http import File
from tests.e2e_tools.people import Person, Refused

Seen = dict[str, Any]
GIVEN: Seen = {
    "mood": ["calm"],
    "friend": [],
    "story": "It was late.",
    "face": ["0"],
    "side": "left",
    "gifts": ["rope", "lamp"],
    "sure": True,
}


def options(*names: str) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=name, value=name) for name in names]


class Everything(discord.ui.Modal, title="Everything"):
    def __init__(self, seen: Seen) -> None:
        super().__init__(custom_id="everything")
        self.seen = seen
        for label, part in self.parts():
            self.add_item(discord.ui.Label(text=label, component=part))

    def parts(self) -> list[tuple[str, Any]]:
        mood: discord.ui.Select[Any] = discord.ui.Select(
            custom_id="mood", options=options("calm", "wild")
        )
        friend: discord.ui.UserSelect[Any] = discord.ui.UserSelect(custom_id="friend")
        story: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="story", style=discord.TextStyle.paragraph, min_length=3
        )
        face: discord.ui.FileUpload[Any] = discord.ui.FileUpload(custom_id="face", max_values=1)
        return [("Mood", mood), ("Friend", friend), ("Story", story), ("Face", face)]

    async def on_submit(self, interaction: discord.Interaction) -> None:
        for label in self.walk_children():
            part: Any = label
            if isinstance(part, (discord.ui.Select, discord.ui.UserSelect, discord.ui.FileUpload)):
                self.seen[part.custom_id] = part.values
            elif isinstance(part, discord.ui.TextInput):
                self.seen[part.custom_id] = part.value
        await interaction.response.send_message("Thank you.")


class Choices(Everything, title="Choices"):
    def parts(self) -> list[tuple[str, Any]]:
        side: discord.ui.RadioGroup[Any] = discord.ui.RadioGroup(custom_id="side")
        gifts: discord.ui.CheckboxGroup[Any] = discord.ui.CheckboxGroup(
            custom_id="gifts", max_values=2
        )
        sure: discord.ui.Checkbox[Any] = discord.ui.Checkbox(custom_id="sure")
        for name in ("left", "right"):
            side.add_option(label=name, value=name)
        for name in ("rope", "lamp", "map"):
            gifts.add_option(label=name, value=name)
        return [("Side", side), ("Gifts", gifts), ("Sure?", sure)]

    async def on_submit(self, interaction: discord.Interaction) -> None:
        for part in self.walk_children():
            if isinstance(part, (discord.ui.RadioGroup, discord.ui.Checkbox)):
                self.seen[part.custom_id] = part.value
            elif isinstance(part, discord.ui.CheckboxGroup):
                self.seen[part.custom_id] = part.values
        await interaction.response.send_message("Thank you.")


class ModalBot(commands.AutoShardedBot):
    def __init__(self) -> None:
        super().__init__(command_prefix="!", intents=discord.Intents.all(), help_command=None)
        self._connection.guild_ready_timeout = 0.1
        self.seen: Seen = {}

    async def setup_hook(self) -> None:
        group = app_commands.Group(name="scene", description="Scenes")
        inner = app_commands.Group(name="light", description="Light", parent=group)
        shown: list[Any] = [
            app_commands.Command(name="all", description="x", callback=self.all),
            app_commands.Command(name="choose", description="x", callback=self.choose),
            app_commands.ContextMenu(name="Pin it", callback=self.pin),
            app_commands.ContextMenu(name="Greet", callback=self.greet),
        ]
        dim: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name="dim", description="x", callback=self.dim
        )
        inner.add_command(dim)
        for each in (*shown, group):
            self.tree.add_command(each)
        await self.tree.sync()

    async def all(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Everything(self.seen))

    async def choose(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Choices(self.seen))

    async def dim(
        self, interaction: discord.Interaction, percent: app_commands.Range[int, 0, 100]
    ) -> None:
        await interaction.response.send_message(f"{percent} %")

    async def pin(self, interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"Pinned: {message.content}")

    async def greet(self, interaction: discord.Interaction, user: discord.Member) -> None:
        await interaction.response.send_message(f"Hello, {user.display_name}.")


@pytest.fixture
async def modal_bot(place: Place) -> AsyncGenerator[ModalBot]:
    async with connected(place, ModalBot()) as running:
        yield running
    assert place.complaints.all == []


@pytest.mark.usefixtures("modal_bot")
async def test_selects_texts_and_uploads_come_through_a_modal(
    modal_bot: ModalBot, ada: Person, ben: Person
) -> None:
    await ada.slash("tavern", "all")
    modal = await ada.wait_for("INTERACTION_MODAL")
    given = {name: GIVEN[name] for name in ("mood", "story", "face")} | {"friend": [ben.id]}
    await ada.submit("tavern", modal, given, files=[File(name="face.txt", data=b":-)")])
    await ada.hears("Thank you.")

    seen = modal_bot.seen
    assert (seen["mood"], seen["story"]) == (["calm"], "It was late.")
    assert [each.id for each in seen["friend"]] == [int(ben.id)]
    assert [each.filename for each in seen["face"]] == ["face.txt"]


async def test_radios_and_checkboxes_come_through_a_modal(modal_bot: ModalBot, ada: Person) -> None:
    await ada.slash("tavern", "choose")
    modal = await ada.wait_for("INTERACTION_MODAL")
    given = {name: GIVEN[name] for name in ("side", "gifts", "sure")}
    await ada.submit("tavern", modal, given)
    await ada.hears("Thank you.")

    assert modal_bot.seen == given


@pytest.mark.usefixtures("modal_bot")
@pytest.mark.parametrize("given", [{"story": "no"}, {"mood": ["sad"]}, {"mood": []}])
async def test_a_modal_filled_wrongly_is_refused(ada: Person, ben: Person, given: Seen) -> None:
    right = {"mood": ["calm"], "story": "It was late.", "friend": [ben.id], "face": ["0"]}
    files = [File(name="face.txt", data=b":-)")]
    await ada.slash("tavern", "all")
    modal = await ada.wait_for("INTERACTION_MODAL")

    with pytest.raises(Refused) as refused:
        await ada.submit("tavern", modal, {**right, **given}, files=files)
    assert refused.value.code == 50035


@pytest.mark.usefixtures("modal_bot")
async def test_context_menus(ada: Person, ben: Person) -> None:
    said = await ada.say("tavern", "A rule.")

    await ben.menu("tavern", "Pin it", target=said["id"])
    await ben.hears("Pinned: A rule.")
    await ben.menu("tavern", "Greet", target=ada.id)
    await ben.hears("Hello, Ada.")


@pytest.mark.usefixtures("modal_bot")
async def test_grouped_commands_and_their_limits(ada: Person) -> None:
    await ada.slash("tavern", "scene light dim", percent=40)
    await ada.hears("40 %")

    with pytest.raises(Refused) as refused:
        await ada.slash("tavern", "scene light dim", percent=140)
    assert refused.value.code == 50035
