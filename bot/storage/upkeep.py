"""What grows old: raw text, ended jobs, and turns that nobody will ever close."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, DateTime, delete, func, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import UpdateBase

from bot.storage.tables import GENERATION, JOB, SESSION


class PostgresUpkeep:
    """Ages are told by the database's clock."""

    def __init__(self, db: AsyncConnection) -> None:
        self._db = db

    async def forget_raw(self, *, older_than: timedelta) -> int:
        """Erase what models wrote before it was parsed. The lines themselves lie in words."""
        old = GENERATION.c.started_at < _ago(older_than)
        over = GENERATION.c.outcome.is_not(None) & (GENERATION.c.raw != "")
        return await self._count(update(GENERATION).where(over, old).values(raw=""))

    async def give_up_generations(self, *, ended_for: timedelta, older_than: timedelta) -> int:
        """Mark as failed what no process will finish: its session is over, or it is very old.

        All others stay open, however long the bot was down: their text is still to be kept.
        """
        left_behind = select(SESSION.c.id).where(
            SESSION.c.id == GENERATION.c.session, SESSION.c.ended_at < _ago(ended_for)
        )
        hopeless = left_behind.exists() | (GENERATION.c.started_at < _ago(older_than))
        running = GENERATION.c.outcome.is_(None)
        change = update(GENERATION).where(running, hopeless).values(outcome="failed")
        return await self._count(change)

    async def delete_ended_jobs(self, *, older_than: timedelta) -> int:
        ended = JOB.c.state.in_([literal(s, literal_execute=True) for s in ("done", "failed")])
        return await self._count(delete(JOB).where(ended, JOB.c.ended_at < _ago(older_than)))

    async def _count(self, change: UpdateBase) -> int:
        return (await self._db.execute(change)).rowcount


def _ago(span: timedelta) -> ColumnElement[datetime]:
    return func.statement_timestamp(type_=DateTime) - span
