"""Presses of Stop and Again. The ids carry all that is needed, so they work after a restart."""

import re
from typing import Any, Self

import discord

from bot.client import TroupeBot, TroupeInteraction
from bot.cogs.people import channel_of, who_of
from bot.engine.ids import Turn
from bot.engine.rules.may import Act
from bot.stage.answers import answer, guarded, locale_of
from bot.stage.buttons import AGAIN, STOP, mark_of


class StopPress(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=STOP):
    """Stops the line it hangs under; under a line that is over it only goes away."""

    def __init__(self, *, session: str, turn: Turn) -> None:
        super().__init__(discord.ui.Button(custom_id=f"stop:{session}:{turn}"))
        self._session = session
        self._turn = turn

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(session=match["session"], turn=Turn(int(match["turn"])))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await guarded(interaction, lambda: self._stop(interaction))

    async def _stop(self, interaction: TroupeInteraction) -> None:
        services, channel = interaction.client.services, channel_of(interaction)
        if not services.stage.is_growing(channel, session=self._session, turn=self._turn):
            await interaction.response.edit_message(view=None)
            await answer(
                interaction, services.texts("stop-too-late", locale=locale_of(interaction))
            )
            return
        await interaction.response.defer()
        await services.sessions.check(who_of(interaction), channel, Act.STOP_LINE)
        services.stage.stop(channel)


class AgainPress(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=AGAIN):
    """Asks for the answer that failed. Once pressed it goes away, so it asks only once."""

    def __init__(self, *, session: str) -> None:
        super().__init__(discord.ui.Button(custom_id=f"again:{session}"))
        self._session = session

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(session=match["session"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await guarded(interaction, lambda: self._again(interaction))

    async def _again(self, interaction: TroupeInteraction) -> None:
        services, channel = interaction.client.services, channel_of(interaction)
        await interaction.response.defer()
        session = await services.sessions.check(who_of(interaction), channel, Act.ASK_AGAIN)
        await interaction.edit_original_response(view=None)
        if mark_of(session) != self._session:
            await answer(
                interaction, services.texts("again-too-late", locale=locale_of(interaction))
            )
            return
        services.floor.ask_again(channel, session)


async def setup(bot: TroupeBot) -> None:
    bot.add_dynamic_items(StopPress, AgainPress)
