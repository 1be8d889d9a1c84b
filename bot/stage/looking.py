"""Finding a message of ours whose sending had no answer: by looking at the channel."""

from dataclasses import dataclass
from datetime import timedelta

import discord

from bot.engine.ids import MessageId
from bot.engine.postings import Posting
from bot.stage.names import webhook_name
from bot.stage.places import Place

LOOK_AT = 100
SLACK = timedelta(minutes=1)
"""Between our clock and Discord's, where no earlier message of ours is known there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Us:
    """The bot's user, and its application, which marks what our webhooks write."""

    user: int
    application: int | None


async def sent_after_all(
    place: Place, posting: Posting, *, newest: MessageId | None, us: Us
) -> discord.Message | None:
    """The oldest message there, newer than the newest one known, that can only be this one.

    None: it is not there, so it may be sent (again).
    """
    if newest is not None:
        after: discord.abc.SnowflakeTime = discord.Object(newest)
    elif posting.claimed_at is not None:
        after = posting.claimed_at - SLACK
    else:
        return None
    async for message in place.room.history(after=after, limit=LOOK_AT, oldest_first=True):
        if is_ours(message, us=us) and _could_be(message, posting):
            return message
    return None


async def as_it_stands(place: Place, posting: Posting) -> str | None:
    """What the message shows; as far as we know it, where nothing may be read."""
    if posting.message is None:
        return posting.shown
    try:
        return (await place.room.fetch_message(posting.message)).content
    except (discord.NotFound, discord.Forbidden):
        return posting.shown


def is_ours(message: discord.Message, *, us: Us) -> bool:
    """Whether the ledger may own it: ours, and no answer to an interaction."""
    if message.interaction_metadata is not None:
        return False
    if message.webhook_id is None:
        return message.author.id == us.user
    return message.application_id is not None and message.application_id == us.application


def _could_be(message: discord.Message, posting: Posting) -> bool:
    if message.webhook_id is None:
        return True
    return bool(posting.name) and message.author.name == webhook_name(posting.name)
