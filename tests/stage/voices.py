"""A voice that is heard by nobody but the test."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import discord

from bot.engine.ids import MessageId
from bot.stage.voices import Gone, Shown, Voice


@dataclass(slots=True)
class Message:
    text: str
    stoppable: bool
    first: bool
    edits: int = 0


@dataclass(slots=True)
class FakeVoice(Voice):
    """`messages`: what stands in the channel. `calls`: every send and edit, in order.

    `fails` is raised by the next calls, one each.
    """

    messages: dict[MessageId, Message] = field(default_factory=dict[MessageId, Message])
    calls: list[str] = field(default_factory=list[str])
    fails: list[Exception] = field(default_factory=list[Exception])
    typings: int = 0
    is_typing: bool = False

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.messages.values()]

    async def prepare(self) -> None:
        pass

    async def send(self, text: str, *, view: discord.ui.View | None, first: bool) -> Shown:
        self._call(text)
        message = MessageId(len(self.calls))
        self.messages[message] = Message(text, view is not None, first)
        return Shown(message=message, webhook=None)

    async def edit(self, shown: Shown, text: str, *, view: discord.ui.View | None) -> None:
        self._call(text)
        message = self.messages.get(shown.message)
        if message is None:
            raise Gone
        message.text, message.stoppable = text, view is not None
        message.edits += 1

    async def delete(self, shown: Shown) -> None:
        self.messages.pop(shown.message, None)

    @asynccontextmanager
    async def typing(self) -> AsyncGenerator[None]:
        self.typings += 1
        self.is_typing = True
        try:
            yield
        finally:
            self.is_typing = False

    def _call(self, text: str) -> None:
        self.calls.append(text)
        if self.fails:
            raise self.fails.pop(0)
