"""Waiting for a lock without a thread: a blocked thread could not be called off."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.locks import Lock

_LOOK_SECONDS = 0.02


@asynccontextmanager
async def taken(lock: Lock, *, seconds: float, shared: bool = False) -> AsyncGenerator[Lock]:
    """Hold the lock inside the block. Raises TimeoutError if it cannot be had in time."""
    await take(lock, seconds=seconds, shared=shared)
    try:
        yield lock
    finally:
        lock.release()


async def take(lock: Lock, *, seconds: float, shared: bool = False) -> None:
    async with asyncio.timeout(seconds):
        # The kernel tells nobody when a lock becomes free: one has to look.
        while not lock.take(shared=shared, wait=False):  # noqa: ASYNC110
            await asyncio.sleep(_LOOK_SECONDS)
