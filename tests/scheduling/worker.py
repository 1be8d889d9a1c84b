"""A process that does jobs, for tests that kill or stop it.

    python -m tests.scheduling.worker URL NAME (work | hold | hold-inside)

Its one kind of job notes in `noted(job, worker)` that it was done: nothing there keeps the same
job from being noted twice. With `hold` it waits for a line on its input before it ends a job, with
`hold-inside` while it ends one; then it leaves. What happens is told on its output, a word and the
job's id a line.
"""

import asyncio
import sys
from datetime import timedelta

from sqlalchemy import text

from bot.background import settle
from bot.scheduling.ports import Effect, Job
from bot.scheduling.runner import Runner
from bot.scheduling.ticking import ticking
from bot.storage.database import engine_for
from bot.storage.ids import TimeOrderedIds
from bot.storage.jobs import PostgresJobs, PostgresJobWork

KIND = "note"
LEASE = timedelta(seconds=1)
TICK = timedelta(milliseconds=50)


class Noting:
    def __init__(self, name: str, mode: str) -> None:
        self._name = name
        self._mode = mode
        self._go = asyncio.Event()

    async def listen(self) -> None:
        """Go on when told to."""
        await asyncio.to_thread(sys.stdin.readline)
        self._go.set()

    async def handle(self, job: Job) -> Effect[PostgresJobWork]:
        tell("began", job)
        if self._mode == "hold":
            await self._go.wait()

        async def effect(work: PostgresJobWork) -> None:
            values = {"job": job.id, "worker": self._name}
            note = text("INSERT INTO noted (job, worker) VALUES (:job, :worker)")
            await work._db.execute(note, values)
            if self._mode == "hold-inside":
                tell("inside", job)
                await self._go.wait()

        return effect


def tell(what: str, job: Job) -> None:
    sys.stdout.write(f"{what} {job.id}\n")
    sys.stdout.flush()


async def main(url: str, name: str, mode: str) -> None:
    engine = engine_for(url)
    queue, noting = PostgresJobs(engine, TimeOrderedIds()), Noting(name, mode)
    runner = Runner(queue, {KIND: noting.handle}, worker=name, lease=LEASE)
    async with ticking(runner, queue, recurring={}, tick=TICK):
        await noting.listen()
        await settle()
    await engine.dispose()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
