"""Saves the world to its file soon after it has changed, and when the server ends."""

import asyncio
import threading
import time
from pathlib import Path

from bot.playground.world.saving import Snapshot, save_world, snapshot, write
from bot.playground.world.world import Event, World

SOON = 2.0
# A large world takes longer to write: saving must not take more than a tenth of the time.
SHARE = 10.0


class Keeper:
    """Writes in a thread, so that nobody waits; what is written last is the last state."""

    def __init__(self, world: World, path: Path) -> None:
        self._world = world
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._pause = SOON
        self._one_at_a_time = threading.Lock()
        self._closed = False
        self._stop = world.listen(self._hear)

    def close(self) -> None:
        self._stop()
        if self._timer is not None:
            self._timer.cancel()
        with self._one_at_a_time:
            self._closed = True
            save_world(self._world, self._path)

    def _hear(self, _: Event) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(self._pause, self._save)

    def _save(self) -> None:
        self._timer = None
        self._loop.run_in_executor(None, self._write, snapshot(self._world))

    def _write(self, taken: Snapshot) -> None:
        with self._one_at_a_time:
            if self._closed:
                return
            began = time.monotonic()
            write(taken, self._path)
            self._pause = max(SOON, SHARE * (time.monotonic() - began))
