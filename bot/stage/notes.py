"""What the bot says in a channel in its own name: notices, notes and trouble."""

import logging
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
"""At most one note of trouble per channel in this time; all are in the log."""


class Notes:
    def __init__(self, *, texts: Texts, clock: Clock) -> None:
        self._texts = texts
        self._clock = clock
        self._muted: set[ChannelId] = set()
        self._troubled: dict[ChannelId, datetime] = {}

    async def muted(self, place: Place, why: Why) -> None:
        """Say once per channel (until a restart) what would give characters their own face."""
        if place.budget in self._muted:
            return
        self._muted.add(place.budget)
        await place.room.send(self._texts(f"note-webhooks-{why}"), allowed_mentions=SILENT)

    async def trouble(
        self, trouble: EngineError, *, place: Place, session: SessionId | None
    ) -> None:
        now = self._clock.now()
        before = self._troubled.get(place.id)
        if before is not None and now - before < QUIET:
            log.info("trouble_not_repeated", extra={"channel": place.id, "code": trouble.code})
            return
        self._troubled = {c: at for c, at in self._troubled.items() if now - at < QUIET}
        self._troubled[place.id] = now
        text = self._texts.of_error(trouble)
        if session is None:
            await place.room.send(text, allowed_mentions=SILENT)
        else:
            view = again_button(self._texts("button-again"), session=session)
            await place.room.send(text, view=view, allowed_mentions=SILENT)

    async def say(
        self, place: Place, text: str, *, file: discord.File | None = None
    ) -> discord.Message:
        if file is None:
            return await place.room.send(text, allowed_mentions=SILENT)
        return await place.room.send(text, file=file, allowed_mentions=SILENT)
