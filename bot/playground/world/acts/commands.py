"""Application commands: which there are, and who may use which where."""

from bot.playground.world.access import is_age_restricted, permissions
from bot.playground.world.acts.overrides import ruled
from bot.playground.world.errors import refuse
from bot.playground.world.hooks import Command
from bot.playground.world.permissions import Permission
from bot.playground.world.places import Channel
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import Event, Json, World

MOST_SLASH, MOST_MENUS = 100, 15
_IN_GUILD, _IN_BOT_DM = 0, 1


def replace_all(world: World, *, bodies: list[Json], guild: Snowflake | None) -> list[Command]:
    """Put a whole set of commands in place; one that stays the same keeps its id and version."""
    for kind, most in ((1, MOST_SLASH), (2, MOST_MENUS), (3, MOST_MENUS)):
        if sum(body["type"] == kind for body in bodies) > most:
            raise refuse(30032)
    before = {(each.type, each.name): each for each in of(world, guild=guild)}
    for each in before.values():
        del world.commands[each.id]
    made = [save(world, body=body, guild=guild, before=before) for body in bodies]
    tell(world, guild=guild)
    return made


def save(
    world: World,
    *,
    body: Json,
    guild: Snowflake | None,
    before: dict[tuple[int, str], Command] | None = None,
) -> Command:
    old = (before or {}).get((body["type"], body["name"]))
    if old is not None and old.body == body:
        command = old
    else:
        identity = world.ports.ids.next()
        command = Command(
            id=old.id if old else identity,
            guild=guild,
            version=identity,
            type=body["type"],
            name=body["name"],
            body=body,
        )
    world.commands[command.id] = command
    return command


def tell(world: World, *, guild: Snowflake | None) -> None:
    """Tell the pages, as Discord tells its clients, that there are other commands now."""
    for each in world.guilds if guild is None else (guild,):
        data = {"guild_id": str(each)}
        kind = "GUILD_APPLICATION_COMMAND_INDEX_UPDATE"
        world.emit(Event(kind=kind, data=data, guild=each, page_only=True))


def of(world: World, *, guild: Snowflake | None) -> list[Command]:
    return [each for each in world.commands.values() if each.guild == guild]


def usable(world: World, *, channel: Channel, user: Snowflake) -> list[Command]:
    """Return what a member finds in the picker there."""
    return [
        each
        for each in world.commands.values()
        if each.guild in (None, channel.guild) and may_use(world, each, channel=channel, user=user)
    ]


def may_use(world: World, command: Command, *, channel: Channel, user: Snowflake) -> bool:
    body = command.body
    fits = _fits_context(world, body, channel=channel)
    if not fits or (body.get("nsfw") and not is_age_restricted(world, channel)):
        return False
    if channel.guild is None:
        return True
    granted = permissions(world, channel=channel, user=user)
    if Permission.USE_APPLICATION_COMMANDS not in granted:
        return False
    if Permission.ADMINISTRATOR in granted:
        return True
    member = world.member(guild=channel.guild, user=user)
    said = ruled(world, command, channel=channel, member=member)
    return _by_default(body, granted) if said is None else said


def _by_default(body: Json, granted: Permission) -> bool:
    default = body.get("default_member_permissions")
    if default is None:
        return True
    needed = Permission(int(default))
    # "0" means: nobody but administrators.
    return bool(needed) and needed in granted


def _fits_context(world: World, body: Json, *, channel: Channel) -> bool:
    contexts = body.get("contexts")
    if channel.guild is not None:
        if (channel.guild, world.application.id) not in world.members:
            return False
        return contexts is None or _IN_GUILD in contexts
    if contexts is None:
        return body.get("dm_permission") is not False
    return _IN_BOT_DM in contexts
