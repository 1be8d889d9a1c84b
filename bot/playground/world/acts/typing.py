"""Typing: shown for ten seconds, or until the message comes."""

from bot.playground.world.access import need
from bot.playground.world.acts.sending import to_speak
from bot.playground.world.errors import refuse
from bot.playground.world.places import HAS_MESSAGES, Channel
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.people import member_json
from bot.playground.world.world import Event, Json, World


def typing(world: World, *, channel: Channel, user: Snowflake) -> None:
    if channel.type not in HAS_MESSAGES:
        raise refuse(50008)
    need(world, channel=channel, user=user, to=to_speak(channel))
    data: Json = {
        "channel_id": str(channel.id),
        "user_id": str(user),
        "timestamp": int(world.ports.clock.now().timestamp()),
    }
    if channel.guild is not None:
        member = world.member(guild=channel.guild, user=user)
        data |= {"guild_id": str(channel.guild), "member": member_json(world, member)}
    world.emit(Event(kind="TYPING_START", data=data, guild=channel.guild, channel=channel.id))
