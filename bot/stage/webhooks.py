"""One webhook of our own per channel, for all characters there."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

import aiohttp
import discord

from bot.engine.ids import ChannelId, WebhookId
from bot.stage.faults import (
    LACKS_PERMISSION,
    MISSING_ACCESS,
    TOO_MANY_WEBHOOKS,
    only_certain_answers,
)
from bot.stage.places import Home

NAME = "Troupe"
PATIENCE = aiohttp.ClientTimeout(total=30)

Why = Literal["needs-permission", "too-many"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoWebhook:
    """Why characters cannot have their own name and face there."""

    why: Why


class WebhookPool:
    """Finds or makes each channel's webhook once, however many ask at the same time.

    Two webhooks would help a channel whose lines overlap; one is what a single speaker can use.
    Calls go through a connection of their own: the library's would repeat a send that Discord
    answered with 5xx, which may have had its effect.
    """

    def __init__(self) -> None:
        self._known: dict[ChannelId, discord.Webhook] = {}
        self._looking: defaultdict[ChannelId, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._session: aiohttp.ClientSession | None = None

    async def of(self, home: Home) -> discord.Webhook | NoWebhook:
        channel = ChannelId(home.id)
        known = self._known.get(channel)
        if known is not None:
            return known
        async with self._looking[channel]:
            known = self._known.get(channel)
            if known is not None:
                return known
            if not home.permissions_for(home.guild.me).manage_webhooks:
                return NoWebhook(why="needs-permission")
            try:
                webhook = await self._found(home) or await home.create_webhook(name=NAME)
            except discord.HTTPException as error:
                return _refusal(error)
            self._known[channel] = self._ours(webhook)
            return self._known[channel]

    async def with_id(self, home: Home, webhook: WebhookId) -> discord.Webhook | None:
        """The webhook that wrote a message. None: it is not ours any more."""
        found = await self.of(home)
        if isinstance(found, NoWebhook) or found.id != webhook:
            return None
        return found

    def has(self, webhook: int) -> bool:
        """Whether this process knows it as its own."""
        return any(known.id == webhook for known in self._known.values())

    def forget(self, channel: ChannelId) -> None:
        """The webhook is not there any more, or may not be."""
        self._known.pop(channel, None)

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    def _ours(self, webhook: discord.Webhook) -> discord.Webhook:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                raise_for_status=only_certain_answers, timeout=PATIENCE
            )
        token = webhook.token or ""
        return discord.Webhook.partial(webhook.id, token, session=self._session)

    async def _found(self, home: Home) -> discord.Webhook | None:
        """Ours from an earlier run. Discord tells tokens only to the application that made them."""
        for webhook in await home.webhooks():
            by_us = webhook.user is None or webhook.user.id == home.guild.me.id
            if webhook.token and by_us and webhook.type is discord.WebhookType.incoming:
                return webhook
        return None


def _refusal(error: discord.HTTPException) -> NoWebhook:
    if error.code == TOO_MANY_WEBHOOKS:
        return NoWebhook(why="too-many")
    if error.code in {LACKS_PERMISSION, MISSING_ACCESS}:
        return NoWebhook(why="needs-permission")
    raise error
