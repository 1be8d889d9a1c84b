"""Events as rows, and rows as events."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Row

from bot.engine.ids import SegmentId, Seq, SessionId
from bot.engine.log.codec import decode, encode
from bot.engine.log.events import Draft, Event
from bot.storage.tables import EVENT

_ENCODER = msgspec.json.Encoder()


def as_json(events: Sequence[Event]) -> str:
    """All events as one JSON text that the database takes apart: one parameter, one statement."""
    return _ENCODER.encode([_row(event) for event in events]).decode()


def _row(event: Event) -> dict[str, object]:
    return {
        "segment": event.segment,
        "seq": event.seq,
        "turn": event.turn,
        "kind": event.body.KIND,
        "version": event.body.VERSION,
        "body": msgspec.Raw(encode(event.body)),
        "audience": event.audience,
        "shown_to": event.shown_to,
        "sources": event.sources,
        "author": event.author,
        "at": event.at,
    }


def numbered(
    drafts: Sequence[Draft], *, session: SessionId, segment: SegmentId, after: Seq
) -> list[Event]:
    """Give the drafts their seqs."""
    return [
        Event(
            session=session,
            segment=segment,
            seq=Seq(seq),
            turn=draft.turn,
            body=draft.body,
            audience=draft.audience,
            shown_to=draft.shown_to,
            sources=draft.sources,
            author=draft.author,
            at=draft.at,
        )
        for seq, draft in enumerate(drafts, start=after + 1)
    ]


COLUMNS = tuple(column for column in EVENT.c if column is not EVENT.c.session)


def event_in(row: Row[*tuple[Any, ...]], *, session: SessionId) -> Event:
    """Read `COLUMNS`. By position: a long log is read in one go, and names cost a look-up each."""
    segment, seq, turn, kind, version, body, audience, shown_to, sources, author, at = row
    return Event(
        session=session,
        segment=segment,
        seq=seq,
        turn=turn,
        body=decode(kind, version, body),
        audience=tuple(audience),
        shown_to=tuple(shown_to),
        sources=tuple(sources),
        author=author,
        at=at,
    )
