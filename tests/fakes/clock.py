"""A clock that stands still until a test moves it."""

import asyncio
from datetime import UTC, datetime, timedelta

from bot.engine.ports import Clock

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


class FixedClock(Clock):
    def __init__(self, at: datetime = NOON) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    def advance(self, by: timedelta) -> None:
        self.at += by

    async def sleep(self, seconds: float) -> None:
        """Move on at once, but let others have their turn first, as a real wait would."""
        self.at += timedelta(seconds=seconds)
        await asyncio.sleep(0)
