"""Which schemas of Discord's file describe what the gateway's events carry.

The file describes REST; events carry the same objects, with a few fields more.
"""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
Carried = tuple[str, object, str]
"""A schema's name, the object, and where in the event it stands."""

_WHOLE = {
    "MESSAGE_CREATE": "MessageResponse",
    "MESSAGE_UPDATE": "MessageResponse",
    "CHANNEL_CREATE": "GuildChannelResponse",
    "CHANNEL_UPDATE": "GuildChannelResponse",
    "CHANNEL_DELETE": "GuildChannelResponse",
    "THREAD_CREATE": "ThreadResponse",
    "THREAD_UPDATE": "ThreadResponse",
    "GUILD_UPDATE": "GuildResponse",
    "GUILD_MEMBER_ADD": "GuildMemberResponse",
    "GUILD_MEMBER_UPDATE": "GuildMemberResponse",
    "APPLICATION_COMMAND_PERMISSIONS_UPDATE": "CommandPermissionsResponse",
}
_PARTS = {
    "GUILD_ROLE_CREATE": {"role": "GuildRoleResponse"},
    "GUILD_ROLE_UPDATE": {"role": "GuildRoleResponse"},
    "GUILD_MEMBER_REMOVE": {"user": "UserResponse"},
    "MESSAGE_REACTION_ADD": {"emoji": "MessageReactionEmojiResponse"},
    "MESSAGE_REACTION_REMOVE": {"emoji": "MessageReactionEmojiResponse"},
    "INTERACTION_CREATE": {"user": "UserResponse", "message": "MessageResponse"},
    "READY": {"user": "UserResponse"},
}
_LISTS = {
    "GUILD_CREATE": {
        "channels": "GuildChannelResponse",
        "threads": "ThreadResponse",
        "roles": "GuildRoleResponse",
        "members": "GuildMemberResponse",
    },
    "GUILD_MEMBERS_CHUNK": {"members": "GuildMemberResponse"},
    "THREAD_MEMBERS_UPDATE": {"added_members": "ThreadMemberResponse"},
}


def carried(kind: str, data: Json) -> Iterator[Carried]:
    if kind in _WHOLE:
        yield _WHOLE[kind], data, "event"
    for key, schema in _PARTS.get(kind, {}).items():
        if key in data:
            yield schema, data[key], key
    for key, schema in _LISTS.get(kind, {}).items():
        for each in data.get(key, []):
            yield schema, each, key
