"""Time that a test moves by hand."""

from datetime import UTC, datetime

from bot.playground.world.ports import ClockIds, Ports, SystemChance


class HandClock:
    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time


def ports_of(clock: HandClock) -> Ports:
    return Ports(clock=clock, ids=ClockIds(clock), chance=SystemChance())
