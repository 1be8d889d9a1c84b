"""/session: start, look at and end the roleplay of a channel."""

from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as text
from discord.ext import commands

from bot.client import Services, TroupeBot, TroupeInteraction
from bot.cogs.choices import character_choices
from bot.cogs.people import channel_of, guild_of, who_of
from bot.engine.use_cases.requests import StartSession
from bot.stage.answers import answer, locale_of
from bot.stage.names import plain
from bot.stage.panels import status_text

ABOUT = text("The roleplay of this channel", key="session-about")
MOST_GREETINGS = 100


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class SessionCog(commands.GroupCog, group_name="session", group_description=ABOUT):
    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services

    @app_commands.command(
        name="start",
        description=text("Start a roleplay here with a character", key="session-start"),
    )
    @app_commands.describe(
        character=text(
            "Who you play with; type a name or a kind to search", key="session-start-character"
        ),
        greeting=text("Which greeting opens it, from 1", key="session-start-greeting"),
    )
    async def start(
        self,
        interaction: TroupeInteraction,
        character: app_commands.Range[str, 1, 100],
        greeting: app_commands.Range[int, 1, MOST_GREETINGS] | None = None,
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        services = self._services
        await services.stage.check(channel_of(interaction))
        wish = StartSession(
            who=who_of(interaction),
            guild=guild_of(interaction),
            channel=channel_of(interaction),
            wanted=character,
            greeting=greeting,
        )
        started = await services.sessions.start(wish)
        said = services.texts(
            "session-started", locale=locale_of(interaction), character=plain(started.card.name)
        )
        # An answer that fails must not keep the character from entering.
        await services.sessions.enter(started)
        await answer(interaction, said)

    @start.autocomplete("character")
    async def _characters(self, _: TroupeInteraction, current: str) -> list[Choice[str]]:
        return character_choices(self._services.cards.cards(), current)

    @app_commands.command(
        name="status", description=text("Who plays here, and since when", key="session-status")
    )
    async def status(self, interaction: TroupeInteraction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        status = await self._services.sessions.status(channel_of(interaction))
        shown = status_text(status, self._services.texts, locale=locale_of(interaction))
        await answer(interaction, shown)

    @app_commands.command(
        name="end", description=text("End the roleplay of this channel", key="session-end")
    )
    async def end(self, interaction: TroupeInteraction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        services, channel = self._services, channel_of(interaction)
        await services.floor.end(who_of(interaction), channel)
        ended = services.texts("notice-ended", who=plain(interaction.user.display_name))
        await services.stage.note(channel, ended)
        await answer(interaction, services.texts("session-ended", locale=locale_of(interaction)))


async def setup(bot: TroupeBot) -> None:
    await bot.add_cog(SessionCog(bot.services))
