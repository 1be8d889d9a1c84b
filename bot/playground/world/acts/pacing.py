"""What is sent twice or too fast."""

from datetime import timedelta

from bot.playground.world.errors import DiscordError, refuse
from bot.playground.world.forms.drafts import Draft
from bot.playground.world.messages import Message
from bot.playground.world.permissions import Permission
from bot.playground.world.places import Channel
from bot.playground.world.ports import Snowflake, moment_of
from bot.playground.world.world import World

NONCE_KEPT = timedelta(minutes=3)


def same_nonce(world: World, *, channel: Channel, user: Snowflake, draft: Draft) -> Message | None:
    if not draft.enforce_nonce or draft.nonce is None:
        return None
    since = world.ports.clock.now() - NONCE_KEPT
    for message in reversed(world.messages.get(channel.id, {}).values()):
        if moment_of(message.id) < since:
            return None
        if message.author == user and message.nonce == draft.nonce:
            return message
    return None


def check_slow_mode(
    world: World, *, channel: Channel, user: Snowflake, granted: Permission
) -> None:
    """Slow mode holds people up, never bots."""
    if not channel.slow_mode or world.users[user].is_bot or Permission.BYPASS_SLOWMODE in granted:
        return
    now = world.ports.clock.now()
    for message in reversed(world.messages.get(channel.id, {}).values()):
        left = timedelta(seconds=channel.slow_mode) - (now - moment_of(message.id))
        if left <= timedelta(0):
            return
        if message.author == user:
            wrong = refuse(20016)
            raise DiscordError(
                status=wrong.status,
                code=wrong.code,
                message=wrong.message,
                more={"retry_after": left.total_seconds()},
            )
