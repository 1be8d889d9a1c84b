"""The runner does what it claims, no more than it can, and lets go of what it has lost."""

import asyncio
from datetime import timedelta

import pytest

from bot.background import settle
from bot.scheduling.ports import Effect, Handler, Job
from bot.scheduling.runner import LEASE, Runner
from tests.fakes.clock import FixedClock
from tests.fakes.jobs import FakeJobQueue, FakeJobWork
from tests.waiting import until


class Hands:
    """A handler that works until it is let go, and counts effects by job."""

    def __init__(self, *, go: bool = True) -> None:
        self.go = asyncio.Event()
        self.started: asyncio.Queue[int] = asyncio.Queue()
        self.ended: asyncio.Queue[int] = asyncio.Queue()
        self.effects: list[int] = []
        if go:
            self.go.set()

    async def work(self, job: Job) -> Effect[FakeJobWork]:
        self.started.put_nowait(job.id)
        try:
            await self.go.wait()
        finally:
            self.ended.put_nowait(job.id)

        async def effect(_: FakeJobWork) -> None:
            self.effects.append(job.id)

        return effect


async def fails(_: Job) -> Effect[FakeJobWork]:
    message = "what somebody wrote"
    raise ValueError(message)


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def queue(clock: FixedClock) -> FakeJobQueue:
    return FakeJobQueue(clock)


def runner(
    queue: FakeJobQueue, handler: Handler[FakeJobWork], *, slots: int = 2
) -> Runner[FakeJobWork]:
    return Runner(queue, {"sum": handler}, worker="a test", slots=slots)


def states(queue: FakeJobQueue) -> list[str]:
    return [job.state for job in queue.jobs.values()]


async def test_what_is_due_is_done_once(queue: FakeJobQueue) -> None:
    hands = Hands()
    await queue.enqueue("sum")

    await runner(queue, hands.work).claim()

    await settle()
    assert states(queue) == ["done"]
    assert hands.effects == [1]


async def test_no_more_is_claimed_than_hands_are_free(queue: FakeJobQueue) -> None:
    hands = Hands(go=False)
    for _ in range(3):
        await queue.enqueue("sum")
    running = runner(queue, hands.work, slots=2)

    await running.claim()
    await running.claim()

    assert states(queue) == ["running", "running", "ready"]
    hands.go.set()
    await settle()
    await running.claim()
    await settle()
    assert hands.effects == [1, 2, 3]


async def test_a_failure_is_noted_by_its_name_alone(queue: FakeJobQueue) -> None:
    await queue.enqueue("sum")

    await runner(queue, fails).claim()

    await settle()
    assert states(queue) == ["ready"]
    assert queue.jobs[1].error == "ValueError"


async def test_renewing_keeps_others_away(queue: FakeJobQueue, clock: FixedClock) -> None:
    hands = Hands(go=False)
    await queue.enqueue("sum")
    running, other = runner(queue, hands.work), runner(queue, hands.work)
    await running.claim()

    clock.advance(LEASE * 0.7)
    await running.renew()
    clock.advance(LEASE * 0.7)
    await other.claim()

    assert queue.jobs[1].attempt == 1
    hands.go.set()
    await settle()


async def test_a_job_that_somebody_else_has_by_now_is_dropped(
    queue: FakeJobQueue, clock: FixedClock
) -> None:
    late, prompt = Hands(go=False), Hands(go=False)
    await queue.enqueue("sum")
    stopped, other = runner(queue, late.work), runner(queue, prompt.work)
    await stopped.claim()
    await late.started.get()

    clock.advance(LEASE + timedelta(seconds=1))
    await other.claim()
    await stopped.renew()
    await late.ended.get()
    prompt.go.set()

    await settle()
    assert states(queue) == ["done"]
    assert (late.effects, prompt.effects) == ([], [1])


async def test_a_late_finish_changes_nothing(queue: FakeJobQueue, clock: FixedClock) -> None:
    late, prompt = Hands(go=False), Hands()
    await queue.enqueue("sum")
    await runner(queue, late.work).claim()
    clock.advance(LEASE + timedelta(seconds=1))
    await runner(queue, prompt.work).claim()
    await until(lambda: states(queue) == ["done"])

    late.go.set()
    await settle()

    assert (late.effects, prompt.effects) == ([], [1])


async def test_stopping_gives_back_what_runs(queue: FakeJobQueue) -> None:
    hands, others = Hands(go=False), Hands()
    await queue.enqueue("sum")
    running = runner(queue, hands.work)
    await running.claim()
    await hands.started.get()

    await running.stop()
    await runner(queue, others.work).claim()

    await settle()
    assert states(queue) == ["done"]
    assert (hands.effects, others.effects) == ([], [1])
