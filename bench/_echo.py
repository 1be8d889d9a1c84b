"""A discord.py bot that does nothing but repeat: `python -m bench._echo URL TOKEN`."""

import asyncio
import sys

import discord
from discord.ext import commands

from bot.stage.connection import point_at

ANSWER = "Heard {}."


class Echo(commands.AutoShardedBot):
    """Answers "number 7" with "Heard 7." through the channel's webhook."""

    def __init__(self) -> None:
        super().__init__(
            "\0", intents=discord.Intents.all(), chunk_guilds_at_startup=False, help_command=None
        )
        self._connection.guild_ready_timeout = 0.1
        self._masks: dict[int, asyncio.Task[discord.Webhook]] = {}

    async def on_message(self, message: discord.Message, /) -> None:
        channel = message.channel
        if message.author.bot or not isinstance(channel, discord.TextChannel):
            return
        if channel.id not in self._masks:
            self._masks[channel.id] = self.loop.create_task(channel.create_webhook(name="Echo"))
        hook = await self._masks[channel.id]
        number = message.content.rpartition(" ")[2]
        await hook.send(ANSWER.format(number), username="Echo", wait=True)


async def main(url: str, token: str) -> None:
    point_at(url)
    async with Echo() as bot:
        await bot.start(token)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
