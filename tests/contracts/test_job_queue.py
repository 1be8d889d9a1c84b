"""What every job queue does."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Protocol

import pytest
from sqlalchemy import delete, func, select, update

from bot.scheduling.ports import Job
from bot.storage.database import engine_for
from bot.storage.jobs import PostgresJobs
from bot.storage.tables import JOB
from tests.contracts.stores import IDS
from tests.fakes.clock import FixedClock
from tests.fakes.jobs import FakeJobQueue

NO_TIME = timedelta(0)
A_WHILE = timedelta(minutes=5)
ATTEMPTS = 5


class Work(Protocol):
    async def enqueue(
        self, kind: str, payload: Mapping[str, Any] | None = None, *, key: str | None = None
    ) -> bool: ...


Effect = Callable[[Work], Awaitable[None]]


class Queue(Protocol):
    """Both queues, as their makers and their runner see them."""

    async def enqueue(
        self,
        kind: str,
        payload: Mapping[str, Any] | None = None,
        *,
        key: str | None = None,
        delay: timedelta = timedelta(0),
    ) -> bool: ...
    async def keep_recurring(self, kind: str, *, every: timedelta) -> None: ...
    async def claim(
        self, *, worker: str, kinds: Sequence[str], limit: int, lease: timedelta
    ) -> Sequence[Job]: ...
    async def renew(self, attempts: Mapping[int, int], *, lease: timedelta) -> frozenset[int]: ...
    async def finish(self, job: int, *, attempt: int, effect: Effect) -> bool: ...
    async def fail(self, job: int, *, attempt: int, error: str) -> bool: ...
    async def bury(self) -> int: ...


class Hours(Protocol):
    """Lets hours pass for what waits: a database's clock cannot be set."""

    async def __call__(self, hours: int = 2) -> None: ...


async def claim(
    queue: Queue, *, lease: timedelta = A_WHILE, limit: int = 9, kinds: tuple[str, ...] = ("sum",)
) -> list[Job]:
    return list(await queue.claim(worker="a test", kinds=kinds, limit=limit, lease=lease))


async def nothing(_: Work) -> None:
    pass


async def follow_up(work: Work) -> None:
    await work.enqueue("sum", {"part": 2})


class Sudden(Exception):
    pass


class JobQueueContract:
    async def test_a_job_is_claimed_with_what_it_carries(self, queue: Queue) -> None:
        await queue.enqueue("sum", {"session": "s", "upto": 40})

        [job] = await claim(queue)

        assert (job.kind, job.payload, job.attempt) == ("sum", {"session": "s", "upto": 40}, 1)

    async def test_a_claimed_job_is_nobody_elses(self, queue: Queue) -> None:
        await queue.enqueue("sum")
        await claim(queue)

        assert await claim(queue) == []

    async def test_many_who_claim_at_once_share_the_jobs(self, queue: Queue) -> None:
        for _ in range(12):
            await queue.enqueue("sum")

        shares = await asyncio.gather(*(claim(queue, limit=4) for _ in range(4)))

        claimed = [job.id for share in shares for job in share]
        assert len(claimed) == len(set(claimed))
        assert len(claimed) + len(await claim(queue, limit=20)) == 12

    async def test_a_kind_that_nobody_here_knows_is_left_alone(self, queue: Queue) -> None:
        await queue.enqueue("from a newer version")

        assert await claim(queue) == []

    async def test_a_job_waits_for_its_time(self, queue: Queue, pass_hours: Hours) -> None:
        await queue.enqueue("sum", delay=timedelta(hours=1))
        assert await claim(queue) == []

        await pass_hours()

        assert len(await claim(queue)) == 1

    async def test_the_same_key_is_added_once_even_after_it_is_done(self, queue: Queue) -> None:
        assert await queue.enqueue("sum", key="turns 1 to 10")
        assert not await queue.enqueue("sum", key="turns 1 to 10")
        [job] = await claim(queue)
        await queue.finish(job.id, attempt=job.attempt, effect=nothing)

        assert not await queue.enqueue("sum", key="turns 1 to 10")
        assert await queue.enqueue("sum", key="turns 11 to 20")
        assert await queue.enqueue("other", key="turns 1 to 10")

    async def test_a_finished_job_keeps_its_effect_and_is_over(self, queue: Queue) -> None:
        await queue.enqueue("sum", {"part": 1})
        [job] = await claim(queue)

        assert await queue.finish(job.id, attempt=job.attempt, effect=follow_up)

        assert [job.payload for job in await claim(queue)] == [{"part": 2}]

    async def test_an_effect_that_fails_leaves_nothing_behind(self, queue: Queue) -> None:
        async def half_done(work: Work) -> None:
            await follow_up(work)
            raise Sudden

        await queue.enqueue("sum", {"part": 1})
        [job] = await claim(queue, lease=NO_TIME)

        with pytest.raises(Sudden):
            await queue.finish(job.id, attempt=job.attempt, effect=half_done)

        assert [job.payload for job in await claim(queue)] == [{"part": 1}]

    async def test_who_let_the_lease_lapse_can_finish_nothing(self, queue: Queue) -> None:
        await queue.enqueue("sum", {"part": 1})
        [stopped] = await claim(queue, lease=NO_TIME)
        [taken_over] = await claim(queue)

        assert taken_over.attempt == stopped.attempt + 1
        assert not await queue.finish(stopped.id, attempt=stopped.attempt, effect=follow_up)
        assert not await queue.fail(stopped.id, attempt=stopped.attempt, error="Late")
        assert await queue.renew({stopped.id: stopped.attempt}, lease=A_WHILE) == frozenset()
        assert await queue.finish(stopped.id, attempt=taken_over.attempt, effect=nothing)
        assert await claim(queue) == []

    async def test_of_two_who_finish_the_same_claim_one_does(self, queue: Queue) -> None:
        await queue.enqueue("sum")
        [job] = await claim(queue)

        done = await asyncio.gather(
            *(queue.finish(job.id, attempt=job.attempt, effect=follow_up) for _ in range(3))
        )

        assert sorted(done) == [False, False, True]
        assert len(await claim(queue)) == 1

    async def test_a_renewed_lease_holds(self, queue: Queue) -> None:
        await queue.enqueue("sum")
        [job] = await claim(queue, lease=NO_TIME)

        assert await queue.renew({job.id: job.attempt}, lease=A_WHILE) == {job.id}

        assert await claim(queue) == []

    async def test_a_failed_job_is_tried_again_after_a_pause(
        self, queue: Queue, pass_hours: Hours
    ) -> None:
        await queue.enqueue("sum", {"part": 1})
        [job] = await claim(queue)

        assert await queue.fail(job.id, attempt=job.attempt, error="Sudden")

        assert await claim(queue) == []
        await pass_hours()
        [again] = await claim(queue)
        assert (again.payload, again.attempt) == ({"part": 1}, 2)

    async def test_a_job_that_always_fails_is_given_up(
        self, queue: Queue, pass_hours: Hours
    ) -> None:
        await queue.enqueue("sum")
        for attempt in range(1, ATTEMPTS + 1):
            [job] = await claim(queue)
            assert job.attempt == attempt
            await queue.fail(job.id, attempt=attempt, error="Sudden")
            await pass_hours()

        assert await claim(queue) == []

    async def test_a_job_that_always_kills_its_process_is_buried(self, queue: Queue) -> None:
        await queue.enqueue("sum")
        for _ in range(ATTEMPTS):
            await claim(queue, lease=NO_TIME)

        assert await claim(queue) == []
        assert await queue.bury() == 1
        assert await queue.bury() == 0

    async def test_a_recurring_job_is_one_however_many_ask_for_it(self, queue: Queue) -> None:
        asked = (queue.keep_recurring("sum", every=timedelta(hours=1)) for _ in range(4))
        await asyncio.gather(*asked)

        assert len(await claim(queue)) == 1

    @pytest.mark.parametrize("ending", ["finished", "failed", "buried"])
    async def test_a_recurring_job_comes_again_in_the_next_period(
        self, queue: Queue, pass_hours: Hours, ending: str
    ) -> None:
        await queue.keep_recurring("sum", every=timedelta(hours=1))
        await end(queue, ending, pass_hours)
        await queue.keep_recurring("sum", every=timedelta(hours=1))
        assert await claim(queue) == []

        await pass_hours()

        assert len(await claim(queue)) == 1


