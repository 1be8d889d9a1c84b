"""Messages that people write, handed to the floor in the order in which they arrive."""

import discord
from discord.ext import commands

from bot.client import TroupeBot
from bot.cogs.people import author_of
from bot.engine.ids import ChannelId, MessageId
from bot.engine.use_cases.floor import Floor
from bot.engine.use_cases.requests import Heard

WRITTEN = frozenset({discord.MessageType.default, discord.MessageType.reply})


class Listener(commands.Cog):
    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    @commands.Cog.listener("on_message")
    async def hear(self, message: discord.Message) -> None:
        """Nothing may wait in here: the order of arrival is the order of the story."""
        if not is_play(message):
            return
        # Names instead of mentions: Discord's ids of people must not get into the log.
        text = message.clean_content
        heard = Heard(
            who=author_of(message),
            channel=ChannelId(message.channel.id),
            message=MessageId(message.id),
            text=text,
            at=message.created_at,
        )
        self._floor.hear(heard)


def is_play(message: discord.Message) -> bool:
    """Whether a person wrote it: no bot, no webhook, no notice of Discord's, no bare picture."""
    if message.author.bot or message.webhook_id is not None:
        return False
    return message.type in WRITTEN and bool(message.content.strip())


async def setup(bot: TroupeBot) -> None:
    await bot.add_cog(Listener(bot.services.floor))
