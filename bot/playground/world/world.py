"""The world: everything that the local Discord knows, and who is told when it changes."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bot.playground.world.errors import refuse
from bot.playground.world.hooks import Command, CommandRules, Interaction, Webhook
from bot.playground.world.lately import Lately
from bot.playground.world.links import Links
from bot.playground.world.messages import Message
from bot.playground.world.people import Member, Role, User
from bot.playground.world.places import Channel, Guild, ThreadMember
from bot.playground.world.ports import Ports, Snowflake
from bot.playground.world.proxying import Proxy

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something happened. `data` is what Discord would dispatch; nobody may change it."""

    kind: str
    data: Json
    guild: Snowflake | None = None
    # Only who sees this channel is told.
    channel: Snowflake | None = None
    # Only this person is told (ephemeral answers, modals).
    only_for: Snowflake | None = None
    # People, but not the bot: what Discord does not dispatch to bots.
    page_only: bool = False


Listener = Callable[[Event], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """The bot's application, as the developer portal has it."""

    id: Snowflake
    token: str
    name: str
    # Privileged intents that were switched on in the portal.
    may_read_content: bool = True
    may_see_members: bool = True
    may_see_presences: bool = True


class World:
    def __init__(self, *, ports: Ports, application: Application, links: Links) -> None:
        self.ports = ports
        self.application = application
        self.links = links
        self.users: dict[Snowflake, User] = {}
        self.guilds: dict[Snowflake, Guild] = {}
        self.roles: dict[Snowflake, Role] = {}
        self.members: dict[tuple[Snowflake, Snowflake], Member] = {}
        self.channels: dict[Snowflake, Channel] = {}
        self.thread_members: dict[tuple[Snowflake, Snowflake], ThreadMember] = {}
        # Per channel, in the order of their ids.
        self.messages: dict[Snowflake, dict[Snowflake, Message]] = {}
        self.webhooks: dict[Snowflake, Webhook] = {}
        self.commands: dict[Snowflake, Command] = {}
        # What administrators said about commands: (server, command or application).
        self.command_rules: dict[tuple[Snowflake, Snowflake], CommandRules] = {}
        self.interactions: dict[Snowflake, Interaction] = {}
        # Which message each person has read up to: (user, channel).
        self.reads: dict[tuple[Snowflake, Snowflake], Snowflake] = {}
        self.proxies: list[Proxy] = []
        self.files: dict[Snowflake, bytes] = {}
        self.faces: dict[str, bytes] = {}
        # How many shards `/gateway/bot` asks for, and how long a bot may think before it answers.
        self.shards = 1
        self.answer_within = timedelta(seconds=3)
        self.lately = Lately()
        self._listeners: list[Listener] = []

    @property
    def bot(self) -> User:
        return self.users[self.application.id]

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of every event from now on; the answer ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def emit(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    def keep_face(self, picture: bytes) -> str:
        """Keep a picture under the hash that a client asks for it with."""
        name = hashlib.sha256(picture).hexdigest()[:32]
        self.faces[name] = picture
        return name

    def channel(self, channel: Snowflake) -> Channel:
        if channel not in self.channels:
            raise refuse(10003)
        return self.channels[channel]

    def guild(self, guild: Snowflake) -> Guild:
        if guild not in self.guilds:
            raise refuse(10004)
        return self.guilds[guild]

    def user(self, user: Snowflake) -> User:
        if user not in self.users:
            raise refuse(10013)
        return self.users[user]

    def member(self, *, guild: Snowflake, user: Snowflake) -> Member:
        member = self.members.get((guild, user))
        if member is None:
            raise refuse(10007)
        return member

    def message(self, *, channel: Snowflake, message: Snowflake) -> Message:
        found = self.messages.get(channel, {}).get(message)
        if found is None:
            raise refuse(10008)
        return found

    def parent_of(self, channel: Channel) -> Channel:
        """Return where a thread hangs; any other channel is its own."""
        if channel.is_thread and channel.parent is not None:
            return self.channel(channel.parent)
        return channel

    def channels_of(self, guild: Snowflake) -> list[Channel]:
        return [each for each in self.channels.values() if each.guild == guild]

    def roles_of(self, guild: Snowflake) -> list[Role]:
        return [each for each in self.roles.values() if each.guild == guild]

    def members_of(self, guild: Snowflake) -> list[Member]:
        return [each for (of, _), each in self.members.items() if of == guild]

    def members_in_thread(self, thread: Snowflake) -> list[ThreadMember]:
        return [each for (of, _), each in self.thread_members.items() if of == thread]

    def save_message(self, message: Message) -> None:
        self.messages.setdefault(message.channel, {})[message.id] = message
