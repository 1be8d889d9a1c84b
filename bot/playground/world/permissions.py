"""Who may do what: Discord's permission arithmetic, without the world around it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntFlag

from bot.playground.world.ports import Snowflake


class Permission(IntFlag):
    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_AUDIT_LOG = 1 << 7
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    SPEAK = 1 << 21
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    USE_EXTERNAL_STICKERS = 1 << 37
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    SEND_POLLS = 1 << 49
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51
    BYPASS_SLOWMODE = 1 << 52


NONE = Permission(0)
# Discord has more bits than we name; a bot that asks for one of them must not crash us.
ALL = Permission((1 << 53) - 1)
IN_A_DM = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.MENTION_EVERYONE
    | Permission.USE_APPLICATION_COMMANDS
)
EVERYONE_BY_DEFAULT = (
    Permission.CREATE_INSTANT_INVITE
    | Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CONNECT
    | Permission.SPEAK
    | Permission.CHANGE_NICKNAME
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.SEND_POLLS
    | Permission.USE_EXTERNAL_APPS
)
# A member in time-out only watches.
_TIMED_OUT = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
_NEEDS_SENDING = (
    Permission.MENTION_EVERYONE
    | Permission.SEND_TTS_MESSAGES
    | Permission.ATTACH_FILES
    | Permission.EMBED_LINKS
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Overwrite:
    target: Snowflake
    is_member: bool
    allow: Permission
    deny: Permission


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What of a member counts for permissions."""

    user: Snowflake
    guild: Snowflake
    is_owner: bool
    roles: frozenset[Snowflake]
    timed_out: bool = False


def in_guild(
    standing: Standing, *, everyone: Permission, of_roles: Iterable[Permission]
) -> Permission:
    granted = everyone
    for permission in of_roles:
        granted |= permission
    if standing.is_owner or Permission.ADMINISTRATOR in granted:
        return ALL
    return granted & _TIMED_OUT if standing.timed_out else granted


def in_channel(
    base: Permission, *, standing: Standing, overwrites: Iterable[Overwrite], is_thread: bool
) -> Permission:
    """Apply a channel's overwrites: everyone, then roles together, then the member."""
    if Permission.ADMINISTRATOR in base:
        return ALL
    granted = _overwritten(base, standing=standing, overwrites=tuple(overwrites))
    if standing.timed_out:
        granted &= _TIMED_OUT
    if Permission.VIEW_CHANNEL not in granted:
        return NONE
    speaks = Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
    return granted if speaks in granted else granted & ~_NEEDS_SENDING


def _overwritten(
    base: Permission, *, standing: Standing, overwrites: tuple[Overwrite, ...]
) -> Permission:
    granted = base
    for overwrite in overwrites:
        if overwrite.target == standing.guild:
            granted = (granted & ~overwrite.deny) | overwrite.allow
    of_roles = [each for each in overwrites if not each.is_member and each.target in standing.roles]
    deny, allow = NONE, NONE
    for overwrite in of_roles:
        deny, allow = deny | overwrite.deny, allow | overwrite.allow
    granted = (granted & ~deny) | allow
    for overwrite in overwrites:
        if overwrite.is_member and overwrite.target == standing.user:
            granted = (granted & ~overwrite.deny) | overwrite.allow
    return granted
