"""The time."""

from datetime import UTC, datetime

from bot.engine.ports import Clock


class SystemClock(Clock):
    def now(self) -> datetime:
        return datetime.now(UTC)  # noqa: TID251 this is the port
