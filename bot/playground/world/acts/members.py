"""What moderators do to a member: nickname, roles, time-out."""

from datetime import timedelta

from bot.playground.world.access import guild_permissions, need_in_guild, top_role
from bot.playground.world.acts.guilds import change_member
from bot.playground.world.errors import fault, refuse
from bot.playground.world.people import Member
from bot.playground.world.permissions import NONE, Permission
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import World

LONGEST_TIME_OUT = timedelta(days=28)


def moderate(world: World, *, member: Member, to: Member, by: Snowflake) -> Member:
    """Change somebody, within one's permissions and only below one's own highest role."""
    need_in_guild(world, guild=member.guild, user=by, to=_needed(member, to, by=by))
    mine = top_role(world, guild=member.guild, user=by)
    if member.user != by and top_role(world, guild=member.guild, user=member.user) >= mine:
        raise refuse(50013)
    _check_roles(world, set(member.roles) ^ set(to.roles), guild=member.guild, below=mine)
    if to.timed_out_until != member.timed_out_until:
        _check_time_out(world, to)
    return change_member(world, member=to)


def _needed(member: Member, to: Member, *, by: Snowflake) -> Permission:
    needed = NONE
    if to.nick != member.nick:
        own = member.user == by
        needed |= Permission.CHANGE_NICKNAME if own else Permission.MANAGE_NICKNAMES
    if to.roles != member.roles:
        needed |= Permission.MANAGE_ROLES
    if to.timed_out_until != member.timed_out_until:
        needed |= Permission.MODERATE_MEMBERS
    return needed


def _check_roles(world: World, changed: set[Snowflake], *, guild: Snowflake, below: int) -> None:
    for each in changed:
        role = world.roles.get(each)
        if role is None or role.guild != guild or role.id == guild:
            raise refuse(10011)
        if role.position >= below or role.managed:
            raise refuse(50013)


def _check_time_out(world: World, member: Member) -> None:
    """Nobody silences an administrator, and nobody is silenced for more than four weeks."""
    granted = guild_permissions(world, guild=member.guild, user=member.user)
    if Permission.ADMINISTRATOR in granted:
        raise refuse(50013)
    until = member.timed_out_until
    if until is not None and until > world.ports.clock.now() + LONGEST_TIME_OUT:
        raise fault(
            "communication_disabled_until",
            code="BASE_TYPE_MAX",
            message="A time-out ends within 28 days.",
        )
