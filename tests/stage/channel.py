"""A channel that nobody but the test sees, and a mouth that speaks in it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.engine.ids import ChannelId
from bot.engine.postings import Posting
from bot.stage.delivery import Mouth
from bot.stage.looking import Us
from bot.stage.places import Place
from bot.stage.voices import Gone, OutOfReach, Sent

HERE = ChannelId(7)
US = Us(user=1, application=2)
FIRST_MESSAGE = 1000


@dataclass(slots=True)
class Message:
    text: str
    button: str
    first: bool
    id: int
    edits: int = 0


@dataclass(frozen=True, slots=True)
class Failing:
    """The next call raises `error`; `after` its effect, or instead of it."""

    error: Exception
    after: bool = False


@dataclass(slots=True)
class FakeChannel(Mouth):
    """`messages`: what stands there. `calls`: the text of every send and edit, in order.

    `fails`: what becomes of the next calls, one each; None lets one pass.
    """

    messages: dict[int, Message] = field(default_factory=dict[int, Message])
    calls: list[str] = field(default_factory=list[str])
    fails: list[Failing | None] = field(default_factory=list[Failing | None])
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    typings: int = 0
    is_typing: bool = False
    readable: bool = True
    webhook_is_ours: bool = True

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.messages.values()]

    @property
    def place(self) -> Place:
        room = SimpleNamespace(
            history=self.history, typing=self.typing, fetch_message=self.fetch_message
        )
        place = SimpleNamespace(room=room, home=None, id=HERE, budget=HERE, thread=None)
        return cast(Place, place)

    async def prepare(self, _: Place, __: Posting) -> None:
        pass

    async def send(self, _: Place, posting: Posting) -> Sent:
        failing = self._call(posting)
        number = FIRST_MESSAGE + len(self.calls)
        message = Message(posting.wished or "", posting.button, first=posting.part == 0, id=number)
        if failing is None or failing.after:
            self.messages[number] = message
            self.arrived.set()
        if failing is not None:
            raise failing.error
        return Sent(message=as_discord(message), webhook=None)

    async def edit(self, _: Place, posting: Posting) -> None:
        failing = self._call(posting)
        if failing is not None and not failing.after:
            raise failing.error
        message = self.messages.get(posting.message or 0)
        if message is None:
            raise Gone
        if not self.webhook_is_ours:
            raise OutOfReach
        message.text, message.button = posting.wished or "", posting.button
        message.edits += 1
        if failing is not None:
            raise failing.error

    async def delete(self, _: Place, posting: Posting) -> None:
        if not self.webhook_is_ours:
            raise OutOfReach
        self.messages.pop(posting.message or 0, None)

    async def history(
        self, *, after: object, limit: int, oldest_first: bool
    ) -> AsyncIterator[discord.Message]:
        assert oldest_first
        if not self.readable:
            response = SimpleNamespace(status=403, reason="Forbidden")
            raise discord.Forbidden(cast(Any, response), "no")
        known = getattr(after, "id", 0)
        for message in [m for m in self.messages.values() if m.id > known][:limit]:
            yield as_discord(message)

    async def fetch_message(self, message: int) -> discord.Message:
        if not self.readable:
            response = SimpleNamespace(status=403, reason="Forbidden")
            raise discord.Forbidden(cast(Any, response), "no")
        return as_discord(self.messages[message])

    @asynccontextmanager
    async def typing(self) -> AsyncGenerator[None]:
        self.typings += 1
        self.is_typing = True
        try:
            yield
        finally:
            self.is_typing = False

    def _call(self, posting: Posting) -> Failing | None:
        self.calls.append(posting.wished or "")
        return self.fails.pop(0) if self.fails else None


def as_discord(message: Message) -> discord.Message:
    looks = SimpleNamespace(
        id=message.id,
        content=message.text,
        webhook_id=None,
        attachments=[],
        interaction_metadata=None,
        author=SimpleNamespace(id=US.user),
        application_id=None,
        channel=SimpleNamespace(id=HERE),
    )
    return cast(discord.Message, looks)
