"""Where lines are shown: a channel, a thread, a forum post or a DM."""

from dataclasses import dataclass

import discord

from bot.engine.ids import ChannelId
from bot.stage.faults import ChannelGone, LacksPermission

Room = (
    discord.TextChannel
    | discord.VoiceChannel
    | discord.StageChannel
    | discord.Thread
    | discord.DMChannel
    | discord.PartialMessageable
)
"""What a message can be sent to."""
Home = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.ForumChannel
"""What a webhook can live on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """`home`: where the place's webhooks live (a thread's parent); None in a DM."""

    room: Room
    home: Home | None

    @property
    def id(self) -> ChannelId:
        return ChannelId(self.room.id)

    @property
    def thread(self) -> discord.Thread | None:
        return self.room if isinstance(self.room, discord.Thread) else None

    @property
    def budget(self) -> ChannelId:
        """Webhook calls are counted per channel, its threads included."""
        return self.id if self.home is None else ChannelId(self.home.id)

    @property
    def granted(self) -> discord.Permissions | None:
        """The bot's permissions there. None where there are none to have: in a DM."""
        if self.home is None or isinstance(self.room, discord.PartialMessageable):
            return None
        me = self.home.guild.me
        if isinstance(self.room, discord.Thread) and self.room.parent is None:
            return self.home.permissions_for(me)  # a thread asks its parent, which is not cached
        return self.room.permissions_for(me)


async def place_of(client: discord.Client, channel: ChannelId) -> Place:
    """Find the channel, also a DM or an archived thread that the cache does not hold.

    Raises:
        ChannelGone: deleted, or out of the bot's sight.
    """
    found = client.get_channel(channel)
    if found is None:
        try:
            found = await client.fetch_channel(channel)
        except (discord.NotFound, discord.Forbidden) as error:
            raise ChannelGone from error
    if isinstance(found, discord.Thread):
        return Place(room=found, home=await _parent(client, found))
    if isinstance(found, (discord.TextChannel, discord.VoiceChannel, discord.StageChannel)):
        return Place(room=found, home=found)
    if isinstance(found, discord.DMChannel):
        return Place(room=found, home=None)
    raise ChannelGone


async def _parent(client: discord.Client, thread: discord.Thread) -> Home:
    parent = thread.parent
    if parent is None:
        place = await client.fetch_channel(thread.parent_id)
        if not isinstance(place, (discord.TextChannel, discord.ForumChannel)):
            raise ChannelGone
        return place
    return parent


def missing(place: Place) -> tuple[str, ...]:
    """Discord's names of the permissions that the bot needs there and does not have."""
    granted = place.granted
    if granted is None:
        return ()
    in_thread = place.thread is not None
    needed = {
        "View Channel": granted.view_channel,
        "Send Messages in Threads": granted.send_messages_in_threads or not in_thread,
        "Send Messages": granted.send_messages or in_thread,
        "Attach Files": granted.attach_files,
        "Read Message History": granted.read_message_history,
    }
    return tuple(name for name, has in needed.items() if not has)


def require(place: Place) -> None:
    """Refuse where the bot could not show a line, before anything is begun there.

    Raises:
        LacksPermission: names everything that is missing at once.
    """
    if names := missing(place):
        raise LacksPermission(needs=", ".join(names))
