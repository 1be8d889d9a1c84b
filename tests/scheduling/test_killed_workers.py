"""Processes that die or freeze in mid-job: every effect still happens exactly once."""

import asyncio
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage.database import engine_for
from bot.storage.ids import TimeOrderedIds
from bot.storage.jobs import PostgresJobs
from tests.scheduling.worker import KIND

JOBS = 8
SLOTS = 4
PATIENCE = 60
LOOK_AGAIN = 0.05
NOT_DONE = "SELECT count(*) FROM job WHERE state <> 'done'"
PROJECT = Path(__file__).parents[2]


class Worker:
    """A worker process and what it told so far."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def tells(self, what: str, *, times: int) -> None:
        """Wait until it has told this so often."""
        output = self._process.stdout
        assert output is not None
        async with asyncio.timeout(PATIENCE):
            while times:
                line = await output.readline()
                assert line, "the worker ended"
                times -= line.startswith(what.encode())

    def go_on(self) -> None:
        """Let it end what it holds, and leave."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"go\n")

    async def has_come_to_its_end(self) -> None:
        self.go_on()
        async with asyncio.timeout(PATIENCE):
            assert await self._process.wait() == 0

    def signal(self, number: signal.Signals) -> None:
        os.kill(self._process.pid, number)

    async def die(self) -> None:
        self.signal(signal.SIGKILL)
        await self._process.wait()


@pytest.fixture
async def database(database_url: str) -> AsyncGenerator[AsyncEngine]:
    engine = engine_for(database_url)
    async with engine.begin() as db:
        await db.execute(text("CREATE TABLE noted (job bigint, worker text)"))
    queue = PostgresJobs(engine, TimeOrderedIds())
    for _ in range(JOBS):
        await queue.enqueue(KIND)
    yield engine
    await engine.dispose()


@asynccontextmanager
async def worker(url: str, name: str, mode: str) -> AsyncGenerator[Worker]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.scheduling.worker", url, name, mode),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=PROJECT,
    )
    try:
        yield Worker(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def all_are_done(database: AsyncEngine) -> None:
    async with asyncio.timeout(PATIENCE):
        while await _count(database, NOT_DONE):  # noqa: ASYNC110 a database tells nobody
            await asyncio.sleep(LOOK_AGAIN)


async def _count(database: AsyncEngine, query: str) -> int:
    async with database.connect() as db:
        return await db.scalar(text(query)) or 0


async def noted(database: AsyncEngine) -> dict[str, int]:
    """How many effects each worker had; no job may have two."""
    async with database.connect() as db:
        rows = (await db.execute(text("SELECT job, worker FROM noted"))).all()
    assert sorted(row.job for row in rows) == sorted({row.job for row in rows})
    assert len(rows) == JOBS
    return Counter(row.worker for row in rows)


@pytest.mark.parametrize(
    ("mode", "sign"),
    [
        pytest.param("hold", "began", id="while it works"),
        pytest.param("hold-inside", "inside", id="inside the transaction that ends the job"),
    ],
)
async def test_what_a_killed_process_held_is_done_by_another(
    database: AsyncEngine, database_url: str, mode: str, sign: str
) -> None:
    async with worker(database_url, "killed", mode) as killed:
        await killed.tells(sign, times=SLOTS)
        await killed.die()

        async with worker(database_url, "other", "work"):
            await all_are_done(database)

    assert await noted(database) == {"other": JOBS}


async def test_a_process_that_froze_past_its_lease_changes_nothing_when_it_wakes(
    database: AsyncEngine, database_url: str
) -> None:
    async with worker(database_url, "frozen", "hold") as frozen:
        await frozen.tells("began", times=SLOTS)
        frozen.signal(signal.SIGSTOP)
        async with worker(database_url, "other", "work"):
            await all_are_done(database)

        frozen.signal(signal.SIGCONT)
        await frozen.has_come_to_its_end()

    assert await noted(database) == {"other": JOBS}


async def test_a_process_that_froze_while_it_ended_its_jobs_ends_them_when_it_wakes(
    database: AsyncEngine, database_url: str
) -> None:
    async with worker(database_url, "frozen", "hold-inside") as frozen:
        await frozen.tells("inside", times=SLOTS)
        frozen.signal(signal.SIGSTOP)
        async with worker(database_url, "other", "work") as other:
            await other.tells("began", times=JOBS - SLOTS)

            frozen.signal(signal.SIGCONT)
            frozen.go_on()
            await all_are_done(database)

    assert await noted(database) == {"frozen": SLOTS, "other": JOBS - SLOTS}
