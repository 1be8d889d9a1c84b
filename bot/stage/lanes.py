"""One lane per channel: calls go one after the other, and what comes back is told apart."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

import discord

from bot.engine.ids import ChannelId, MessageId


@dataclass(slots=True, kw_only=True)
class Lane:
    """`newest`: the newest message of ours there that this process knows of.

    `behind`: something older may wait to be sent there, so nothing new goes before it.
    """

    calls: asyncio.Lock = field(default_factory=asyncio.Lock)
    matching: asyncio.Lock = field(default_factory=asyncio.Lock)
    newest: MessageId | None = None
    behind: bool = True
    _echo: asyncio.Future[discord.Message] | None = None

    @contextmanager
    def listening(self) -> Generator[asyncio.Future[discord.Message]]:
        """While a message is being sent: the gateway's echo of it is an answer, too."""
        self._echo = asyncio.get_running_loop().create_future()
        try:
            yield self._echo
        finally:
            self._echo = None

    def heard(self, message: discord.Message) -> None:
        """A message of ours came over the gateway."""
        fresh = self.newest is None or message.id > self.newest
        if fresh and self._echo is not None and not self._echo.done():
            self._echo.set_result(message)

    def passed(self, message: MessageId) -> None:
        self.newest = max(message, self.newest or message)


class Lanes:
    def __init__(self) -> None:
        self._lanes: dict[ChannelId, Lane] = {}

    def of(self, channel: ChannelId) -> Lane:
        return self._lanes.setdefault(channel, Lane())

    def known(self, channel: ChannelId) -> Lane | None:
        return self._lanes.get(channel)
