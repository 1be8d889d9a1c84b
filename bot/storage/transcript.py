"""The transcript: what was said, as one knower perceived it. Filtered in SQL, before any limit."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Integer, Row, Uuid, bindparam, cast, func, literal, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine.cast.views import SpokenSpan
from bot.engine.ids import Seq, SessionId, Slot, Turn
from bot.engine.log.codec import decode
from bot.engine.log.events import CharacterTurn, UserTurn
from bot.engine.log.segments import History
from bot.engine.ports import Transcript
from bot.storage.histories import STRETCHES, as_parameters
from bot.storage.tables import EVENT, SPOKEN_KINDS, WORDS

FIRST_LOOK = 32
"""Stretches asked for at once; enough for a window even where every line was swiped."""
WIDER = 8
"""How many times more are asked for when these did not hold enough."""


class PostgresTranscript(Transcript):
    """Reads backwards from the head: a window costs the same in an old session as in a new one.

    Stretches follow each other in seq: all that the newest ones hold comes after the others.
    """

    def __init__(self, db: AsyncConnection) -> None:
        self._db = db

    async def window(
        self, session: SessionId, history: History, *, knower: Slot, limit: int
    ) -> Sequence[SpokenSpan]:
        newest_first: list[SpokenSpan] = []
        end, look = len(history), FIRST_LOOK
        while end > 0 and len(newest_first) < limit:
            stretches = history[max(0, end - look) : end]
            end, look = end - len(stretches), look * WIDER
            parameters = {
                "session": session,
                "knower": knower,
                "wanted": limit - len(newest_first),
            }
            rows = await self._db.execute(_WINDOW, parameters | as_parameters(stretches))
            newest_first.extend(_span(row) for row in rows)
        return newest_first[::-1]


def _span(row: Row[*tuple[Any, ...]]) -> SpokenSpan:
    body = decode(row.kind, row.version, row.body)
    if not isinstance(body, UserTurn | CharacterTurn):
        msg = f"{row.kind} is no span"
        raise TypeError(msg)
    return SpokenSpan(
        seq=Seq(row.seq),
        turn=Turn(row.turn),
        speaker=body.speaker,
        span=body.span,
        text=row.text,
        audience=tuple(map(Slot, row.audience)),
        truncated=isinstance(body, CharacterTurn) and body.truncated,
    )


# Written into the statement, not sent as parameters: only so can the partial index serve it.
_SPOKEN = [literal(kind, literal_execute=True) for kind in SPOKEN_KINDS]
_WANTED = bindparam("wanted", type_=Integer)

_OF_EACH_STRETCH = (
    select(EVENT.c.seq, EVENT.c.turn, EVENT.c.kind, EVENT.c.version, EVENT.c.body, EVENT.c.audience)
    .where(
        EVENT.c.session == bindparam("session", type_=Uuid),
        EVENT.c.segment == STRETCHES.c.segment,
        EVENT.c.seq <= STRETCHES.c.until,
        EVENT.c.kind.in_(_SPOKEN),
        bindparam("knower", type_=Integer) == func.any(EVENT.c.audience),
    )
    .order_by(EVENT.c.seq.desc())
    .limit(_WANTED)
    .lateral("of_stretch")
)
_NEWEST = (
    select(_OF_EACH_STRETCH)
    .select_from(STRETCHES.join(_OF_EACH_STRETCH, true()))
    .order_by(_OF_EACH_STRETCH.c.seq.desc())
    .limit(_WANTED)
    .subquery("newest")
)
_WINDOW = (
    select(_NEWEST, WORDS.c.text)
    .select_from(
        _NEWEST.outerjoin(
            WORDS,
            (WORDS.c.session == bindparam("session", type_=Uuid))
            & (WORDS.c.id == cast(_NEWEST.c.body["words"].astext, Uuid)),
        )
    )
    .order_by(_NEWEST.c.seq.desc())
)
