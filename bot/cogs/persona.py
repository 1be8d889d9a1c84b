"""/persona: who a member plays."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str as text
from discord.ext import commands

from bot.client import Services, TroupeBot, TroupeInteraction
from bot.cogs.people import channel_of, who_of
from bot.engine.ports import Persona
from bot.engine.use_cases.personas import LONGEST_DESCRIPTION, LONGEST_NAME
from bot.engine.use_cases.requests import DescribePersona
from bot.stage.answers import answer, answer_error, locale_of
from bot.stage.panels import persona_text

ABOUT = text("Who you are in the story", key="persona-about")
Name = app_commands.Range[str, 1, LONGEST_NAME]
Description = app_commands.Range[str, 0, LONGEST_DESCRIPTION]


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class PersonaCog(commands.GroupCog, group_name="persona", group_description=ABOUT):
    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services

    @app_commands.command(
        name="set",
        description=text("Choose who you are; without options, in a form", key="persona-set"),
    )
    @app_commands.describe(
        name=text("What you are called", key="persona-set-name"),
        pronouns=text("Such as she/her", key="persona-set-pronouns"),
        description=text("What others see of you", key="persona-set-description"),
    )
    async def set(
        self,
        interaction: TroupeInteraction,
        name: Name | None = None,
        pronouns: Name | None = None,
        description: Description | None = None,
    ) -> None:
        before = await self._services.personas.show(who_of(interaction))
        if name is pronouns is description is None:
            await interaction.response.send_modal(PersonaForm(self._services, before, interaction))
            return
        wish = DescribePersona(
            who=who_of(interaction),
            channel=channel_of(interaction),
            name=before.name if name is None else name,
            pronouns=before.pronouns if pronouns is None else pronouns,
            description=before.description if description is None else description,
        )
        await become(interaction, self._services, wish)

    @app_commands.command(name="show", description=text("Who you are now", key="persona-show"))
    async def show(self, interaction: TroupeInteraction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        persona = await self._services.personas.show(who_of(interaction))
        shown = persona_text(persona, self._services.texts, locale=locale_of(interaction))
        await answer(interaction, shown)

    @app_commands.command(
        name="clear",
        description=text("Be yourself again, with your Discord name", key="persona-clear"),
    )
    async def clear(self, interaction: TroupeInteraction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        persona = await self._services.personas.clear(who_of(interaction), channel_of(interaction))
        shown = persona_text(persona, self._services.texts, locale=locale_of(interaction))
        await answer(interaction, shown)


class PersonaForm(discord.ui.Modal):
    """The persona as it is, to be changed."""

    def __init__(
        self, services: Services, persona: Persona, interaction: TroupeInteraction
    ) -> None:
        self._services = services
        self._locale = locale_of(interaction)
        super().__init__(title=self._text("form-persona-title"))
        self._name = discord.ui.TextInput[Any](
            custom_id="name", max_length=LONGEST_NAME, default=persona.name
        )
        self._pronouns = discord.ui.TextInput[Any](
            custom_id="pronouns",
            required=False,
            max_length=LONGEST_NAME,
            default=persona.pronouns or None,
        )
        self._description = discord.ui.TextInput[Any](
            custom_id="description",
            required=False,
            max_length=LONGEST_DESCRIPTION,
            style=discord.TextStyle.paragraph,
            default=persona.description or None,
        )
        for field in (self._name, self._pronouns, self._description):
            label = self._text(f"form-persona-{field.custom_id}")
            self.add_item(discord.ui.Label[Any](text=label, component=field))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        wish = DescribePersona(
            who=who_of(interaction),
            channel=channel_of(interaction),
            name=self._name.value,
            pronouns=self._pronouns.value,
            description=self._description.value,
        )
        await become(interaction, self._services, wish)

    async def on_error(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        await answer_error(interaction, error, self._services.texts)

    def _text(self, key: str) -> str:
        return self._services.texts(key, locale=self._locale)


async def become(interaction: TroupeInteraction, services: Services, wish: DescribePersona) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    persona = await services.personas.set(wish)
    shown = persona_text(persona, services.texts, locale=locale_of(interaction))
    await answer(interaction, shown)


async def setup(bot: TroupeBot) -> None:
    await bot.add_cog(PersonaCog(bot.services))
