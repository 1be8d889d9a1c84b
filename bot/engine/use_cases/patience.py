"""Storage that goes away is waited for, wherever something would be lost otherwise."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.engine.errors import StaleSession, StorageUnavailable
from bot.engine.ports import Clock

RETRY_SECONDS = 5
"""Between two tries while storage is away."""

T = TypeVar("T")


async def outlast(
    work: Callable[[], Awaitable[T]],
    *,
    clock: Clock,
    away: Callable[[], Awaitable[None]] | None = None,
) -> T:
    """Do the work as soon as storage lets us. `away` is told once, when it does not at first.

    The work may be done twice: a connection can break when a commit has already taken effect.
    """
    told = False
    while True:
        try:
            return await work()
        except (StorageUnavailable, StaleSession):
            if away is not None and not told:
                told = True
                await away()
            await clock.sleep(RETRY_SECONDS)
