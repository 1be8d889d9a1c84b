"""What the bot says in a channel in its own name: notes and trouble."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.engine.errors import EngineError
from bot.engine.ids import ChannelId, PostingId, SessionId
from bot.engine.ports import Clock, Ids
from bot.engine.postings import Posting
from bot.stage.places import Place
from bot.stage.texts import Texts
from bot.stage.voices import Gone
from bot.stage.webhooks import Why

log = logging.getLogger(__name__)

QUIET = timedelta(seconds=10)
"""Trouble on trouble within this time changes the note that stands, instead of adding one."""

Say = Callable[[Place, Posting], Awaitable[Posting]]
"""Send a note, or change one that is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    note: Posting
    at: datetime


class Notes:
    def __init__(self, *, texts: Texts, clock: Clock, ids: Ids, say: Say) -> None:
        self._texts = texts
        self._clock = clock
        self._ids = ids
        self._say = say
        self._muted: set[ChannelId] = set()
        self._told: dict[ChannelId, _Told] = {}

    async def muted(self, place: Place, why: Why) -> None:
        """Say once per channel (until a restart) what would give characters their own face."""
        if place.budget in self._muted:
            return
        self._muted.add(place.budget)
        await self.say(place, self._texts(f"note-webhooks-{why}"))

    async def trouble(
        self, trouble: EngineError, *, place: Place, session: SessionId | None
    ) -> None:
        """One note per channel in a while: more trouble changes it, and brings its button back."""
        note = self._note(place, self._texts.of_error(trouble), session)
        now = self._clock.now()
        self._told = {c: told for c, told in self._told.items() if now - told.at < QUIET}
        if (told := self._told.get(place.id)) is not None and told.note.state == "there":
            again = replace(told.note, wished=note.wished, button=note.button, session=session)
            try:
                await self._say(place, again)
            except Gone:
                log.info("note_was_deleted", extra={"channel": place.id})
            else:
                return
        self._told[place.id] = _Told(note=await self._say(place, note), at=now)

    async def say(self, place: Place, text: str) -> None:
        await self._say(place, self._note(place, text, None))

    def _note(self, place: Place, text: str, session: SessionId | None) -> Posting:
        return Posting(
            id=PostingId(self._ids.new()),
            channel=place.id,
            session=session,
            wished=text,
            button="" if session is None else "again",
        )
