"""The clockwork: APScheduler keeps the time in this process, Postgres knows what there is to do.

Its stores are not used for jobs: with each of them, jobs were lost when a process was killed.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, timedelta
from typing import Any, TypeVar

from apscheduler.schedulers.asyncio import (  # pyright: ignore[reportMissingTypeStubs]
    AsyncIOScheduler,
)

from bot.scheduling.ports import JobQueue
from bot.scheduling.runner import Runner

log = logging.getLogger(__name__)

W = TypeVar("W")
Step = Callable[[], Awaitable[None]]

TICK = timedelta(seconds=1)
SWEEP = timedelta(minutes=1)


@asynccontextmanager
async def ticking(
    runner: Runner[W],
    queue: JobQueue[W],
    *,
    recurring: Mapping[str, timedelta],
    tick: timedelta = TICK,
) -> AsyncGenerator[None]:
    """Claim and run jobs while the block lasts; what still runs at its end is given back."""

    async def sweep() -> None:
        for kind, every in recurring.items():
            await queue.keep_recurring(kind, every=every)
        await runner.bury()

    await sweep()
    clockwork = _clockwork(
        {
            "claim": (runner.claim, tick),
            "renew": (runner.renew, runner.lease / 3),
            "sweep": (sweep, SWEEP),
        }
    )
    clockwork.start()
    try:
        yield
    finally:
        clockwork.shutdown(wait=False)
        await runner.stop()


def _clockwork(steps: Mapping[str, tuple[Step, timedelta]]) -> Any:  # noqa: ANN401
    """A scheduler in memory. It has no types of its own, so nobody outside gets to touch it."""
    # That a step took longer than its tick is no news: the next one makes up for it.
    logging.getLogger("apscheduler").setLevel(logging.ERROR)
    clockwork: Any = AsyncIOScheduler(
        timezone=UTC,
        job_defaults={"max_instances": 1, "coalesce": True, "misfire_grace_time": None},
    )
    for name, (step, every) in steps.items():
        clockwork.add_job(
            _Quiet(name, step).run, "interval", seconds=every.total_seconds(), name=name
        )
    return clockwork


class _Quiet:
    """A step that may fail while the database is away: that is told once, not every second."""

    def __init__(self, name: str, step: Step) -> None:
        self._name = name
        self._step = step
        self._failing = False

    async def run(self) -> None:
        try:
            await self._step()
        except asyncio.CancelledError:
            return  # only the clockwork's own end does that; its transaction is taken back
        except Exception:
            if not self._failing:
                log.exception("ticking_failed", extra={"step": self._name})
            self._failing = True
            return
        if self._failing:
            log.info("ticking_again", extra={"step": self._name})
        self._failing = False
