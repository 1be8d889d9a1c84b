"""The way to Discord, or to another server that speaks its API, such as the playground."""

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

WRONG_TOKEN = 4004
INTENTS_REFUSED = 4014


class CannotConnect(Exception):
    """The bot cannot go online as things stand. The text says why and what to do."""


def point_at(url: str) -> None:
    """Call before the bot starts. Two assignments are all that discord.py needs."""
    base = yarl.URL(url)
    Route.BASE = f"{str(base).rstrip('/')}/api/v10"
    scheme = "wss" if base.scheme == "https" else "ws"
    DiscordWebSocket.DEFAULT_GATEWAY = base.with_scheme(scheme) / "gateway"


def advice_for(error: BaseException) -> str | None:
    """The key of the text that says what to do about it. None: a fault of ours."""
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return "cannot-connect-intents"
    if isinstance(error, discord.LoginFailure):
        return "cannot-connect-token"
    if isinstance(error, discord.ConnectionClosed):
        codes = {WRONG_TOKEN: "cannot-connect-token", INTENTS_REFUSED: "cannot-connect-intents"}
        return codes.get(error.code)
    return "cannot-connect-network" if isinstance(error, aiohttp.ClientConnectionError) else None
