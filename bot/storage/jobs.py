"""Jobs: work that is due, claimed by one process at a time, with effects that happen once.

A claim is a lease and an attempt number. Whoever finishes must still hold both, in the very
transaction that holds the effect: a process that was stopped for too long finds its attempt
outdated and takes everything back. All times are the database's.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.engine.ports import Ids
from bot.storage import job_statements as sql
from bot.storage.tables import JOB
from bot.storage.unit_of_work import PostgresPorts
from bot.storage.upkeep import PostgresUpkeep

ATTEMPTS = 5
FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedJob:
    """A job that this process may do until its lease ends. `attempt` is its proof."""

    id: int
    kind: str
    payload: Mapping[str, Any]
    attempt: int


class PostgresJobWork(PostgresPorts):
    """The transaction in which a job ends: what is done here happens once, or not at all."""

    @property
    def upkeep(self) -> PostgresUpkeep:
        return PostgresUpkeep(self._db)

    async def enqueue(
        self,
        kind: str,
        payload: Mapping[str, Any] | None = None,
        *,
        key: str | None = None,
        delay: timedelta = timedelta(0),
    ) -> bool:
        """Add a job. False: one of this kind and key was added before."""
        return await _enqueue(self._db, kind, payload, key=key, delay=delay)


Effect = Callable[[PostgresJobWork], Awaitable[None]]


class PostgresJobs:
    def __init__(self, engine: AsyncEngine, ids: Ids) -> None:
        self._engine = engine
        self._ids = ids

    async def enqueue(
        self,
        kind: str,
        payload: Mapping[str, Any] | None = None,
        *,
        key: str | None = None,
        delay: timedelta = timedelta(0),
    ) -> bool:
        """Add a job. False: one of this kind and key was added before."""
        async with self._engine.begin() as db:
            return await _enqueue(db, kind, payload, key=key, delay=delay)

    async def keep_recurring(self, kind: str, *, every: timedelta) -> None:
        """See to it that this job is done once in each period, whoever else asks for it too."""
        async with self._engine.begin() as db:
            parameters = {"of_kind": kind, "period": every}
            await db.execute(sql.CHANGE_PERIOD, parameters)
            await db.execute(sql.BEGIN_RECURRING, parameters | {"tries": ATTEMPTS})

    async def claim(
        self, *, worker: str, kinds: Sequence[str], limit: int, lease: timedelta
    ) -> Sequence[ClaimedJob]:
        """Take jobs that are due, or whose process has let its lease run out."""
        parameters = {"by": worker, "kinds": list(kinds), "limit": limit, "lease": lease}
        async with self._engine.begin() as db:
            rows = await db.execute(sql.CLAIM, parameters)
            return [
                ClaimedJob(
                    id=row.id,
                    kind=row.kind,
                    payload=msgspec.json.decode(row.payload),
                    attempt=row.attempt,
                )
                for row in rows
            ]

    async def renew(self, attempts: Mapping[int, int], *, lease: timedelta) -> frozenset[int]:
        """Hold on to jobs, by id, at these attempts. Answers with those that are still held."""
        parameters = {
            "ids": list(attempts),
            "attempts": list(attempts.values()),
            "lease": lease,
        }
        async with self._engine.begin() as db:
            return frozenset(await db.scalars(sql.RENEW, parameters))

    async def finish(self, job: int, *, attempt: int, effect: Effect) -> bool:
        """Do the effect and end the job, together. False: the claim was lost, nothing was done."""
        ended = {"state": "done", "lease_until": None, "ended_at": sql.CLOCK}
        async with self._engine.begin() as db:
            change = update(JOB).where(_held(job, attempt)).values(**ended)
            row = (await db.execute(change.returning(JOB.c.every))).first()
            if row is None:
                return False
            await effect(PostgresJobWork(db, self._ids))
            if row.every is not None:
                await db.execute(sql.NEXT_OCCURRENCE, {"job": job})
        return True

    async def fail(self, job: int, *, attempt: int, error: str) -> bool:
        """Try again later, or never if it was the last attempt. False: the claim was lost."""
        parameters = {
            "job": job,
            "at_attempt": attempt,
            "why": error,
            "pause": min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE),
        }
        async with self._engine.begin() as db:
            row = (await db.execute(sql.FAIL, parameters)).first()
            if row is not None and row.state == "failed" and row.every is not None:
                await db.execute(sql.NEXT_OCCURRENCE, {"job": job})
        return row is not None

    async def bury(self) -> int:
        """Fail jobs that took their process with them at every attempt. Answers with how many."""
        async with self._engine.begin() as db:
            rows = (await db.execute(sql.BURY)).all()
            for row in rows:
                if row.every is not None:
                    await db.execute(sql.NEXT_OCCURRENCE, {"job": row.id})
        return len(rows)


def _held(job: int, attempt: int) -> ColumnElement[bool]:
    return (JOB.c.id == job) & (JOB.c.attempt == attempt) & (JOB.c.state == "running")


async def _enqueue(
    db: AsyncConnection,
    kind: str,
    payload: Mapping[str, Any] | None,
    *,
    key: str | None,
    delay: timedelta,
) -> bool:
    parameters = {
        "of_kind": kind,
        "carried": msgspec.json.encode(payload or {}).decode(),
        "key": key,
        "delay": delay,
        "tries": ATTEMPTS,
    }
    added = await db.execute(sql.ENQUEUE, parameters)
    return added.rowcount == 1
