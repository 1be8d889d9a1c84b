"""A program for the tests: a bot that commits one number after the other until SIGTERM.

It prints how many numbers it found at the start, and each number once it is committed.
"""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs] - it has none

from bot.storage.embedded import embedded_postgres

LOST = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)


class Database(Protocol):
    async def execute(self, query: str, *values: object) -> str: ...
    async def fetchval(self, query: str) -> int: ...
    async def close(self) -> None: ...


async def main(data: Path, *, idle: bool) -> None:
    asked_to_stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asked_to_stop.set)
    async with embedded_postgres(data) as url:
        # Not through SQLAlchemy: these processes are many, and it takes long to load.
        database = await connect(url)
        try:
            say("found", await found(database))
            if not idle:
                await commit_until(asked_to_stop, database)
        except LOST:
            say("lost")
        await asked_to_stop.wait()
        await database.close()


async def connect(url: str) -> Database:
    connect = cast("Callable[[str], Awaitable[Database]]", asyncpg.connect)  # pyright: ignore[reportUnknownMemberType]
    return await connect(url.replace("+asyncpg", ""))


async def found(database: Database) -> int:
    await database.execute("SELECT pg_advisory_lock(1)")
    await database.execute("CREATE TABLE IF NOT EXISTS number (n int)")
    await database.execute("SELECT pg_advisory_unlock(1)")
    return await database.fetchval("SELECT count(*) FROM number")


async def commit_until(asked_to_stop: asyncio.Event, database: Database) -> None:
    number = 0
    while not asked_to_stop.is_set():
        await database.execute("INSERT INTO number VALUES ($1)", number)
        say("committed", number)
        number += 1


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def become(uid: int) -> None:
    """Give up root. Here and not from outside, for others may not run our Python."""
    asyncio.run(asyncio.to_thread(int))  # loads what would be out of reach later
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
