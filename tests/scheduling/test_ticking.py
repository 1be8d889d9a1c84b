"""The clockwork turns by itself, survives trouble, and stops."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import pytest

from bot.scheduling.ports import Effect, Job
from bot.scheduling.runner import Runner
from bot.scheduling.ticking import ticking
from tests.fakes.jobs import FakeJob, FakeJobQueue, FakeJobWork
from tests.waiting import until

QUICK = timedelta(milliseconds=20)


class Away(Exception):
    pass


class MoodyQueue(FakeJobQueue):
    """Is away the first few times that somebody wants to claim."""

    def __init__(self, *, away: int) -> None:
        super().__init__()
        self.away = away

    async def claim(
        self, *, worker: str, kinds: Sequence[str], limit: int, lease: timedelta
    ) -> Sequence[FakeJob]:
        if self.away > 0:
            self.away -= 1
            raise Away
        return await super().claim(worker=worker, kinds=kinds, limit=limit, lease=lease)


async def do_nothing(_: Job) -> Effect[FakeJobWork]:
    async def effect(_: FakeJobWork) -> None:
        pass

    return effect


async def test_a_recurring_job_is_begun_and_done(caplog: pytest.LogCaptureFixture) -> None:
    queue = FakeJobQueue()
    runner = Runner(queue, {"sum": do_nothing}, worker="a test")

    async with ticking(runner, queue, recurring={"sum": timedelta(hours=1)}, tick=QUICK):
        await until(lambda: len(queue.jobs) == 2)

    assert [job.state for job in queue.jobs.values()] == ["done", "ready"]
    assert not caplog.records


async def test_a_database_that_is_away_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    queue = MoodyQueue(away=3)
    await queue.enqueue("sum")
    runner = Runner(queue, {"sum": do_nothing}, worker="a test")

    async with ticking(runner, queue, recurring={}, tick=QUICK):
        await until(lambda: queue.jobs[1].state == "done")

    assert [record.message for record in caplog.records] == ["ticking_failed"]


async def test_what_runs_at_the_end_is_given_back() -> None:
    async def work_on_and_on(_: Job) -> Effect[FakeJobWork]:
        started.set()
        await asyncio.Event().wait()
        raise AssertionError

    queue, started = FakeJobQueue(), asyncio.Event()
    await queue.enqueue("sum")
    runner = Runner(queue, {"sum": work_on_and_on}, worker="a test")

    async with ticking(runner, queue, recurring={}, tick=QUICK):
        await started.wait()

    given_back = await queue.claim(worker="b", kinds=["sum"], limit=1, lease=QUICK)
    assert [job.attempt for job in given_back] == [2]
