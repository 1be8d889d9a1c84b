"""Guilds, channels and threads in Discord's JSON."""

from bot.playground.world.permissions import Overwrite
from bot.playground.world.places import Channel, ChannelType, Guild, Tag, ThreadMember, ThreadState
from bot.playground.world.ports import Snowflake, stamp
from bot.playground.world.show.people import role_json, user_json
from bot.playground.world.world import Json, World

# What Discord tells of every server and nobody sets here.
_NOTHING = (
    "icon", "description", "home_header", "splash", "discovery_splash", "banner",
    "application_id", "afk_channel_id", "system_channel_id", "widget_channel_id",
    "vanity_url_code", "rules_channel_id", "safety_alerts_channel_id",
    "public_updates_channel_id", "incidents_data", "max_presences",
)  # fmt: skip
_ZERO = (
    "system_channel_flags", "verification_level", "default_message_notifications", "mfa_level",
    "explicit_content_filter", "premium_tier", "premium_subscription_count",
)  # fmt: skip


def channel_json(world: World, channel: Channel, *, viewer: Snowflake | None = None) -> Json:
    """Return a channel; a thread says with `viewer` whether that user has joined."""
    shown: Json = {
        "id": str(channel.id),
        "type": int(channel.type),
        "flags": channel.flags,
        "last_message_id": _maybe(channel.last_message),
    }
    if channel.is_dm:
        others = [each for each in channel.recipients if each != viewer]
        return {**shown, "recipients": [user_json(world.users[each]) for each in others]}
    shown |= {
        "guild_id": str(channel.guild),
        "name": channel.name,
        "parent_id": _maybe(channel.parent),
    }
    if channel.thread is not None:
        return {**shown, **_thread(world, channel, channel.thread, viewer=viewer)}
    if channel.type is not ChannelType.CATEGORY:
        shown |= {"topic": channel.topic, "rate_limit_per_user": channel.slow_mode}
    if channel.type in (ChannelType.FORUM, ChannelType.MEDIA):
        shown |= _forum(channel)
    if channel.default_auto_archive_minutes is not None:
        shown["default_auto_archive_duration"] = channel.default_auto_archive_minutes
    if channel.type in (ChannelType.VOICE, ChannelType.STAGE):
        shown |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
    return {
        **shown,
        "position": channel.position,
        "nsfw": channel.nsfw,
        "permission_overwrites": [overwrite_json(each) for each in channel.overwrites],
    }


def _thread(
    world: World, channel: Channel, thread: ThreadState, *, viewer: Snowflake | None
) -> Json:
    shown: Json = {
        "owner_id": str(thread.owner),
        "rate_limit_per_user": channel.slow_mode,
        # Discord stops counting the members of a thread at 50.
        "member_count": min(len(world.members_in_thread(channel.id)), 50),
        "message_count": thread.message_count,
        "total_message_sent": thread.total_sent,
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": stamp(thread.archived_at),
            "auto_archive_duration": thread.auto_archive_minutes,
            "locked": thread.locked,
            "create_timestamp": stamp(thread.created_at),
        },
    }
    if channel.type is ChannelType.PRIVATE_THREAD:
        shown["thread_metadata"]["invitable"] = thread.invitable
    if thread.applied_tags:
        shown["applied_tags"] = [str(each) for each in thread.applied_tags]
    joined = world.thread_members.get((channel.id, viewer)) if viewer else None
    return {**shown, "member": thread_member_json(joined)} if joined else shown


def _forum(channel: Channel) -> Json:
    return {
        "available_tags": [tag_json(each) for each in channel.available_tags],
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "default_forum_layout": 0,
    }


def tag_json(tag: Tag) -> Json:
    return {
        "id": str(tag.id),
        "name": tag.name,
        "moderated": tag.moderated,
        "emoji_id": None,
        "emoji_name": tag.emoji_name,
    }


def overwrite_json(overwrite: Overwrite) -> Json:
    return {
        "id": str(overwrite.target),
        "type": int(overwrite.is_member),
        "allow": str(int(overwrite.allow)),
        "deny": str(int(overwrite.deny)),
    }


def thread_member_json(member: ThreadMember) -> Json:
    return {
        "id": str(member.thread),
        "user_id": str(member.user),
        "join_timestamp": stamp(member.joined_at),
        "flags": 1,
    }


def guild_json(world: World, guild: Guild) -> Json:
    members = len(world.members_of(guild.id))
    return {
        **dict.fromkeys(_NOTHING),
        **dict.fromkeys(_ZERO, 0),
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner),
        "features": [],
        "region": "deprecated",
        "afk_timeout": 300,
        "widget_enabled": False,
        "roles": [role_json(each) for each in world.roles_of(guild.id)],
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "preferred_locale": guild.locale,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": guild.nsfw_level,
        "emojis": [],
        "stickers": [],
        "approximate_member_count": members,
        "approximate_presence_count": members,
    }


def _maybe(snowflake: Snowflake | None) -> str | None:
    return None if snowflake is None else str(snowflake)


def at_place(channel: Channel, data: Json) -> Json:
    """Say where something happened, as events about messages do."""
    where: Json = {"channel_id": str(channel.id), **data}
    return where if channel.guild is None else {**where, "guild_id": str(channel.guild)}
