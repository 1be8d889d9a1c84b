"""Work that nobody waits for: kept, named, and never lost without a word in the log."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)

_RUNNING: set[asyncio.Task[Any]] = set()


def spawn(work: Coroutine[Any, Any, object], *, name: str) -> asyncio.Task[Any]:
    """Start a task. The reference is kept here: asyncio itself holds only a weak one."""
    task = asyncio.get_running_loop().create_task(work, name=name)
    _RUNNING.add(task)
    task.add_done_callback(_ended)
    return task


async def settle(seconds: float = 5) -> None:
    """Let running work, and what it starts, end; cancel what is left after `seconds`."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    while running := _others(loop):
        _, late = await asyncio.wait(running, timeout=max(0, deadline - loop.time()))
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


def _others(loop: asyncio.AbstractEventLoop) -> set[asyncio.Task[Any]]:
    here = asyncio.current_task()
    return {task for task in _RUNNING if task is not here and task.get_loop() is loop}


def _ended(task: asyncio.Task[Any]) -> None:
    _RUNNING.discard(task)
    if task.cancelled():
        return
    error = task.exception()
    if error is not None:
        log.error("background_task_failed", extra={"task": task.get_name()}, exc_info=error)
