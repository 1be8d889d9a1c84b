"""The one door through which every message of ours goes out, is changed, or is taken back.

In a server a character speaks through the channel's webhook, with a name and a face of its own;
in a DM, or where webhooks are not allowed, through the bot with its name above the words. Notices
and notes are the bot's own.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.engine.ids import ChannelId, CharacterId, MessageId, WebhookId
from bot.engine.postings import Posting
from bot.stage.faults import LACKS_PERMISSION, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, sure
from bot.stage.graphemes import size
from bot.stage.names import header, webhook_name
from bot.stage.places import Home, Place
from bot.stage.webhooks import NoWebhook, WebhookPool, Why

log = logging.getLogger(__name__)

MOST = 2000
"""What Discord takes in one message."""
SILENT = discord.AllowedMentions.none()


class Gone(Exception):
    """The message is not there any more."""


class OutOfReach(Exception):
    """The webhook that wrote it is not ours any more: it stays as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A message as it came to be. `webhook`: who wrote it; None is the bot itself."""

    message: discord.Message
    webhook: WebhookId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wardrobe:
    """What a message may need besides its words."""

    face: Callable[[Place, Posting], Awaitable[str | None]]
    """Where Discord finds the speaker's picture."""
    file: Callable[[CharacterId], discord.File | None]
    view: Callable[[Posting], discord.ui.View | None]
    muted: Callable[[Place, Why], Awaitable[None]]
    """Called when a character has to speak through the bot although webhooks exist there."""


class Voices:
    def __init__(self, pool: WebhookPool, wardrobe: Wardrobe) -> None:
        self._pool = pool
        self._wardrobe = wardrobe

    async def prepare(self, place: Place, posting: Posting) -> None:
        """Look up what sending it will need. This may itself send: a face, or a note."""
        if not posting.name or place.home is None:
            return
        webhook = await self._pool.of(place.home)
        if isinstance(webhook, discord.Webhook):
            await self._wardrobe.face(place, posting)
        elif posting.part == 0:
            await self._wardrobe.muted(place, webhook.why)

    async def send(self, place: Place, posting: Posting) -> Sent:
        if posting.name and place.home is not None:
            for _ in range(2):  # a webhook that was deleted is made once more
                webhook = await self._pool.of(place.home)
                if isinstance(webhook, NoWebhook):
                    break
                try:
                    sent = await self._through(webhook, place, posting)
                except discord.HTTPException as error:
                    if error.code not in {UNKNOWN_WEBHOOK, LACKS_PERMISSION}:
                        raise
                    log.info("webhook_gone", extra={"channel": place.home.id})
                else:
                    if sent.message.channel.id == place.id:
                        return sent
                    # Somebody moved the webhook: what it says stands where nobody waits for it.
                    log.info("webhook_moved", extra={"channel": place.home.id})
                    await webhook.delete_message(sent.message.id)
                self._pool.forget(ChannelId(place.home.id))
        return await self._as_bot(place, posting)

    async def edit(self, place: Place, posting: Posting) -> None:
        """Make it look as wished.

        Raises:
            Gone, OutOfReach.
        """
        # An empty view, not None: only with a view does discord.py ask for components at all.
        view = self._wardrobe.view(posting) or discord.ui.View()
        message, webhook = await self._written(place, posting)

        async def change() -> None:
            if webhook is None:
                content = f"{self._above(posting)}{posting.wished}"
                there = place.room.get_partial_message(message)
                await there.edit(content=content, view=view, allowed_mentions=SILENT)
                return
            await webhook.edit_message(
                message,
                content=posting.wished,
                view=view,
                allowed_mentions=SILENT,
                thread=place.thread or discord.utils.MISSING,
            )

        await self._reaching(place, change)

    async def delete(self, place: Place, posting: Posting) -> None:
        """Raises OutOfReach. What is not there any more is as it should be."""
        message, webhook = await self._written(place, posting)

        async def take_away() -> None:
            if webhook is None:
                await place.room.get_partial_message(message).delete()
                return
            await webhook.delete_message(message, thread=place.thread or discord.utils.MISSING)

        try:
            await self._reaching(place, take_away)
        except Gone:
            log.info("message_was_gone", extra={"channel": place.id})

    async def _written(
        self, place: Place, posting: Posting
    ) -> tuple[MessageId, discord.Webhook | None]:
        if posting.message is None:
            raise Gone
        if posting.webhook is None:
            return posting.message, None
        home: Home | None = place.home
        webhook = None if home is None else await self._pool.with_id(home, posting.webhook)
        if webhook is None:
            raise OutOfReach
        return posting.message, webhook

    async def _reaching(self, place: Place, call: Callable[[], Awaitable[None]]) -> None:
        try:
            await sure(call)
        except discord.NotFound as error:
            log.info("message_gone", extra={"channel": place.id, "code": error.code})
            if error.code == UNKNOWN_MESSAGE:
                raise Gone from error
            if place.home is not None:
                self._pool.forget(ChannelId(place.home.id))
            raise OutOfReach from error

    async def _through(self, webhook: discord.Webhook, place: Place, posting: Posting) -> Sent:
        face = await self._wardrobe.face(place, posting)
        message = await webhook.send(
            posting.wished or "",
            username=webhook_name(posting.name),
            avatar_url=face or discord.utils.MISSING,
            view=self._wardrobe.view(posting) or discord.utils.MISSING,
            thread=place.thread or discord.utils.MISSING,
            allowed_mentions=SILENT,
            wait=True,
        )
        return Sent(message=message, webhook=WebhookId(webhook.id))

    async def _as_bot(self, place: Place, posting: Posting) -> Sent:
        files = [file for face in posting.faces if (file := self._wardrobe.file(face)) is not None]
        extras: dict[str, Any] = {"files": files} if files else {}
        if (view := self._wardrobe.view(posting)) is not None:
            extras["view"] = view
        content = f"{self._above(posting)}{posting.wished or ''}"
        message = await place.room.send(
            content or None,
            nonce=nonce_of(posting),
            silent=not content,
            allowed_mentions=SILENT,
            **extras,
        )
        return Sent(message=message, webhook=None)

    def _above(self, posting: Posting) -> str:
        if not posting.name or posting.part > 0:
            return ""
        return header(posting.name, room=MOST - size(posting.wished or ""))


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def nonce_of(posting: Posting) -> str:
    """The posting's id in the 25 characters that Discord allows: it takes each only once."""
    number, digits = posting.id.int, ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits or "0"
