"""Making the events of one line: its spans in order, the last one closing the turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from bot.engine.cast.audiences import audience_of
from bot.engine.cast.lines import Piece
from bot.engine.ids import AccountId, Slot, Turn, WordsId
from bot.engine.log.events import AnyBody, CharacterTurn, Draft, UserTurn
from bot.engine.log.state import SessionState


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenAs:
    """Whose line it is and where in the story it stands.

    `there`: who was present when the line began, where that was earlier than `state`.
    """

    turn: Turn
    speaker: Slot
    state: SessionState
    at: datetime
    there: tuple[Slot, ...] | None = None


def words_for(pieces: Sequence[Piece], new: Callable[[], UUID]) -> dict[WordsId, str]:
    """Give each piece's text an id of its own, in order."""
    return {WordsId(new()): piece.text for piece in pieces}


def user_line(
    pieces: Sequence[Piece], words: Sequence[WordsId], line: SpokenAs, *, author: AccountId
) -> list[Draft]:
    bodies = [
        UserTurn(speaker=line.speaker, words=words_id, span=piece.span, closes=closes)
        for piece, words_id, closes in _numbered(pieces, words)
    ]
    return _drafts(pieces, bodies, line, author=author)


def character_line(
    pieces: Sequence[Piece], words: Sequence[WordsId], line: SpokenAs, *, truncated: bool
) -> list[Draft]:
    bodies = [
        CharacterTurn(
            speaker=line.speaker,
            words=words_id,
            span=piece.span,
            closes=closes,
            truncated=truncated and closes,
        )
        for piece, words_id, closes in _numbered(pieces, words)
    ]
    return _drafts(pieces, bodies, line, author=None)


def _numbered(
    pieces: Sequence[Piece], words: Sequence[WordsId]
) -> list[tuple[Piece, WordsId, bool]]:
    last = len(pieces) - 1
    pairs = zip(pieces, words, strict=True)
    return [(piece, words_id, number == last) for number, (piece, words_id) in enumerate(pairs)]


def _drafts(
    pieces: Sequence[Piece],
    bodies: Sequence[AnyBody],
    line: SpokenAs,
    *,
    author: AccountId | None,
) -> list[Draft]:
    drafts: list[Draft] = []
    for piece, body in zip(pieces, bodies, strict=True):
        audience = audience_of(piece.span, speaker=line.speaker, state=line.state, there=line.there)
        draft = Draft(
            turn=line.turn,
            body=body,
            audience=audience.heard_by,
            shown_to=audience.shown_to,
            author=author,
            at=line.at,
        )
        drafts.append(draft)
    return drafts
