"""Direct messages: one channel for each pair."""

from bot.playground.world.acts.pacing import check_new_dm
from bot.playground.world.places import Channel, ChannelType
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.places import channel_json
from bot.playground.world.world import Event, World


def open_dm(world: World, *, one: Snowflake, other: Snowflake) -> Channel:
    world.user(one)
    world.user(other)
    for channel in world.channels.values():
        if channel.is_dm and set(channel.recipients) == {one, other}:
            return channel
    if world.users[one].is_bot:
        check_new_dm(world, user=one)
    made = Channel(
        id=world.ports.ids.next(), type=ChannelType.DM, recipients=tuple(sorted((one, other)))
    )
    world.channels[made.id] = made
    for user in made.recipients:
        # Bots are not told: a DM is known to them by its first message.
        shown = channel_json(world, made, viewer=user)
        world.emit(Event(kind="CHANNEL_CREATE", data=shown, only_for=user, page_only=True))
    return made
