"""What one member sees: the first frame of the page's socket, and which events follow."""

from bot.playground.world.access import permissions
from bot.playground.world.permissions import Permission
from bot.playground.world.places import Channel, Guild
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.people import member_json, own_permissions, user_json
from bot.playground.world.show.places import channel_json, guild_json
from bot.playground.world.world import Event, Json, World

TYPING_SECONDS = 10
# After these, a member may see more or less than before.
CHANGES_SIGHT = frozenset(
    {
        "CHANNEL_UPDATE",
        "GUILD_ROLE_UPDATE",
        "GUILD_ROLE_DELETE",
        "GUILD_MEMBER_UPDATE",
        "GUILD_MEMBER_ADD",
        "GUILD_MEMBER_REMOVE",
        "GUILD_UPDATE",
        "THREAD_MEMBERS_UPDATE",
    }
)


def sight_of(world: World, user: Snowflake) -> dict[Snowflake, Permission]:
    """Return the channels in sight, and what the member may do there."""
    found = {
        channel.id: permissions(world, channel=channel, user=user)
        for channel in world.channels.values()
    }
    return {each: granted for each, granted in found.items() if Permission.VIEW_CHANNEL in granted}


def world_frame(world: World, user: Snowflake) -> Json:
    sight = sight_of(world, user)
    bot = world.bot
    return {
        "me": user_json(world.users[user]),
        "people": [user_json(each) for each in world.users.values() if not each.is_bot],
        "bot": user_json(bot),
        "guilds": [
            _guild(world, guild, user=user, sight=sight)
            for guild in world.guilds.values()
            if (guild.id, user) in world.members
        ],
        "dms": [
            seen_channel(world, world.channels[each], user=user)
            for each in sight
            if world.channels[each].is_dm
        ],
        "typing_timeout": TYPING_SECONDS,
    }


def seen_channel(world: World, channel: Channel, *, user: Snowflake) -> Json:
    """Return a channel with what this member may do there and how far they have read."""
    granted = permissions(world, channel=channel, user=user)
    read = world.reads.get((user, channel.id))
    return {
        **channel_json(world, channel, viewer=user),
        "permissions": str(int(granted)),
        "last_read_id": str(read) if read else None,
    }


def _guild(
    world: World, guild: Guild, *, user: Snowflake, sight: dict[Snowflake, Permission]
) -> Json:
    channels = [world.channels[each] for each in sight if world.channels[each].guild == guild.id]
    return {
        **guild_json(world, guild),
        "channels": [
            seen_channel(world, each, user=user) for each in channels if not each.is_thread
        ],
        "threads": [
            {
                **seen_channel(world, each, user=user),
                "members": [str(one.user) for one in world.members_in_thread(each.id)],
            }
            for each in channels
            if each.is_thread
        ],
        "members": [member_json(world, each) for each in world.members_of(guild.id)],
        "permissions": own_permissions(world, world.member(guild=guild.id, user=user)),
    }


def is_for(world: World, event: Event, *, user: Snowflake) -> bool:
    if event.only_for is not None:
        return event.only_for == user
    if event.channel is not None:
        channel = world.channels.get(event.channel)
        granted = permissions(world, channel=channel, user=user) if channel else Permission(0)
        return Permission.VIEW_CHANNEL in granted
    return event.guild is None or (event.guild, user) in world.members


def shown_to(world: World, event: Event, *, user: Snowflake) -> Json:
    """Return the event's data for the page: channels come with this member's permissions."""
    identity = event.channel
    if not event.kind.startswith(("CHANNEL_", "THREAD_CREATE", "THREAD_UPDATE")):
        return event.data
    channel = world.channels.get(identity) if identity else None
    if channel is None:
        return event.data
    return {**event.data, **seen_channel(world, channel, user=user)}
