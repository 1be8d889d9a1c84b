"""The first event of a session."""

from bot.playground.gateway.session import Session
from bot.playground.rest.boot import application_flags, gateway_url
from bot.playground.world.show.people import user_json
from bot.playground.world.world import Json, World


def ready(world: World, session: Session) -> Json:
    bot = world.application.id
    guilds = [
        {"id": str(guild.id), "unavailable": True}
        for guild in world.guilds.values()
        if session.shard.has(guild.id) and (guild.id, bot) in world.members
    ]
    return {
        "v": 10,
        "user": {**user_json(world.bot), "verified": True, "mfa_enabled": False, "email": None},
        "guilds": guilds,
        "private_channels": [],
        "session_id": session.id,
        "resume_gateway_url": gateway_url(world),
        "session_type": "normal",
        "shard": [session.shard.number, session.shard.count],
        "application": {"id": str(bot), "flags": application_flags(world)},
        "user_settings": {},
        "relationships": [],
        "presences": [],
        "geo_ordered_rtc_regions": [],
    }
