"""/character: who can be played with."""

import re
from typing import Any, Self

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as text
from discord.ext import commands

from bot.client import Services, TroupeBot, TroupeInteraction
from bot.cogs.choices import category_choices, character_choices
from bot.stage.answers import guarded, locale_of
from bot.stage.buttons import CAST, LONGEST_CATEGORY
from bot.stage.panels import Cast, card_panel, cast_page

ABOUT = text("The characters you can play with", key="character-about")
Name = app_commands.Range[str, 1, 100]


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class CharacterCog(commands.GroupCog, group_name="character", group_description=ABOUT):
    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services

    @app_commands.command(
        name="list", description=text("Everybody you can play with", key="character-list")
    )
    @app_commands.describe(category=text("Only this kind", key="character-list-category"))
    async def list_all(self, interaction: TroupeInteraction, category: Name | None = None) -> None:
        cast = _cast(self._services, category or "")
        embed, buttons = cast_page(cast, 1, self._services.texts, locale=locale_of(interaction))
        await interaction.response.send_message(embed=embed, view=buttons, ephemeral=True)

    @list_all.autocomplete("category")
    async def _categories(self, _: TroupeInteraction, current: str) -> list[Choice[str]]:
        return category_choices(self._services.cards.cards(), current)

    @app_commands.command(
        name="info", description=text("A closer look at a character", key="character-info")
    )
    @app_commands.describe(character=text("Whose", key="character-info-character"))
    async def info(self, interaction: TroupeInteraction, character: Name) -> None:
        services = self._services
        card = services.cards.card(character)
        user = interaction.user.display_name
        panel = card_panel(card, user, services.texts, locale=locale_of(interaction))
        face = services.stage.face(card.id)
        if face is None:
            await interaction.response.send_message(embed=panel, ephemeral=True)
            return
        panel.set_thumbnail(url=f"attachment://{face.filename}")
        await interaction.response.send_message(embed=panel, file=face, ephemeral=True)

    @info.autocomplete("character")
    async def _characters(self, _: TroupeInteraction, current: str) -> list[Choice[str]]:
        return character_choices(self._services.cards.cards(), current)


class PagePress(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=CAST):
    """Turns to another page of the list."""

    def __init__(self, *, page: int, category: str) -> None:
        super().__init__(discord.ui.Button(custom_id=f"cast:{page}:{category}"))
        self._page = page
        self._category = category

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(page=int(match["page"]), category=match["category"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await guarded(interaction, lambda: self._turn(interaction))

    async def _turn(self, interaction: TroupeInteraction) -> None:
        services = interaction.client.services
        cast = _cast(services, self._category)
        embed, buttons = cast_page(cast, self._page, services.texts, locale=locale_of(interaction))
        await interaction.response.edit_message(embed=embed, view=buttons)


def _cast(services: Services, category: str) -> Cast:
    cards = services.cards
    wanted = category[:LONGEST_CATEGORY]
    return Cast(cards=cards.cards(), broken=cards.broken(), category=wanted)


async def setup(bot: TroupeBot) -> None:
    await bot.add_cog(CharacterCog(bot.services))
    bot.add_dynamic_items(PagePress)
