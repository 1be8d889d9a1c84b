"""A whole server, as it is told to somebody who comes into sight of it."""

from bot.playground.world.access import sees
from bot.playground.world.places import Guild
from bot.playground.world.ports import Snowflake, stamp
from bot.playground.world.show.people import member_json
from bot.playground.world.show.places import channel_json, guild_json
from bot.playground.world.world import Json, World


def guild_create_json(world: World, guild: Guild, *, viewer: Snowflake) -> Json:
    """Return GUILD_CREATE: all channels, the threads in sight, and of the members the bot.

    Without the presence intent Discord sends no other members here.
    """
    channels = world.channels_of(guild.id)
    own = world.member(guild=guild.id, user=viewer)
    return {
        **guild_json(world, guild),
        "joined_at": stamp(own.joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(world.members_of(guild.id)),
        "voice_states": [],
        "members": [member_json(world, own)],
        "channels": [channel_json(world, each) for each in channels if not each.is_thread],
        "threads": [
            channel_json(world, each, viewer=viewer)
            for each in channels
            if each.thread is not None
            and not each.thread.archived
            and sees(world, channel=each, user=viewer)
        ],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
