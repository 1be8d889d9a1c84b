"""A job queue in memory, on a clock that the test moves."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from bot.engine.ports import Clock
from bot.scheduling.ports import JobQueue
from tests.fakes.clock import FixedClock

ATTEMPTS = 5
FIRST_PAUSE = timedelta(seconds=5)


@dataclass(frozen=True, kw_only=True)
class FakeJob:
    id: int
    kind: str
    payload: Mapping[str, Any] = field(default_factory=dict[str, Any])
    key: str | None = None
    state: str = "ready"
    run_at: datetime
    every: timedelta | None = None
    attempt: int = 0
    worker: str | None = None
    lease_until: datetime | None = None
    error: str | None = None


class FakeJobWork:
    """What an effect may do: add jobs. They are kept if the effect comes to its end."""

    def __init__(self, queue: "FakeJobQueue") -> None:
        self._queue = queue

    async def enqueue(
        self, kind: str, payload: Mapping[str, Any] | None = None, *, key: str | None = None
    ) -> bool:
        return await self._queue.enqueue(kind, payload, key=key)


class FakeJobQueue(JobQueue[FakeJobWork]):
    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = FixedClock() if clock is None else clock
        self.jobs: dict[int, FakeJob] = {}

    async def enqueue(
        self,
        kind: str,
        payload: Mapping[str, Any] | None = None,
        *,
        key: str | None = None,
        delay: timedelta = timedelta(0),
    ) -> bool:
        at = self.clock.now() + delay
        return self._add(kind, dict(payload or {}), key=key, run_at=at, every=None)

    async def keep_recurring(self, kind: str, *, every: timedelta) -> None:
        alive = [j for j in self.jobs.values() if j.kind == kind and j.every and _is_alive(j)]
        for job in alive:
            self.jobs[job.id] = replace(job, every=every)
        if not alive:
            self._occur(kind, every, ahead=0)

    async def claim(
        self, *, worker: str, kinds: Sequence[str], limit: int, lease: timedelta
    ) -> Sequence[FakeJob]:
        now = self.clock.now()
        due = [
            job
            for job in sorted(self.jobs.values(), key=lambda job: job.run_at)
            if job.kind in kinds and _is_due(job, now)
        ]
        for job in due[:limit]:
            self.jobs[job.id] = replace(
                job,
                state="running",
                attempt=job.attempt + 1,
                worker=worker,
                lease_until=now + lease,
            )
        return [self.jobs[job.id] for job in due[:limit]]

    async def renew(self, attempts: Mapping[int, int], *, lease: timedelta) -> frozenset[int]:
        held = [job for job, attempt in attempts.items() if self._held(job, attempt)]
        for job in held:
            until = self.clock.now() + lease
            self.jobs[job] = replace(self.jobs[job], lease_until=until)
        return frozenset(held)

    async def finish(
        self, job: int, *, attempt: int, effect: Callable[[FakeJobWork], Awaitable[None]]
    ) -> bool:
        if not self._held(job, attempt):
            return False
        before = dict(self.jobs)
        self.jobs[job] = replace(self.jobs[job], state="done", lease_until=None)
        try:
            await effect(FakeJobWork(self))
        except BaseException:
            self.jobs = before
            raise
        self._go_on(self.jobs[job])
        return True

    async def fail(self, job: int, *, attempt: int, error: str) -> bool:
        if not self._held(job, attempt):
            return False
        failed = replace(self.jobs[job], error=error, lease_until=None)
        if attempt >= ATTEMPTS:
            self.jobs[job] = replace(failed, state="failed")
            self._go_on(failed)
        else:
            at = self.clock.now() + FIRST_PAUSE * 2 ** (attempt - 1)
            self.jobs[job] = replace(failed, state="ready", run_at=at)
        return True

    async def bury(self) -> int:
        now = self.clock.now()
        lost = [j for j in self.jobs.values() if _has_lapsed(j, now) and j.attempt >= ATTEMPTS]
        for job in lost:
            self.jobs[job.id] = replace(job, state="failed", error="lease ran out")
            self._go_on(job)
        return len(lost)

    def _held(self, job: int, attempt: int) -> bool:
        known = self.jobs.get(job)
        return known is not None and known.state == "running" and known.attempt == attempt

    def _go_on(self, job: FakeJob) -> None:
        if job.every is not None:
            self._occur(job.kind, job.every, ahead=1)

    def _occur(self, kind: str, every: timedelta, *, ahead: int) -> None:
        length = int(every.total_seconds())
        start = (int(self.clock.now().timestamp()) // length + ahead) * length
        at = datetime.fromtimestamp(start, tz=self.clock.now().tzinfo)
        self._add(kind, {}, key=str(start), run_at=at, every=every)

    def _add(
        self,
        kind: str,
        payload: Mapping[str, Any],
        *,
        key: str | None,
        run_at: datetime,
        every: timedelta | None,
    ) -> bool:
        if key is not None and any((j.kind, j.key) == (kind, key) for j in self.jobs.values()):
            return False
        number = len(self.jobs) + 1
        self.jobs[number] = FakeJob(
            id=number, kind=kind, payload=payload, key=key, run_at=run_at, every=every
        )
        return True


def _is_alive(job: FakeJob) -> bool:
    return job.state in {"ready", "running"}


def _has_lapsed(job: FakeJob, now: datetime) -> bool:
    return job.state == "running" and job.lease_until is not None and job.lease_until <= now


def _is_due(job: FakeJob, now: datetime) -> bool:
    if job.state == "ready":
        return job.run_at <= now
    return _has_lapsed(job, now) and job.attempt < ATTEMPTS
