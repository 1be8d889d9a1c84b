"""Does claimed jobs, a few at a time, and holds on to them while they run."""

import asyncio
import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Generic, TypeVar

from bot.background import spawn
from bot.scheduling.ports import Handler, Job, JobQueue

log = logging.getLogger(__name__)

W = TypeVar("W")

SLOTS = 4
LEASE = timedelta(seconds=30)
"""How long others wait before they take over from a process that gives no sign of life."""
LONGEST = timedelta(minutes=10)
"""A job that takes longer hangs: it fails, and is tried again."""


class Runner(Generic[W]):
    """The jobs of this process. `claim`, `renew` and `bury` are called by the ticking."""

    def __init__(
        self,
        queue: JobQueue[W],
        handlers: Mapping[str, Handler[W]],
        *,
        worker: str,
        lease: timedelta = LEASE,
        slots: int = SLOTS,
    ) -> None:
        self.lease = lease
        self._queue = queue
        self._handlers = handlers
        self._worker = worker
        self._slots = slots
        self._running: dict[tuple[int, int], asyncio.Task[None]] = {}
        # These hold their row's lock: nobody can take them, and renewing them would wait for it.
        self._ending: set[tuple[int, int]] = set()

    async def claim(self) -> None:
        """Start what is due, as far as hands are free."""
        free = self._slots - len(self._running)
        if free <= 0:
            return
        kinds = sorted(self._handlers)
        claimed = await self._queue.claim(
            worker=self._worker, kinds=kinds, limit=free, lease=self.lease
        )
        for job in claimed:
            held = (job.id, job.attempt)
            task = spawn(self._run(job), name=f"job {job.kind} {job.id}")
            self._running[held] = task
            task.add_done_callback(lambda _, held=held: self._running.pop(held, None))

    async def renew(self) -> None:
        """Say that we are alive. A job that somebody else has by now is dropped."""
        running = {held: task for held, task in self._running.items() if held not in self._ending}
        newest = dict(running.keys())
        if not running:
            return
        held = await self._queue.renew(newest, lease=self.lease)
        for (job, attempt), task in running.items():
            if job not in held or attempt != newest[job]:
                task.cancel()

    async def bury(self) -> None:
        buried = await self._queue.bury()
        if buried:
            log.error("jobs_buried", extra={"count": buried})

    async def stop(self) -> None:
        """Drop what runs, and let others have it at once."""
        running = dict(self._running)
        for task in running.values():
            task.cancel()
        await asyncio.gather(*running.values(), return_exceptions=True)
        if running:
            await self._queue.renew(dict(running.keys()), lease=timedelta(0))

    async def _run(self, job: Job) -> None:
        held = (job.id, job.attempt)
        about = {"job": job.id, "kind": job.kind, "attempt": job.attempt}
        try:
            async with asyncio.timeout(LONGEST.total_seconds()):
                effect = await self._handlers[job.kind](job)
                self._ending.add(held)
                done = await self._queue.finish(job.id, attempt=job.attempt, effect=effect)
        except Exception as error:
            # Only its name is stored: what it says may quote what people wrote.
            name = type(error).__name__
            log.warning("job_failed", extra=about, exc_info=error)
            done = await self._queue.fail(job.id, attempt=job.attempt, error=name)
        finally:
            self._ending.discard(held)
        if not done:
            log.warning("job_lost", extra=about)
