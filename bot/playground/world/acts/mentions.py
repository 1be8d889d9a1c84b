"""Whom a text pings, given what its sender allowed."""

import re
from dataclasses import dataclass

from bot.playground.world.forms.drafts import AllowedMentions
from bot.playground.world.messages import Mentions
from bot.playground.world.permissions import Permission
from bot.playground.world.places import Channel
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import World

EVERYBODY = AllowedMentions(
    parse=frozenset({"users", "roles", "everyone"}), users=(), roles=(), replied_user=True
)
# Webhooks and answers to interactions ping only users unless they say otherwise.
ONLY_USERS = AllowedMentions(parse=frozenset({"users"}), replied_user=True)

_USER = re.compile(r"<@!?(\d{1,20})>")
_ROLE = re.compile(r"<@&(\d{1,20})>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ping:
    """What decides besides the text: who may ping all, and who is being answered."""

    allowed: AllowedMentions
    permissions: Permission
    replied_to: Snowflake | None = None


def mentions_in(world: World, content: str, *, channel: Channel, ping: Ping) -> Mentions:
    allowed = ping.allowed
    users = [each for each in _ids(_USER, content) if each in world.users]
    users = [each for each in users if "users" in allowed.parse or each in allowed.users]
    if ping.replied_to in world.users and allowed.replied_user and ping.replied_to not in users:
        users.append(Snowflake(ping.replied_to or 0))
    may_ping_all = Permission.MENTION_EVERYONE in ping.permissions
    roles = [
        each
        for each in _ids(_ROLE, content)
        if each in world.roles
        and world.roles[each].guild == channel.guild
        and ("roles" in allowed.parse or each in allowed.roles)
        and (may_ping_all or world.roles[each].mentionable)
    ]
    everyone = "everyone" in allowed.parse and may_ping_all and bool(_EVERYONE.search(content))
    return Mentions(users=tuple(users), roles=tuple(roles), everyone=everyone)


def _ids(pattern: re.Pattern[str], content: str) -> list[Snowflake]:
    return list(dict.fromkeys(Snowflake(int(each)) for each in pattern.findall(content)))
