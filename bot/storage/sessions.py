"""Sessions and their segments."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Row, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine.errors import SessionAlreadyRunning
from bot.engine.ids import ROOT, ChannelId, GuildId, SegmentId, Seq, SessionId
from bot.engine.log.segments import Segment
from bot.engine.ports import SessionRecord, Sessions
from bot.storage.constraints import violates
from bot.storage.tables import ONE_RUNNING_SESSION, SEGMENT, SESSION


class PostgresSessions(Sessions):
    """A partial unique index lets one session run in a channel; the other start gets the error."""

    def __init__(self, db: AsyncConnection) -> None:
        self._db = db

    async def open(self, record: SessionRecord) -> None:
        row = {
            "id": record.id,
            "guild": record.guild,
            "channel": record.channel,
            "on_show": record.on_show,
            "started_at": record.started_at,
            "ended_at": record.ended_at,
        }
        try:
            await self._db.execute(insert(SESSION), row)
        except IntegrityError as error:
            if violates(error, ONE_RUNNING_SESSION):
                raise SessionAlreadyRunning from error
            raise
        await self._db.execute(insert(SEGMENT), {"session": record.id, "id": ROOT})

    async def get(self, session: SessionId) -> SessionRecord | None:
        row = (await self._db.execute(select(SESSION).where(SESSION.c.id == session))).first()
        return None if row is None else _record(row)

    async def running_in(self, channel: ChannelId) -> SessionRecord | None:
        query = select(SESSION).where(SESSION.c.channel == channel, SESSION.c.ended_at.is_(None))
        row = (await self._db.execute(query)).first()
        return None if row is None else _record(row)

    async def segments(self, session: SessionId) -> Mapping[SegmentId, Segment]:
        columns = (SEGMENT.c.id, SEGMENT.c.parent, SEGMENT.c.forked_at)
        query = select(*columns).where(SEGMENT.c.session == session)
        rows = await self._db.execute(query)
        return {SegmentId(row.id): _segment(row) for row in rows}

    async def close(self, session: SessionId, *, at: datetime) -> None:
        running = (SESSION.c.id == session) & SESSION.c.ended_at.is_(None)
        await self._db.execute(update(SESSION).where(running).values(ended_at=at))


def _record(row: Row[*tuple[Any, ...]]) -> SessionRecord:
    return SessionRecord(
        id=SessionId(row.id),
        guild=None if row.guild is None else GuildId(row.guild),
        channel=ChannelId(row.channel),
        on_show=SegmentId(row.on_show),
        started_at=row.started_at,
        ended_at=row.ended_at,
    )


def _segment(row: Row[*tuple[Any, ...]]) -> Segment:
    return Segment(
        id=SegmentId(row.id),
        parent=None if row.parent is None else SegmentId(row.parent),
        forked_at=None if row.forked_at is None else Seq(row.forked_at),
    )
