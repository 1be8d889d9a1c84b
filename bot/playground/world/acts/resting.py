"""Threads in which nobody has spoken for a while are archived."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.playground.world.acts.wake import tell_thread
from bot.playground.world.places import Channel, ThreadState
from bot.playground.world.ports import moment_of
from bot.playground.world.world import World


def archive_quiet(world: World) -> None:
    """Archive every thread whose time is up; what is locked or archived stays as it is."""
    now = world.ports.clock.now()
    for channel in tuple(world.channels.values()):
        thread = channel.thread
        if thread is None or thread.archived:
            continue
        if now >= _last_stir(channel, thread) + timedelta(minutes=thread.auto_archive_minutes):
            asleep = replace(channel, thread=replace(thread, archived=True, archived_at=now))
            world.channels[channel.id] = asleep
            tell_thread(world, "THREAD_UPDATE", asleep)


def _last_stir(channel: Channel, thread: ThreadState) -> datetime:
    """When it was opened or reopened, or when somebody last spoke in it."""
    spoken = [] if channel.last_message is None else [moment_of(channel.last_message)]
    return max(thread.created_at, thread.archived_at, *spoken)
