"""Characters' faces without a server of ours: the pictures attached to the session's notice.

Discord takes the link of an attachment, without its query, as a webhook's picture. After a
restart the notice is found again by its time: a session's id tells when it began, so the notice
lies just after it, however much has been said since. Where it is gone, the face is posted again.
"""

import io
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import discord
import yarl

from bot.engine.ids import CharacterId, SessionId
from bot.engine.ports import CardLibrary
from bot.stage.faults import NETWORK, noted
from bot.stage.places import Place
from bot.stage.voices import SILENT, Speaker

log = logging.getLogger(__name__)

LOOK_AT = 25
"""Messages looked through on each side of the search."""
_SLACK = timedelta(seconds=5)
_UUID7 = 7


class Faces:
    def __init__(self, cards: CardLibrary) -> None:
        self._cards = cards
        self._links: dict[tuple[SessionId, CharacterId], str | None] = {}

    def file(self, character: CharacterId) -> discord.File | None:
        """The picture to attach, named so that it can be found again."""
        picture = self._cards.face(character)
        return None if picture is None else discord.File(io.BytesIO(picture), _name(character))

    def remember(self, session: SessionId, character: CharacterId, notice: discord.Message) -> None:
        self._links[session, character] = _link(notice, character)

    async def link(self, place: Place, speaker: Speaker) -> str | None:
        """Where Discord finds the face. None: the character has none, or it cannot be posted."""
        key = (speaker.session, speaker.character)
        if key not in self._links:
            try:
                self._links[key] = await self._found(place, speaker)
            except NETWORK as error:
                # A line without a face is better than none.
                log.warning("face_not_found", extra={"channel": place.id, **noted(error)})
                return None
        return self._links[key]

    async def _found(self, place: Place, speaker: Speaker) -> str | None:
        file = self.file(speaker.character)
        if file is None:
            return None
        me = None if place.home is None else place.home.guild.me
        granted = place.granted
        if granted is None or granted.read_message_history:
            async for message in _likely(place, speaker.session):
                ours = me is not None and message.author.id == me.id
                if ours and (link := _link(message, speaker.character)):
                    return link
        notice = await place.room.send(file=file, allowed_mentions=SILENT, silent=True)
        return _link(notice, speaker.character)


async def _likely(place: Place, session: SessionId) -> AsyncIterator[discord.Message]:
    began = _began(session)
    if began is not None:
        after = began - _SLACK
        async for message in place.room.history(after=after, limit=LOOK_AT, oldest_first=True):
            yield message
    async for message in place.room.history(limit=LOOK_AT):
        yield message


def _began(session: SessionId) -> datetime | None:
    milliseconds = session.int >> 80
    if session.version != _UUID7 or milliseconds <= discord.utils.DISCORD_EPOCH:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, tz=UTC)


def _name(character: CharacterId) -> str:
    return f"{character}.png"


def _link(message: discord.Message, character: CharacterId) -> str | None:
    for attachment in message.attachments:
        if attachment.filename == _name(character):
            return str(yarl.URL(attachment.url, encoded=True).with_query(None))
    return None
