"""What the bot says in a channel in its own name: notices, notes and trouble."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord

from bot.engine.errors import EngineError
from bot.engine.ids import ChannelId, SessionId
from bot.engine.ports import Clock
from bot.stage.buttons import again_button
from bot.stage.places import Place
from bot.stage.texts import Texts
from bot.stage.voices import SILENT
from bot.stage.webhooks import Why

log = logging.getLogger(__name__)

QUIET = timedelta(seconds=10)
"""Trouble on trouble within this time changes the note that stands, instead of adding one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    note: discord.Message
    at: datetime


class Notes:
    def __init__(self, *, texts: Texts, clock: Clock) -> None:
        self._texts = texts
        self._clock = clock
        self._muted: set[ChannelId] = set()
        self._told: dict[ChannelId, _Told] = {}

    async def muted(self, place: Place, why: Why) -> None:
        """Say once per channel (until a restart) what would give characters their own face."""
        if place.budget in self._muted:
            return
        self._muted.add(place.budget)
        await place.room.send(self._texts(f"note-webhooks-{why}"), allowed_mentions=SILENT)

    async def trouble(
        self, trouble: EngineError, *, place: Place, session: SessionId | None
    ) -> None:
        """One note per channel in a while: more trouble changes it, and brings its button back."""
        text = self._texts.of_error(trouble)
        view = again_button(self._texts("button-again"), session=session) if session else None
        now = self._clock.now()
        self._told = {c: told for c, told in self._told.items() if now - told.at < QUIET}
        if (told := self._told.get(place.id)) is not None:
            try:
                await told.note.edit(content=text, view=view, allowed_mentions=SILENT)
            except discord.NotFound:
                log.info("note_was_deleted", extra={"channel": place.id})
            else:
                return
        if view is None:
            note = await place.room.send(text, allowed_mentions=SILENT)
        else:
            note = await place.room.send(text, view=view, allowed_mentions=SILENT)
        self._told[place.id] = _Told(note=note, at=now)

    async def say(
        self, place: Place, text: str, *, file: discord.File | None = None
    ) -> discord.Message:
        if file is None:
            return await place.room.send(text, allowed_mentions=SILENT)
        return await place.room.send(text, file=file, allowed_mentions=SILENT)
