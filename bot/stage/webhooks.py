"""One webhook of our own per channel, for all characters there."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

import discord

from bot.engine.ids import ChannelId
from bot.stage.faults import LACKS_PERMISSION, MISSING_ACCESS, TOO_MANY_WEBHOOKS
from bot.stage.places import Home

NAME = "Troupe"

Why = Literal["needs-permission", "too-many"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoWebhook:
    """Why characters cannot have their own name and face there."""

    why: Why


class WebhookPool:
    """Finds or makes each channel's webhook once, however many ask at the same time.

    Two webhooks would help a channel whose lines overlap; one is what a single speaker can use.
    """

    def __init__(self) -> None:
        self._known: dict[ChannelId, discord.Webhook] = {}
        self._looking: defaultdict[ChannelId, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def of(self, home: Home) -> discord.Webhook | NoWebhook:
        channel = ChannelId(home.id)
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
            self._known[channel] = webhook
            return webhook

    def forget(self, home: Home) -> None:
        """The webhook is not there any more, or may not be."""
        self._known.pop(ChannelId(home.id), None)

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
