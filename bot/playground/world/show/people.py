"""Users, members and roles in Discord's JSON."""

from bot.playground.world.access import guild_permissions
from bot.playground.world.people import Member, Role, User
from bot.playground.world.ports import stamp
from bot.playground.world.world import Json, World


def user_json(user: User) -> Json:
    shown: Json = {
        "id": str(user.id),
        "username": user.name,
        # Bots still have a discriminator; people have none since 2023.
        "discriminator": f"{user.id % 10_000:04}" if user.is_bot else "0",
        "global_name": user.global_name,
        "avatar": user.avatar,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    return {**shown, "bot": True} if user.is_bot else shown


def member_json(world: World, member: Member, *, with_user: bool = True) -> Json:
    until = member.timed_out_until
    shown: Json = {
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(each) for each in member.roles],
        "joined_at": stamp(member.joined_at),
        "premium_since": None,
        "pending": False,
        "flags": 0,
        "mute": False,
        "deaf": False,
        "communication_disabled_until": stamp(until) if until else None,
    }
    return {**shown, "user": user_json(world.users[member.user])} if with_user else shown


def acting_member_json(world: World, member: Member, *, permissions: int) -> Json:
    """Return the member as an interaction shows them: with what they may do there."""
    return {**member_json(world, member), "permissions": str(int(permissions))}


def role_json(role: Role) -> Json:
    shown: Json = {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(int(role.permissions)),
        "position": role.position,
        "color": role.color,
        "colors": {"primary_color": role.color, "secondary_color": None, "tertiary_color": None},
        "hoist": role.hoist,
        "managed": role.managed,
        "mentionable": role.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    return {**shown, "tags": {"bot_id": str(role.of_bot)}} if role.of_bot else shown


def own_permissions(world: World, member: Member) -> str:
    return str(int(guild_permissions(world, guild=member.guild, user=member.user)))
