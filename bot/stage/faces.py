"""Characters' faces without a server of ours: the pictures attached to the session's notice.

Discord takes the link of an attachment, without its query, as a webhook's picture. After a
restart the ledger says which message carries it; where that is gone, the face is posted again.
"""

import io
import logging
from collections.abc import Awaitable, Callable

import discord
import yarl

from bot.engine.errors import EngineError
from bot.engine.ids import CharacterId, SessionId
from bot.engine.ports import CardLibrary
from bot.engine.postings import Posting
from bot.stage.books import Books
from bot.stage.faults import NETWORK, noted
from bot.stage.places import Place

log = logging.getLogger(__name__)

Post = Callable[[Place, Posting], Awaitable[object]]
"""Posts a message that carries the face of a line's speaker."""


class Faces:
    def __init__(self, cards: CardLibrary, books: Books, *, post: Post) -> None:
        self._cards = cards
        self._books = books
        self._post = post
        self._links: dict[tuple[SessionId, CharacterId], str | None] = {}

    def file(self, character: CharacterId) -> discord.File | None:
        """The picture to attach, named so that it can be found again."""
        picture = self._cards.face(character)
        return None if picture is None else discord.File(io.BytesIO(picture), _name(character))

    def remember(self, posting: Posting, message: discord.Message) -> None:
        """A message of ours was sent: whose faces does it carry?"""
        for character in posting.faces:
            if posting.session is not None and (link := _link(message, character)):
                self._links[posting.session, character] = link

    async def link(self, place: Place, line: Posting) -> str | None:
        """Where Discord finds the face. None: the character has none, or it cannot be posted."""
        if line.session is None or line.character is None:
            return None
        key = (line.session, line.character)
        if key not in self._links:
            try:
                self._links[key] = await self._found(place, line.session, line.character)
                if self._links[key] is None and self._cards.face(line.character) is not None:
                    await self._post(place, line)  # `remember` hears of it
            except (*NETWORK, EngineError) as error:
                # A line without a face is better than none.
                log.warning("face_not_found", extra={"channel": place.id, **noted(error)})
                return None
        return self._links[key]

    async def _found(self, place: Place, session: SessionId, character: CharacterId) -> str | None:
        for posting in await self._books.with_faces(session):
            if character not in posting.faces or posting.message is None:
                continue
            if posting.channel != place.id:
                continue
            try:
                message = await place.room.fetch_message(posting.message)
            except (discord.NotFound, discord.Forbidden) as error:
                log.info("face_gone", extra={"channel": place.id, **noted(error)})
                continue
            if link := _link(message, character):
                return link
        return None


def _name(character: CharacterId) -> str:
    return f"{character}.png"


def _link(message: discord.Message, character: CharacterId) -> str | None:
    for attachment in message.attachments:
        if attachment.filename == _name(character):
            return str(yarl.URL(attachment.url, encoded=True).with_query(None))
    return None
