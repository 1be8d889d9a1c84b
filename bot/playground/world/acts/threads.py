"""Who is in a thread, and which threads there are."""

from bot.playground.world.access import need, sees
from bot.playground.world.acts.wake import enter, leave, need_awake
from bot.playground.world.errors import refuse
from bot.playground.world.permissions import Permission
from bot.playground.world.places import Channel, ChannelType
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import World


def join(world: World, *, thread: Channel, user: Snowflake) -> None:
    _need_thread(thread)
    need(world, channel=thread, user=user)
    need_awake(thread)
    enter(world, thread, user=user)


def add(world: World, *, thread: Channel, user: Snowflake, by: Snowflake) -> None:
    _need_thread(thread)
    speaks = Permission.SEND_MESSAGES_IN_THREADS
    granted = need(world, channel=thread, user=by, to=speaks)
    need_awake(thread)
    state = thread.thread
    is_closed = thread.type is ChannelType.PRIVATE_THREAD and state and not state.invitable
    is_owner = state is not None and state.owner == by
    if is_closed and not is_owner and Permission.MANAGE_THREADS not in granted:
        raise refuse(50013)
    parent = world.parent_of(thread)
    world.user(user)
    if not sees(world, channel=parent, user=user):
        raise refuse(50001)
    enter(world, thread, user=user)


def put_out(world: World, *, thread: Channel, user: Snowflake, by: Snowflake) -> None:
    _need_thread(thread)
    granted = need(world, channel=thread, user=by)
    need_awake(thread)
    owns_private = (
        thread.type is ChannelType.PRIVATE_THREAD
        and thread.thread is not None
        and thread.thread.owner == by
    )
    if user != by and not owns_private and Permission.MANAGE_THREADS not in granted:
        raise refuse(50013)
    if (thread.id, user) not in world.thread_members:
        raise refuse(10007)
    leave(world, thread, user=user)


def active(world: World, *, guild: Snowflake, user: Snowflake) -> list[Channel]:
    return [
        each
        for each in world.channels_of(guild)
        if each.thread is not None
        and not each.thread.archived
        and sees(world, channel=each, user=user)
    ]


def archived(world: World, *, parent: Channel, is_private: bool) -> list[Channel]:
    """Return the archived threads of a channel, the last archived first."""
    found = [
        (each.thread.archived_at, each)
        for each in world.channels.values()
        if each.parent == parent.id
        and each.thread is not None
        and each.thread.archived
        and (each.type is ChannelType.PRIVATE_THREAD) == is_private
    ]
    return [each for _, each in sorted(found, key=lambda pair: pair[0], reverse=True)]


def _need_thread(channel: Channel) -> None:
    if not channel.is_thread:
        raise refuse(50024)
