"""A line that a crash left growing: found again by its Stop button, and shown as it stays."""

from collections.abc import Sequence

import discord

from bot.engine.ids import MessageId, SessionId, Turn
from bot.stage.buttons import stop_id
from bot.stage.names import header
from bot.stage.places import Place
from bot.stage.voices import MOST, DiscordVoice, Shown
from bot.stage.webhooks import WebhookPool

LOOK_AT = 25
"""Messages looked through; people may have gone on writing while we were away."""
ALIKE = 20
"""Characters by which a part is told from the others."""


async def left_growing(place: Place, *, session: SessionId, turn: Turn) -> discord.Message | None:
    """The message that still carries the Stop button of this turn."""
    wanted = stop_id(session, turn)
    async for message in place.room.history(limit=LOOK_AT):
        rows = (row for row in message.components if isinstance(row, discord.ActionRow))
        if any(getattr(item, "custom_id", None) == wanted for row in rows for item in row.children):
            return message
    return None


async def show_as_it_stays(
    message: discord.Message,
    parts: Sequence[str],
    *,
    name: str,
    place: Place,
    voice: DiscordVoice,
    pool: WebhookPool,
) -> None:
    """Give the message its part of the line without the button, and say what comes after it."""
    webhook = None
    if message.webhook_id is not None and place.home is not None:
        found = await pool.of(place.home)
        webhook = found if isinstance(found, discord.Webhook) else None
    above = header(name, room=MOST) if webhook is None else ""
    above = above if message.content.startswith(above) else ""
    at = _which(parts, message.content.removeprefix(above))
    shown = Shown(message=MessageId(message.id), webhook=webhook, header=above)
    await voice.edit(shown, parts[at], view=None)
    for part in parts[at + 1 :]:
        await voice.send(part, view=None, first=False)


def _which(parts: Sequence[str], shown: str) -> int:
    """The number of the part that the message shows; if none is alike, the last."""
    alike = (number for number, part in enumerate(parts) if part[:ALIKE] == shown[:ALIKE])
    return next(alike, len(parts) - 1)
