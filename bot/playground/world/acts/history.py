"""Reading back what was said."""

from dataclasses import dataclass
from itertools import islice

from bot.playground.world.access import need
from bot.playground.world.errors import refuse
from bot.playground.world.messages import Message
from bot.playground.world.permissions import Permission
from bot.playground.world.places import HAS_MESSAGES, Channel
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    limit: int
    before: Snowflake | None = None
    after: Snowflake | None = None
    around: Snowflake | None = None


def window(world: World, *, channel: Channel, viewer: Snowflake, wish: Window) -> list[Message]:
    """Return the newest first. Who may not read back gets an empty list, as at Discord."""
    if channel.type not in HAS_MESSAGES:
        raise refuse(50008)
    granted = need(world, channel=channel, user=viewer)
    if Permission.READ_MESSAGE_HISTORY not in granted:
        return []
    there = world.messages.get(channel.id, {})
    if wish.around is not None:
        half = wish.limit // 2
        older = _older(there, than=Snowflake(wish.around + 1), limit=half + 1)
        newer = _newer(there, than=wish.around, limit=wish.limit - len(older))
        return [*reversed(newer), *older]
    if wish.after is not None:
        return list(reversed(_newer(there, than=wish.after, limit=wish.limit)))
    return _older(there, than=wish.before, limit=wish.limit)


def _older(there: dict[Snowflake, Message], *, than: Snowflake | None, limit: int) -> list[Message]:
    found = (
        each
        for identity, each in reversed(there.items())
        if (than is None or identity < than) and each.only_for is None
    )
    return list(islice(found, limit))


def _newer(there: dict[Snowflake, Message], *, than: Snowflake, limit: int) -> list[Message]:
    newer: list[Message] = []
    for identity, each in reversed(there.items()):
        if identity <= than:
            break
        if each.only_for is None:
            newer.append(each)
    newer.reverse()
    return newer[:limit]
