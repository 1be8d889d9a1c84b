"""discord.py bots that talk to the playground, unmodified, in the test's own process."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TypeVar

import yarl
from discord import gateway, http
from discord.ext import commands

from bot.playground.server import Place

AnyBot = TypeVar("AnyBot", bound=commands.AutoShardedBot)


@asynccontextmanager
async def connected(place: Place, bot: AnyBot) -> AsyncGenerator[AnyBot]:
    """Log the bot in and wait until it is ready; it is closed when the block ends."""
    base, address = http.Route.BASE, gateway.DiscordWebSocket.DEFAULT_GATEWAY
    http.Route.BASE = f"{place.url}/api/v10"
    gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(place.gateway_url)
    try:
        async with asyncio.TaskGroup() as tasks, bot:
            # As `start` does, but a login that fails ends here and not in a task.
            await bot.login(place.bot_token)
            running = tasks.create_task(bot.connect())
            try:
                await asyncio.wait_for(bot.wait_until_ready(), timeout=10)
                yield bot
            finally:
                await bot.close()
                running.cancel()
    finally:
        http.Route.BASE = base
        gateway.DiscordWebSocket.DEFAULT_GATEWAY = address
