"""Looks once a minute whether a thread's time is up."""

import asyncio

from bot.playground.world.acts.resting import archive_quiet
from bot.playground.world.world import World

EVERY = 60.0


class Rest:
    def __init__(self, world: World) -> None:
        self._world = world
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(EVERY, self._look)

    def close(self) -> None:
        self._timer.cancel()

    def _look(self) -> None:
        archive_quiet(self._world)
        self._timer = self._loop.call_later(EVERY, self._look)
