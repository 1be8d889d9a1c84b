"""A program for the tests: a bot that commits one number after the other until SIGTERM.

It prints how many numbers it found at the start, and each number once it is committed.
"""

import argparse
import asyncio
import os
import signal
import sys
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.storage.embedded import embedded_postgres


async def main(data: Path, *, idle: bool) -> None:
    asked_to_stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asked_to_stop.set)
    async with embedded_postgres(data) as url:
        engine = create_async_engine(url)
        try:
            say("found", await found(engine))
            if not idle:
                await commit_until(asked_to_stop, engine)
        except (DBAPIError, OSError):
            say("lost")
        await asked_to_stop.wait()
        await engine.dispose()


async def found(engine: AsyncEngine) -> int:
    async with engine.begin() as connection:
        await connection.execute(text("SELECT pg_advisory_xact_lock(1)"))
        await connection.execute(text("CREATE TABLE IF NOT EXISTS number (n int)"))
        return int(await connection.scalar(text("SELECT count(*) FROM number")) or 0)


async def commit_until(asked_to_stop: asyncio.Event, engine: AsyncEngine) -> None:
    number = 0
    while not asked_to_stop.is_set():
        async with engine.begin() as connection:
            await connection.execute(text("INSERT INTO number VALUES (:n)"), {"n": number})
        say("committed", number)
        number += 1


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def become(uid: int) -> None:
    """Give up root. Here and not from outside, for others may not run our Python."""
    create_async_engine("postgresql+asyncpg://")  # both load what is out of reach later
    asyncio.run(asyncio.to_thread(int))
    os.setgroups([])
    os.setgid(uid)
    os.setuid(uid)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--idle", action="store_true")
    parser.add_argument("--uid", type=int)
    asked = parser.parse_args()
    if asked.uid is not None:
        become(asked.uid)
    asyncio.run(main(asked.data, idle=asked.idle))
