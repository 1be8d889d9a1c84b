"""Who sees and may do what here: the permission rules applied to this world."""

from bot.playground.world.errors import refuse
from bot.playground.world.people import Member
from bot.playground.world.permissions import IN_A_DM, NONE, Permission, Standing, in_channel
from bot.playground.world.permissions import in_guild as permissions_in_guild
from bot.playground.world.places import Channel, ChannelType
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import World


def guild_permissions(world: World, *, guild: Snowflake, user: Snowflake) -> Permission:
    member = world.members.get((guild, user))
    if member is None:
        return NONE
    return permissions_in_guild(
        _standing(world, member),
        everyone=world.roles[guild].permissions,
        of_roles=[world.roles[each].permissions for each in member.roles if each in world.roles],
    )


def permissions(world: World, *, channel: Channel, user: Snowflake) -> Permission:
    """Return what the user may do in a channel, thread or DM."""
    if channel.guild is None:
        return IN_A_DM if user in channel.recipients else NONE
    member = world.members.get((channel.guild, user))
    if member is None:
        return NONE
    granted = in_channel(
        guild_permissions(world, guild=channel.guild, user=user),
        standing=_standing(world, member),
        overwrites=world.parent_of(channel).overwrites,
        is_thread=channel.is_thread,
    )
    return granted if _may_enter(world, channel, user=user, granted=granted) else NONE


def sees(world: World, *, channel: Channel, user: Snowflake) -> bool:
    return Permission.VIEW_CHANNEL in permissions(world, channel=channel, user=user)


def need(world: World, *, channel: Channel, user: Snowflake, to: Permission = NONE) -> Permission:
    """Refuse as Discord does: 50001 for who cannot see the channel, 50013 for who may not."""
    granted = permissions(world, channel=channel, user=user)
    if Permission.VIEW_CHANNEL not in granted:
        raise refuse(50001)
    if to not in granted:
        raise refuse(50013)
    return granted


def need_in_guild(
    world: World, *, guild: Snowflake, user: Snowflake, to: Permission = NONE
) -> Permission:
    world.guild(guild)
    if (guild, user) not in world.members:
        raise refuse(50001)
    granted = guild_permissions(world, guild=guild, user=user)
    if to not in granted:
        raise refuse(50013)
    return granted


def is_age_restricted(world: World, channel: Channel) -> bool:
    """Threads follow their parent; a server's own level does not make a channel count."""
    return world.parent_of(channel).nsfw


def top_role(world: World, *, guild: Snowflake, user: Snowflake) -> int:
    """Return how high a member stands; the owner stands above every role."""
    if world.guild(guild).owner == user:
        return 1_000_000
    member = world.members.get((guild, user))
    roles = [world.roles[each] for each in member.roles if each in world.roles] if member else []
    return max((role.position for role in roles), default=0)


def _may_enter(world: World, channel: Channel, *, user: Snowflake, granted: Permission) -> bool:
    if channel.type is not ChannelType.PRIVATE_THREAD or Permission.MANAGE_THREADS in granted:
        return True
    return (channel.id, user) in world.thread_members


def _standing(world: World, member: Member) -> Standing:
    until = member.timed_out_until
    return Standing(
        user=member.user,
        guild=member.guild,
        is_owner=world.guilds[member.guild].owner == member.user,
        roles=frozenset(member.roles),
        timed_out=until is not None and until > world.ports.clock.now(),
    )