async def end(queue: Queue, ending: str, pass_hours: Hours) -> None:
    """Bring the job that is due to one of its three ends."""
    if ending == "finished":
        [job] = await claim(queue)
        await queue.finish(job.id, attempt=job.attempt, effect=nothing)
    elif ending == "failed":
        for _ in range(ATTEMPTS):
            [job] = await claim(queue, limit=1)
            await queue.fail(job.id, attempt=job.attempt, error="Sudden")
            if job.attempt < ATTEMPTS:
                await pass_hours(0)
    else:
        for _ in range(ATTEMPTS):
            await claim(queue, lease=NO_TIME)
        await queue.bury()


class TestFakeJobQueue(JobQueueContract):
    @pytest.fixture
    def clock(self) -> FixedClock:
        return FixedClock()

    @pytest.fixture
    def queue(self, clock: FixedClock) -> Queue:
        return FakeJobQueue(clock)

    @pytest.fixture
    def pass_hours(self, clock: FixedClock) -> Hours:
        async def hours(hours: int = 2) -> None:
            clock.advance(timedelta(hours=hours, minutes=2))

        return hours


class TestPostgresJobQueue(JobQueueContract):
    @pytest.fixture
    async def queue(self, emptied_url: str) -> AsyncGenerator[Queue]:
        engine = engine_for(emptied_url)
        yield PostgresJobs(engine, IDS)
        async with engine.begin() as db:
            await db.execute(delete(JOB))
        await engine.dispose()

    @pytest.fixture
    async def pass_hours(self, emptied_url: str) -> AsyncGenerator[Hours]:
        engine = engine_for(emptied_url)

        async def hours(hours: int = 2) -> None:
            span = timedelta(hours=hours, minutes=2)
            async with engine.begin() as db:
                await db.execute(update(JOB).values(run_at=JOB.c.run_at - span))

        yield hours
        await engine.dispose()


async def test_an_ended_job_says_when_and_why(emptied_url: str) -> None:
    engine = engine_for(emptied_url)
    queue = PostgresJobs(engine, IDS)
    await queue.enqueue("sum")
    [job] = await claim(queue, limit=1)
    await queue.fail(job.id, attempt=job.attempt, error="ModelSilent")

    async with engine.begin() as db:
        row = (await db.execute(select(JOB.c.error, JOB.c.state, JOB.c.worker))).one()
        waits = await db.scalar(select(JOB.c.run_at - func.now()))
        await db.execute(delete(JOB))
    await engine.dispose()

    assert tuple(row) == ("ModelSilent", "ready", "a test")
    assert waits is not None
    assert waits <= timedelta(seconds=5)
