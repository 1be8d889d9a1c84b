"""The event log in Postgres: append-only, one numbered stream per session."""

from collections.abc import Sequence

from sqlalchemy import (
    ARRAY,
    JSON,
    BigInteger,
    Column,
    ColumnElement,
    DateTime,
    Integer,
    SmallInteger,
    Text,
    Uuid,
    bindparam,
    cast,
    column,
    func,
    insert,
    select,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine.errors import StaleSession
from bot.engine.ids import START, SegmentId, Seq, SessionId
from bot.engine.log.events import Draft, Event
from bot.engine.log.segments import History
from bot.engine.ports import EventLog
from bot.storage.constraints import violates
from bot.storage.histories import STRETCHES, as_parameters
from bot.storage.rows import COLUMNS, as_json, event_in, numbered
from bot.storage.tables import EVENT


class PostgresEventLog(EventLog):
    """Two round trips for any number of events: take the session's lock, append if still newest.

    The lock orders writers; the primary key (session, seq) would settle it even without.
    """

    def __init__(self, db: AsyncConnection) -> None:
        self._db = db

    async def read(
        self, session: SessionId, history: History, *, after: Seq = START
    ) -> Sequence[Event]:
        parameters = {"session": session, "after": after} | as_parameters(history, after=after)
        rows = await self._db.execute(_READ, parameters)
        return [event_in(row, session=session) for row in rows]

    async def append(
        self, session: SessionId, segment: SegmentId, drafts: Sequence[Draft], *, after: Seq
    ) -> Sequence[Event]:
        events = numbered(drafts, session=session, segment=segment, after=after)
        # A statement sees what was committed before it began: the lock has to be one of its own.
        await self._db.execute(_LOCK, {"key": lock_key(session)})
        parameters = {"session": session, "after": after, "events": as_json(events)}
        try:
            appended = await self._db.execute(_APPEND, parameters)
        except IntegrityError as error:
            if violates(error, EVENT.primary_key):
                raise StaleSession(session=str(session), after=after) from error
            raise
        if appended.rowcount != len(events):
            raise StaleSession(session=str(session), after=after)
        return events


def lock_key(session: SessionId) -> int:
    """The session's advisory lock: the random half of its id. Negative; our other keys are not."""
    return int.from_bytes(session.bytes[8:], signed=True)


_LOCK = select(func.pg_advisory_xact_lock(bindparam("key", type_=BigInteger)))

_READ = (
    select(*COLUMNS)
    .select_from(EVENT)
    .join(
        STRETCHES,
        (EVENT.c.segment == STRETCHES.c.segment) & (EVENT.c.seq <= STRETCHES.c.until),
    )
    .where(EVENT.c.session == bindparam("session"), EVENT.c.seq > bindparam("after"))
    .order_by(EVENT.c.seq)
)

_NUMBERS = ARRAY(Integer)
_FIELDS: Sequence[Column[object]] = (
    Column("segment", Integer),
    Column("seq", Integer),
    Column("turn", Integer),
    Column("kind", Text),
    Column("version", SmallInteger),
    Column("body", JSONB),
    Column("audience", _NUMBERS),
    Column("shown_to", _NUMBERS),
    Column("sources", _NUMBERS),
    Column("author", Uuid),
    Column("at", DateTime(timezone=True)),
)
_ROWS = (
    func.json_to_recordset(cast(bindparam("events", type_=Text), JSON))
    .table_valued(*(column(field.name, field.type) for field in _FIELDS), name="new")
    .render_derived(with_types=True)
)


def _head() -> ColumnElement[int]:
    newest = select(func.max(EVENT.c.seq)).where(EVENT.c.session == bindparam("session"))
    return func.coalesce(newest.scalar_subquery(), START)


_APPEND = insert(EVENT).from_select(
    ["session", *(field.name for field in _FIELDS)],
    select(bindparam("session", type_=Uuid), *(_ROWS.c[field.name] for field in _FIELDS)).where(
        _head() == bindparam("after", type_=Integer)
    ),
)
