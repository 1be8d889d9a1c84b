"""What the local Discord needs from outside: the time, new ids and chance."""

import secrets
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NewType, Protocol

Snowflake = NewType("Snowflake", int)

# Discord counts time from the first second of 2015.
EPOCH_MS = 1_420_070_400_000
_SEQUENCE_BITS = 22


class Clock(Protocol):
    def now(self) -> datetime: ...


class Chance(Protocol):
    def token(self) -> str:
        """Return something that nobody can guess, safe in a URL."""
        ...


class Ids(Protocol):
    def next(self) -> Snowflake: ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.fromtimestamp(time.time(), UTC)


class SystemChance:
    def token(self) -> str:
        return secrets.token_urlsafe(32)


class ClockIds:
    """Snowflakes: the time in the high bits, so that ids sort as they were made."""

    def __init__(self, clock: Clock, *, last: int = 0) -> None:
        self._clock = clock
        self._last = last

    def next(self) -> Snowflake:
        # A clock that stands still or runs back must not give the same id twice.
        self._last = max(self._last + 1, snowflake_at(self._clock.now()))
        return Snowflake(self._last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    clock: Clock
    ids: Ids
    chance: Chance


def system_ports(*, last_id: int = 0) -> Ports:
    clock = SystemClock()
    return Ports(clock=clock, ids=ClockIds(clock, last=last_id), chance=SystemChance())


def snowflake_at(moment: datetime) -> Snowflake:
    """Return the first id of that millisecond."""
    return Snowflake((int(moment.timestamp() * 1000) - EPOCH_MS) << _SEQUENCE_BITS)


def moment_of(snowflake: Snowflake) -> datetime:
    """Return when the id was made."""
    return datetime.fromtimestamp(((snowflake >> _SEQUENCE_BITS) + EPOCH_MS) / 1000, UTC)


def stamp(moment: datetime) -> str:
    """Write a time as Discord does: microseconds and an offset."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
