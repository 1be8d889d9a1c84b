"""Op 8: the bot asks for members of a server."""

from typing import Any, cast

from bot.playground.gateway.intents import Intent
from bot.playground.world.forms.form import as_snowflake
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.people import member_json
from bot.playground.world.world import Json, World


def chunk(world: World, data: Json, *, intents: Intent) -> Json:
    """Return the one chunk that answers; a ValueError for what Discord would not answer."""
    guild = as_snowflake(data.get("guild_id")) or Snowflake(0)
    wanted = data.get("user_ids")
    query = str(data.get("query") or "").lower()
    limit = int(data.get("limit") or 0)
    if guild not in world.guilds:
        raise ValueError("unknown guild")
    if wanted is None and not query and Intent.MEMBERS not in intents:
        raise ValueError("all members asked for without the members intent")
    members = world.members_of(guild)
    answer: Json = {"guild_id": str(guild), "chunk_index": 0, "chunk_count": 1}
    if wanted is not None:
        ids = [
            str(each)
            for each in cast("list[Any]", wanted if isinstance(wanted, list) else [wanted])
        ]
        members = [each for each in members if str(each.user) in ids]
        found = {str(each.user) for each in members}
        answer["not_found"] = [each for each in ids if each not in found]
    elif query:
        members = [each for each in members if world.users[each.user].name.startswith(query)]
    members = members[:limit] if limit else members
    answer["members"] = [member_json(world, each) for each in members]
    if data.get("nonce"):
        answer["nonce"] = data["nonce"]
    return answer
