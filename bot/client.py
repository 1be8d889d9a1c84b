"""The Discord bot: what it listens to, which cogs it has, and the use cases they call."""

import logging
from dataclasses import dataclass

import aiohttp
import discord
from discord.ext import commands

from bot.engine.ports import CardLibrary
from bot.engine.use_cases.floor import Floor
from bot.engine.use_cases.personas import PersonaKeeper
from bot.engine.use_cases.sessions import SessionDirector
from bot.settings import Settings
from bot.stage.answers import AnsweringTree
from bot.stage.connection import CannotConnect, advice_for, point_at
from bot.stage.performing import DiscordStage
from bot.stage.syncing import sync_if_changed
from bot.stage.texts import Texts
from bot.stage.translator import FluentTranslator

log = logging.getLogger(__name__)

COGS = (
    "bot.cogs.listener",
    "bot.cogs.session",
    "bot.cogs.character",
    "bot.cogs.persona",
    "bot.cogs.help",
    "bot.cogs.buttons",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What cogs may call. Put together in `compose.py`, nowhere else."""

    settings: Settings
    floor: Floor
    sessions: SessionDirector
    personas: PersonaKeeper
    cards: CardLibrary
    stage: DiscordStage
    texts: Texts


class TroupeBot(commands.AutoShardedBot):
    """Nothing is done once in `on_ready`: READY comes again after every lost connection."""

    def __init__(self, services: Services) -> None:
        # Nothing here ever speaks aloud, so nobody need be told what that would take.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=AnsweringTree,
            intents=_intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,  # what was said lies in the log, not in the cache
            # How long READY waits for one more server. Nothing here needs them all in the cache.
            guild_ready_timeout=0.5,
        )
        self.services = services
        self.texts = services.texts
        services.stage.attach(self)

    async def setup_hook(self) -> None:
        await self.tree.set_translator(FluentTranslator(self.texts))
        await load_cogs(self)
        if self.application_id is not None:
            await sync_if_changed(
                self.tree,
                application=self.application_id,
                folder=self.services.settings.troupe_data,
            )

    async def on_message(self, message: discord.Message, /) -> None:
        """No prefix commands: people's messages are for `cogs/listener.py`, ours for the stage."""
        self.services.stage.heard(message)

    async def close(self) -> None:
        await super().close()
        await self.services.stage.close()

    async def serve(self, token: str) -> None:
        """Go online and stay there until closed.

        Raises:
            CannotConnect: the token or the intents are refused, or Discord is not reached.
        """
        if self.services.settings.discord_url is not None:
            point_at(self.services.settings.discord_url)
        try:
            await self.start(token)
        except (discord.DiscordException, aiohttp.ClientError) as error:
            key = advice_for(error)
            if key is None:
                raise
            raise CannotConnect(self.texts(key)) from error


async def load_cogs(bot: TroupeBot) -> None:
    for cog in COGS:
        await bot.load_extension(cog)


def _intents() -> discord.Intents:
    """What play needs, and nothing more. Message Content is the only privileged one."""
    intents = discord.Intents.none()
    intents.guilds = True
    intents.guild_messages = True
    intents.dm_messages = True
    intents.message_content = True
    return intents


TroupeInteraction = discord.Interaction[TroupeBot]
