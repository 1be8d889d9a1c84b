"""Archived and locked threads: speaking wakes one, changing what lies in it does not."""

from dataclasses import replace

from bot.playground.world.access import sees
from bot.playground.world.errors import refuse
from bot.playground.world.permissions import Permission
from bot.playground.world.places import Channel, ChannelType, ThreadMember
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.people import member_json
from bot.playground.world.show.places import channel_json, thread_member_json
from bot.playground.world.world import Event, Json, World


def wake(world: World, channel: Channel, *, granted: Permission) -> Channel:
    """Unarchive a thread because somebody speaks in it."""
    thread = channel.thread
    if thread is None:
        return channel
    if thread.locked and Permission.MANAGE_THREADS not in granted:
        # In one that is archived as well, this is what bots report (discord-api-docs #5517).
        raise refuse(50083 if thread.archived else 160005)
    if thread.archived:
        now = world.ports.clock.now()
        channel = replace(channel, thread=replace(thread, archived=False, archived_at=now))
        world.channels[channel.id] = channel
        tell_thread(world, "THREAD_UPDATE", channel)
    return channel


def need_awake(channel: Channel) -> None:
    """Refuse what Discord does not allow in an archived thread: edits, deletions, reactions."""
    if channel.thread is not None and channel.thread.archived:
        raise refuse(50083)


def tell_thread(world: World, kind: str, channel: Channel, *, more: Json | None = None) -> None:
    world.emit(
        Event(
            kind=kind,
            data={**channel_json(world, channel), **(more or {})},
            guild=channel.guild,
            channel=channel.id,
        )
    )


def enter(world: World, channel: Channel, *, user: Snowflake) -> None:
    """Make the user a member of the thread, once."""
    if (channel.id, user) in world.thread_members:
        return
    member = ThreadMember(thread=channel.id, user=user, joined_at=world.ports.clock.now())
    world.thread_members[(channel.id, user)] = member
    shown = thread_member_json(member)
    if channel.type is ChannelType.PRIVATE_THREAD:
        # Whoever comes into a private thread first hears of it now.
        known = channel_json(world, world.channels[channel.id], viewer=user)
        world.emit(Event(kind="THREAD_CREATE", data=known, guild=channel.guild, only_for=user))
    in_guild = world.members.get((Snowflake(channel.guild or 0), user))
    if in_guild is not None:
        shown = {**shown, "member": member_json(world, in_guild), "presence": None}
    tell_members(world, channel, {"added_members": [shown]})


def leave(world: World, channel: Channel, *, user: Snowflake) -> None:
    if world.thread_members.pop((channel.id, user), None) is not None:
        tell_members(world, channel, {"removed_member_ids": [str(user)]}, user=user)


def tell_members(
    world: World, channel: Channel, change: Json, *, user: Snowflake | None = None
) -> None:
    shown: Json = {
        "id": str(channel.id),
        "guild_id": str(channel.guild),
        "member_count": min(len(world.members_in_thread(channel.id)), 50),
        **change,
    }
    world.emit(
        Event(kind="THREAD_MEMBERS_UPDATE", data=shown, guild=channel.guild, channel=channel.id)
    )
    if user is not None and not sees(world, channel=channel, user=user):
        # Who was put out of a private thread is told too, though they no longer see it.
        world.emit(
            Event(kind="THREAD_MEMBERS_UPDATE", data=shown, guild=channel.guild, only_for=user)
        )
