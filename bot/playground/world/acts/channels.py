"""Channels: making, changing and deleting them, and their overwrites."""

from dataclasses import replace

from bot.playground.world.access import need, need_in_guild
from bot.playground.world.acts.wake import tell_thread
from bot.playground.world.errors import refuse
from bot.playground.world.permissions import Overwrite, Permission
from bot.playground.world.places import Channel, ThreadState
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.places import channel_json
from bot.playground.world.world import Event, World


def make(world: World, *, channel: Channel, user: Snowflake) -> Channel:
    need_in_guild(
        world, guild=Snowflake(channel.guild or 0), user=user, to=Permission.MANAGE_CHANNELS
    )
    world.channels[channel.id] = channel
    tell(world, "CHANNEL_CREATE", channel)
    return channel


def change(world: World, *, channel: Channel, to: Channel, user: Snowflake) -> Channel:
    if channel.guild is None:
        raise refuse(50003)
    if channel.thread is not None and to.thread is not None:
        return _change_thread(world, channel=channel, to=to, user=user)
    needed = Permission.MANAGE_CHANNELS
    if to.overwrites != channel.overwrites:
        needed |= Permission.MANAGE_ROLES
    need(world, channel=channel, user=user, to=needed)
    world.channels[to.id] = to
    tell(world, "CHANNEL_UPDATE", to)
    return to


def _change_thread(world: World, *, channel: Channel, to: Channel, user: Snowflake) -> Channel:
    """A thread's owner may rename, archive and reopen it; locking needs Manage Threads."""
    before, after = channel.thread, to.thread
    assert before is not None and after is not None  # noqa: S101, PT018
    granted = need(world, channel=channel, user=user)
    manages = Permission.MANAGE_THREADS in granted
    only_wakes = after == replace(before, archived=False) and to == replace(channel, thread=after)
    if not manages:
        if before.locked or after.locked or to.slow_mode != channel.slow_mode:
            raise refuse(50013)
        speaks = Permission.SEND_MESSAGES_IN_THREADS in granted
        if before.owner != user and not (only_wakes and speaks):
            raise refuse(50013)
    if before.archived and after.archived and not _only_locks(before, after):
        raise refuse(50083)
    if before.archived != after.archived:
        after = replace(after, archived_at=world.ports.clock.now())
    to = replace(to, thread=after)
    world.channels[to.id] = to
    tell_thread(world, "THREAD_UPDATE", to)
    return to


def _only_locks(before: ThreadState, after: ThreadState) -> bool:
    return replace(before, locked=after.locked) == after


def delete(world: World, *, channel: Channel, user: Snowflake) -> None:
    if channel.guild is None:
        need(world, channel=channel, user=user)
        return
    needed = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
    need(world, channel=channel, user=user, to=needed)
    erase(world, channel=channel)


def erase(world: World, *, channel: Channel) -> None:
    """Delete a channel with all that hangs on it: threads, messages, webhooks, answers."""
    for thread in [each for each in world.channels.values() if each.parent == channel.id]:
        if thread.is_thread:
            _forget(world, thread)
        else:
            world.channels[thread.id] = replace(thread, parent=None)
            tell(world, "CHANNEL_UPDATE", world.channels[thread.id])
    for webhook in [each for each in world.webhooks.values() if each.channel == channel.id]:
        del world.webhooks[webhook.id]
    if channel.is_thread:
        data = {
            "id": str(channel.id),
            "guild_id": str(channel.guild),
            "parent_id": str(channel.parent),
            "type": int(channel.type),
        }
        event = Event(kind="THREAD_DELETE", data=data, guild=channel.guild, channel=channel.id)
    else:
        data = channel_json(world, channel)
        event = Event(kind="CHANNEL_DELETE", data=data, guild=channel.guild, channel=channel.id)
    # Told while the channel still stands, so that it can be decided who sees it.
    world.emit(event)
    _forget(world, channel)


def _forget(world: World, channel: Channel) -> None:
    del world.channels[channel.id]
    for message in world.messages.pop(channel.id, {}).values():
        for attachment in message.attachments:
            world.files.pop(attachment.id, None)
    for key in [key for key in world.thread_members if key[0] == channel.id]:
        del world.thread_members[key]


def set_overwrite(
    world: World, *, channel: Channel, overwrite: Overwrite, user: Snowflake
) -> Channel:
    granted = need(world, channel=channel, user=user, to=Permission.MANAGE_ROLES)
    # Nobody hands out or takes away what they do not have.
    if (overwrite.allow | overwrite.deny) & ~granted:
        raise refuse(50013)
    others = [each for each in channel.overwrites if each.target != overwrite.target]
    return _with_overwrites(world, channel, (*others, overwrite))


def drop_overwrite(
    world: World, *, channel: Channel, target: Snowflake, user: Snowflake
) -> Channel:
    need(world, channel=channel, user=user, to=Permission.MANAGE_ROLES)
    left = tuple(each for each in channel.overwrites if each.target != target)
    if left == channel.overwrites:
        raise refuse(10009)
    return _with_overwrites(world, channel, left)


def _with_overwrites(world: World, channel: Channel, overwrites: tuple[Overwrite, ...]) -> Channel:
    if channel.is_thread or channel.guild is None:
        raise refuse(50024)
    changed = replace(channel, overwrites=overwrites)
    world.channels[changed.id] = changed
    tell(world, "CHANNEL_UPDATE", changed)
    return changed


def tell(world: World, kind: str, channel: Channel) -> None:
    data = channel_json(world, channel)
    world.emit(Event(kind=kind, data=data, guild=channel.guild, channel=channel.id))
