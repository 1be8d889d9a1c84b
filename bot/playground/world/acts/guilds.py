"""Servers, their members and roles: coming, going, changing."""

from dataclasses import replace

from bot.playground.world.access import need_in_guild, top_role
from bot.playground.world.acts.wake import leave as leave_thread
from bot.playground.world.errors import refuse
from bot.playground.world.people import Member, Role
from bot.playground.world.permissions import Permission
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.guilds import guild_create_json
from bot.playground.world.show.people import member_json, role_json, user_json
from bot.playground.world.show.places import guild_json
from bot.playground.world.world import Event, Json, World


def join(world: World, *, guild: Snowflake, user: Snowflake) -> Member:
    if (guild, user) in world.members:
        return world.members[(guild, user)]
    member = Member(user=user, guild=guild, joined_at=world.ports.clock.now())
    world.members[(guild, user)] = member
    _tell(world, "GUILD_MEMBER_ADD", guild, member_json(world, member))
    return member


def invite_bot(world: World, *, guild: Snowflake, permissions: Permission) -> Member:
    """Let the bot in, with the role that its invitation brings."""
    bot = world.application.id
    role = Role(
        id=world.ports.ids.next(),
        guild=guild,
        name=world.bot.name,
        permissions=permissions,
        position=max(each.position for each in world.roles_of(guild)) + 1,
        managed=True,
        of_bot=bot,
    )
    world.roles[role.id] = role
    _tell(world, "GUILD_ROLE_CREATE", guild, {"role": role_json(role)})
    member = Member(user=bot, guild=guild, joined_at=world.ports.clock.now(), roles=(role.id,))
    world.members[(guild, bot)] = member
    _tell(world, "GUILD_MEMBER_ADD", guild, member_json(world, member))
    arrived = guild_create_json(world, world.guild(guild), viewer=bot)
    world.emit(Event(kind="GUILD_CREATE", data=arrived, guild=guild, only_for=bot))
    return member


def go(world: World, *, guild: Snowflake, user: Snowflake) -> None:
    """Let somebody leave, or put them out. Their threads lose them first."""
    world.member(guild=guild, user=user)
    for channel in world.channels_of(guild):
        if channel.is_thread:
            leave_thread(world, channel, user=user)
    gone = {"user": user_json(world.user(user))}
    if user == world.application.id:
        data = {"id": str(guild)}
        world.emit(Event(kind="GUILD_DELETE", data=data, guild=guild, only_for=user))
        own = [each for each in world.roles_of(guild) if each.of_bot == user]
        for role in own:
            del world.roles[role.id]
    del world.members[(guild, user)]
    _tell(world, "GUILD_MEMBER_REMOVE", guild, gone)


def kick(world: World, *, guild: Snowflake, user: Snowflake, by: Snowflake) -> None:
    if user != by:
        need_in_guild(world, guild=guild, user=by, to=Permission.KICK_MEMBERS)
        if top_role(world, guild=guild, user=user) >= top_role(world, guild=guild, user=by):
            raise refuse(50013)
    go(world, guild=guild, user=user)


def change_member(world: World, *, member: Member) -> Member:
    world.members[(member.guild, member.user)] = member
    _tell(world, "GUILD_MEMBER_UPDATE", member.guild, member_json(world, member))
    return member


def give_role(
    world: World, *, member: Member, role: Snowflake, by: Snowflake, take: bool = False
) -> Member:
    need_in_guild(world, guild=member.guild, user=by, to=Permission.MANAGE_ROLES)
    given = world.roles.get(role)
    if given is None or given.guild != member.guild or role == member.guild:
        raise refuse(10011)
    if given.position >= top_role(world, guild=member.guild, user=by):
        raise refuse(50013)
    others = tuple(each for each in member.roles if each != role)
    return change_member(world, member=replace(member, roles=others if take else (*others, role)))


def save_role(world: World, *, role: Role, by: Snowflake) -> Role:
    """Make or change a role: never one above one's own, never with more than one has."""
    granted = need_in_guild(world, guild=role.guild, user=by, to=Permission.MANAGE_ROLES)
    before = world.roles.get(role.id)
    added = role.permissions & ~(before.permissions if before else Permission(0))
    if added & ~granted:
        raise refuse(50013)
    if before is not None and before.position >= top_role(world, guild=role.guild, user=by):
        raise refuse(50013)
    world.roles[role.id] = role
    kind = "GUILD_ROLE_UPDATE" if before else "GUILD_ROLE_CREATE"
    _tell(world, kind, role.guild, {"role": role_json(role)})
    return role


def drop_role(world: World, *, role: Role, by: Snowflake) -> None:
    need_in_guild(world, guild=role.guild, user=by, to=Permission.MANAGE_ROLES)
    if role.id == role.guild or role.managed:
        raise refuse(50028)
    if role.position >= top_role(world, guild=role.guild, user=by):
        raise refuse(50013)
    del world.roles[role.id]
    for member in world.members_of(role.guild):
        if role.id in member.roles:
            roles = tuple(each for each in member.roles if each != role.id)
            change_member(world, member=replace(member, roles=roles))
    _tell(world, "GUILD_ROLE_DELETE", role.guild, {"role_id": str(role.id)})


def tell_guild(world: World, guild: Snowflake) -> None:
    data = guild_json(world, world.guild(guild))
    world.emit(Event(kind="GUILD_UPDATE", data=data, guild=guild))


def _tell(world: World, kind: str, guild: Snowflake, data: Json) -> None:
    world.emit(Event(kind=kind, data={"guild_id": str(guild), **data}, guild=guild))
