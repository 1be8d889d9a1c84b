"""The time."""

import asyncio
from datetime import UTC, datetime

from bot.engine.ports import Clock


class SystemClock(Clock):
    def now(self) -> datetime:
        return datetime.now(UTC)  # noqa: TID251 this is the port

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
