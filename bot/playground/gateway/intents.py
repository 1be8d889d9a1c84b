"""Which events a bot gets: by intent, by shard, by what it may see."""

from dataclasses import dataclass
from enum import IntFlag

from bot.playground.world.access import sees
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import Application, Event, Json, World


class Intent(IntFlag):
    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    WEBHOOKS = 1 << 5
    PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_REACTIONS = 1 << 10
    GUILD_TYPING = 1 << 11
    DM_MESSAGES = 1 << 12
    DM_REACTIONS = 1 << 13
    DM_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


KNOWN_INTENTS = (1 << 26) - 1
_HERE_AND_IN_DMS = {
    "MESSAGE_CREATE": (Intent.GUILD_MESSAGES, Intent.DM_MESSAGES),
    "MESSAGE_UPDATE": (Intent.GUILD_MESSAGES, Intent.DM_MESSAGES),
    "MESSAGE_DELETE": (Intent.GUILD_MESSAGES, Intent.DM_MESSAGES),
    "MESSAGE_DELETE_BULK": (Intent.GUILD_MESSAGES, Intent.DM_MESSAGES),
    "MESSAGE_REACTION_ADD": (Intent.GUILD_REACTIONS, Intent.DM_REACTIONS),
    "MESSAGE_REACTION_REMOVE": (Intent.GUILD_REACTIONS, Intent.DM_REACTIONS),
    "TYPING_START": (Intent.GUILD_TYPING, Intent.DM_TYPING),
}
_OF_MEMBERS = frozenset({"GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE", "GUILD_MEMBER_REMOVE"})
_OTHERS = {
    "INTERACTION_CREATE": Intent(0),
    "APPLICATION_COMMAND_PERMISSIONS_UPDATE": Intent(0),
    "WEBHOOKS_UPDATE": Intent.WEBHOOKS,
}
# Bots are told of every channel of a server, but of threads and messages only what they see.
_TO_ALL_IN_GUILD = ("CHANNEL_",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    number: int = 0
    count: int = 1

    def has(self, guild: Snowflake | None) -> bool:
        if guild is None:
            return self.number == 0
        return (guild >> 22) % self.count == self.number


def refused_intents(application: Application, intents: int) -> bool:
    """Tell whether a bot asks for privileged intents that its portal has switched off."""
    wanted = Intent(intents & KNOWN_INTENTS)
    return (
        (Intent.MESSAGE_CONTENT in wanted and not application.may_read_content)
        or (Intent.MEMBERS in wanted and not application.may_see_members)
        or (Intent.PRESENCES in wanted and not application.may_see_presences)
    )


def what_the_bot_gets(world: World, event: Event, *, intents: Intent, shard: Shard) -> Json | None:
    bot = world.application.id
    is_told = (
        shard.has(event.guild)
        and _is_addressed(world, event, bot=bot)
        and _is_wanted(event, intents=intents, bot=bot)
    )
    if not is_told:
        return None
    if event.kind == "THREAD_MEMBERS_UPDATE" and Intent.MEMBERS not in intents:
        return _only_about(event.data, bot=bot)
    if event.kind in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and Intent.MESSAGE_CONTENT not in intents:
        return _without_content(event, bot=bot)
    return event.data


def _is_addressed(world: World, event: Event, *, bot: Snowflake) -> bool:
    if event.page_only or event.only_for not in (None, bot):
        return False
    return event.only_for == bot or _is_in_sight(world, event, bot=bot)


def _is_in_sight(world: World, event: Event, *, bot: Snowflake) -> bool:
    if event.guild is not None and (event.guild, bot) not in world.members:
        return False
    if event.channel is None or event.kind.startswith(_TO_ALL_IN_GUILD):
        return True
    channel = world.channels.get(event.channel)
    return channel is not None and sees(world, channel=channel, user=bot)


def _is_wanted(event: Event, *, intents: Intent, bot: Snowflake) -> bool:
    if event.kind in _OF_MEMBERS:
        # Of itself a bot hears only changes: that it came or went are GUILD_CREATE and _DELETE.
        if event.data["user"]["id"] == str(bot):
            return event.kind == "GUILD_MEMBER_UPDATE"
        return Intent.MEMBERS in intents
    if event.kind in _HERE_AND_IN_DMS:
        here, in_dms = _HERE_AND_IN_DMS[event.kind]
        return (in_dms if event.guild is None else here) in intents
    return _OTHERS.get(event.kind, Intent.GUILDS) in intents


def _only_about(data: Json, *, bot: Snowflake) -> Json | None:
    """Without the members intent a bot hears only that it came or went itself."""
    came = [each for each in data.get("added_members", []) if each["user_id"] == str(bot)]
    went = [each for each in data.get("removed_member_ids", []) if each == str(bot)]
    if not came and not went:
        return None
    rest = {
        name: value
        for name, value in data.items()
        if name not in ("added_members", "removed_member_ids")
    }
    if came:
        rest["added_members"] = came
    if went:
        rest["removed_member_ids"] = went
    return rest


def _without_content(event: Event, *, bot: Snowflake) -> Json:
    """Withhold what was said, except to the bot, by it, or in its DM."""
    data = event.data
    mentioned = any(each["id"] == str(bot) for each in data["mentions"])
    is_own = data["author"]["id"] == str(bot) or data.get("application_id") == str(bot)
    if event.guild is None or mentioned or is_own:
        return data
    return {**data, "content": "", "embeds": [], "attachments": [], "components": []}
