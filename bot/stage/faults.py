"""Discord's refusals as errors with a code, so that people learn what to grant.

EngineError
├── LacksPermission   the bot may not do it there
├── ChannelGone       deleted, or out of the bot's sight
└── NotShown          anything else that kept a line from being shown
"""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord

from bot.engine.errors import EngineError

log = logging.getLogger(__name__)

T = TypeVar("T")
TRIES = 3

NETWORK = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""What a call to Discord may raise when it fails."""

SERVER_TROUBLE = 500
UNKNOWN_MESSAGE = 10008
UNKNOWN_WEBHOOK = 10015
TOO_MANY_WEBHOOKS = 30007
MISSING_ACCESS = 50001
LACKS_PERMISSION = 50013
THREAD_LOCKED = 160005


class LacksPermission(EngineError):
    """Params: `needs`, Discord's names of the permissions, comma between them."""

    code = "error-lacks-permission"


class ChannelGone(EngineError):
    code = "error-channel-gone"


class NotShown(EngineError):
    code = "error-not-shown"


_NEEDED = {MISSING_ACCESS: "View Channel", THREAD_LOCKED: "Manage Threads"}


def fault_of(error: BaseException) -> EngineError | None:
    """What the refusal means to people. None: no failure of a call to Discord."""
    if isinstance(error, EngineError):
        return error
    if isinstance(error, discord.Forbidden):
        return LacksPermission(needs=_NEEDED.get(error.code, "Send Messages"))
    if isinstance(error, discord.NotFound):
        return ChannelGone()
    return NotShown() if isinstance(error, NETWORK) else None


def noted(error: BaseException) -> dict[str, str | int]:
    """What the log needs of a failed call. No trace: it is Discord's or the network's, not ours."""
    about: dict[str, str | int] = {"error": type(error).__name__}
    if isinstance(error, discord.HTTPException):
        about |= {"status": error.status, "code": error.code}
    return about


class ServerTrouble(aiohttp.ClientError):
    """Discord answered 5xx: the call may have had its effect all the same."""


async def only_certain_answers(response: aiohttp.ClientResponse) -> None:
    """For `ClientSession(raise_for_status=…)`: nobody below us may repeat a send by itself."""
    if response.status >= SERVER_TROUBLE:
        msg = f"{response.method} answered {response.status}"
        raise ServerTrouble(msg)


def had_no_effect(error: BaseException) -> bool:
    """Whether the failed call surely changed nothing: it was refused, or never got there."""
    if isinstance(error, discord.HTTPException):
        return error.status < SERVER_TROUBLE
    return isinstance(error, aiohttp.ClientConnectorError)


async def sure(call: Callable[[], Awaitable[T]]) -> T:
    """Call again when the connection broke: for what may happen twice, such as an edit."""
    for _ in range(TRIES - 1):
        try:
            return await call()
        except (aiohttp.ClientConnectionError, ServerTrouble, TimeoutError) as error:
            log.info("call_made_again", extra=noted(error))
    return await call()
