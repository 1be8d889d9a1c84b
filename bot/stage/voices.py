"""The one door through which every line of a character goes out, is changed, or is taken back.

In a server a character speaks through the channel's webhook, with a name and a face of its own;
in a DM, or where webhooks are not allowed, through the bot with its name above the words.
"""

import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

import discord

from bot.engine.ids import CharacterId, MessageId, SessionId
from bot.stage.faults import LACKS_PERMISSION, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, sure
from bot.stage.graphemes import size
from bot.stage.names import header, webhook_name
from bot.stage.places import Place
from bot.stage.webhooks import NoWebhook, WebhookPool, Why

log = logging.getLogger(__name__)

MOST = 2000
"""What Discord takes in one message."""
SILENT = discord.AllowedMentions.none()


class Gone(Exception):
    """The message, or the webhook that wrote it, is not there any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A message of ours. `webhook`: who wrote it; None is the bot itself."""

    message: MessageId
    webhook: discord.Webhook | None
    header: str = ""


class Voice(Protocol):
    """One speaker at one place."""

    async def prepare(self) -> None:
        """Look up what the first words will need, while there are none yet."""
        ...

    async def send(self, text: str, *, view: discord.ui.View | None, first: bool) -> Shown: ...
    async def edit(self, shown: Shown, text: str, *, view: discord.ui.View | None) -> None:
        """Raises Gone."""
        ...

    async def delete(self, shown: Shown) -> None: ...
    def typing(self) -> AbstractAsyncContextManager[None]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    session: SessionId
    character: CharacterId
    name: str


Face = Callable[[Place, Speaker], Awaitable[str | None]]
Muted = Callable[[Place, Why], Awaitable[None]]
"""Called when a character has to speak through the bot although webhooks exist there."""


class DiscordVoice(Voice):
    def __init__(
        self, *, place: Place, speaker: Speaker, pool: WebhookPool, face: Face, muted: Muted
    ) -> None:
        self._place = place
        self._speaker = speaker
        self._pool = pool
        self._face = face
        self._muted = muted

    async def prepare(self) -> None:
        home = self._place.home
        if home is not None and isinstance(await self._pool.of(home), discord.Webhook):
            await self._face(self._place, self._speaker)

    async def send(self, text: str, *, view: discord.ui.View | None, first: bool) -> Shown:
        """Say a part; `first` names the speaker where the bot must speak for them."""
        home = self._place.home
        for _ in range(2):  # a webhook that was deleted is made once more
            webhook = await self._pool.of(home) if home is not None else None
            if home is None or webhook is None:
                break
            if isinstance(webhook, NoWebhook):
                if first:
                    await self._muted(self._place, webhook.why)
                break
            try:
                return await self._through(webhook, text, view)
            except discord.HTTPException as error:
                if error.code not in {UNKNOWN_WEBHOOK, LACKS_PERMISSION}:
                    raise
                log.info("webhook_gone", extra={"channel": home.id})
                self._pool.forget(home)
        return await self._as_bot(text, view, first=first)

    async def edit(self, shown: Shown, text: str, *, view: discord.ui.View | None) -> None:
        # An empty view, not None: only with a view does discord.py ask for components at all.
        buttons = view or discord.ui.View()
        try:
            await sure(lambda: self._change(shown, text, buttons))
        except discord.NotFound as error:
            self._lost(error)
            raise Gone from error

    async def _change(self, shown: Shown, text: str, buttons: discord.ui.View) -> None:
        if shown.webhook is None:
            message = self._place.room.get_partial_message(shown.message)
            content = f"{shown.header}{text}"
            await message.edit(content=content, view=buttons, allowed_mentions=SILENT)
        elif (thread := self._place.thread) is not None:
            await shown.webhook.edit_message(
                shown.message, content=text, view=buttons, allowed_mentions=SILENT, thread=thread
            )
        else:
            await shown.webhook.edit_message(
                shown.message, content=text, view=buttons, allowed_mentions=SILENT
            )

    async def delete(self, shown: Shown) -> None:
        try:
            await sure(lambda: self._take_away(shown))
        except discord.NotFound as error:
            self._lost(error)

    async def _take_away(self, shown: Shown) -> None:
        if shown.webhook is None:
            await self._place.room.get_partial_message(shown.message).delete()
        elif (thread := self._place.thread) is not None:
            await shown.webhook.delete_message(shown.message, thread=thread)
        else:
            await shown.webhook.delete_message(shown.message)

    def typing(self) -> AbstractAsyncContextManager[None]:
        return self._place.room.typing()

    async def _through(
        self, webhook: discord.Webhook, text: str, view: discord.ui.View | None
    ) -> Shown:
        face = await self._face(self._place, self._speaker)
        message = await webhook.send(
            text,
            username=webhook_name(self._speaker.name),
            avatar_url=face or discord.utils.MISSING,
            view=view or discord.utils.MISSING,
            thread=self._place.thread or discord.utils.MISSING,
            allowed_mentions=SILENT,
            wait=True,
        )
        return Shown(message=MessageId(message.id), webhook=webhook)

    async def _as_bot(self, text: str, view: discord.ui.View | None, *, first: bool) -> Shown:
        above = header(self._speaker.name, room=MOST - size(text)) if first else ""
        content = f"{above}{text}"
        if view is None:
            message = await self._place.room.send(content, allowed_mentions=SILENT)
        else:
            message = await self._place.room.send(content, view=view, allowed_mentions=SILENT)
        return Shown(message=MessageId(message.id), webhook=None, header=above)

    def _lost(self, error: discord.NotFound) -> None:
        log.info("line_gone", extra={"channel": self._place.id, "code": error.code})
        if error.code != UNKNOWN_MESSAGE and self._place.home is not None:
            self._pool.forget(self._place.home)
