"""How many answers an endpoint writes at once: the others wait, first come, first served."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.engine.errors import ModelUnavailable


class Turnstile:
    """`at_once` may be inside, `waiting` may stand in line; whoever comes then is sent away."""

    def __init__(self, *, at_once: int, waiting: int) -> None:
        self._room = asyncio.Semaphore(at_once)  # it wakes who waits in the order they came
        self._most = waiting
        self._waiting = 0

    @property
    def waiting(self) -> int:
        return self._waiting

    @asynccontextmanager
    async def inside(self) -> AsyncGenerator[None]:
        """Raises ModelUnavailable when the line is full."""
        if self._room.locked() and self._waiting >= self._most:
            raise ModelUnavailable(reason=f"{self._waiting} answers already wait for it")
        self._waiting += 1
        try:
            await self._room.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._room.release()
