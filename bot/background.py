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
    """Let running work come to its end, and cancel what does not within `seconds`."""
    here = asyncio.current_task()
    loop = asyncio.get_running_loop()
    running = {task for task in _RUNNING if task is not here and task.get_loop() is loop}
    if not running:
        return
    _, late = await asyncio.wait(running, timeout=seconds)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)


def _ended(task: asyncio.Task[Any]) -> None:
    _RUNNING.discard(task)
    if task.cancelled():
        return
    error = task.exception()
    if error is not None:
        log.error("background_task_failed", extra={"task": task.get_name()}, exc_info=error)
