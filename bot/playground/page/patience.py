"""Three seconds: then an interaction that nobody answered has failed."""

import asyncio

from bot.playground.world.acts.interactions import expire
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import Event, World


class Patience:
    def __init__(self, world: World) -> None:
        self._world = world
        self._loop = asyncio.get_running_loop()
        self._timers: dict[Snowflake, asyncio.TimerHandle] = {}
        self._stop = world.listen(self._hear)

    def close(self) -> None:
        self._stop()
        for timer in self._timers.values():
            timer.cancel()

    def _hear(self, event: Event) -> None:
        if event.kind != "INTERACTION_CREATE":
            return
        interaction = Snowflake(int(event.data["id"]))
        seconds = self._world.answer_within.total_seconds()
        self._timers[interaction] = self._loop.call_later(seconds, self._expire, interaction)

    def _expire(self, interaction: Snowflake) -> None:
        del self._timers[interaction]
        expire(self._world, interaction)
