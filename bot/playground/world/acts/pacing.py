"""What is sent twice or too fast."""

from datetime import timedelta

from bot.playground.world.errors import refuse, too_fast
from bot.playground.world.forms.drafts import Draft
from bot.playground.world.lately import Pace
from bot.playground.world.messages import Message
from bot.playground.world.permissions import Permission
from bot.playground.world.places import Channel
from bot.playground.world.ports import Snowflake, moment_of
from bot.playground.world.world import World

NONCE_KEPT = timedelta(minutes=3)
# Discord publishes neither number. The first is userdoccers' (#551), the second what people saw.
OLD, OLD_EDITS = timedelta(hours=1), Pace(most=3, within=timedelta(seconds=6))
NEW_DMS = Pace(most=10, within=timedelta(minutes=10))


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
            raise too_fast(20016, wait=left)


def check_old_edit(world: World, *, message: Message) -> None:
    """An hour later a message may still be edited, but slowly: so many in a channel together."""
    now = world.ports.clock.now()
    if now - moment_of(message.id) <= OLD:
        return
    wait = world.lately.wait("old edits", message.channel, pace=OLD_EDITS, now=now)
    if wait is not None:
        raise too_fast(30046, wait=wait)


def check_new_dm(world: World, *, user: Snowflake) -> None:
    """Bots that open one direct message after the other are taken for spam."""
    now = world.ports.clock.now()
    if world.lately.wait("new dms", user, pace=NEW_DMS, now=now) is not None:
        raise refuse(40003)
