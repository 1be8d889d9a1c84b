"""What a person's page is told, kept in order, and waited for without sleeping."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
PATIENCE = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One frame of the page's socket: `kind` as in Discord's gateway, and its data."""

    kind: str
    data: Json


class NothingHeard(AssertionError):
    """It did not come in time; the message lists what came instead."""


class Events:
    def __init__(self) -> None:
        self.all: list[Told] = []
        self._came = asyncio.Condition()
        self.is_open = True

    async def add(self, told: Told) -> None:
        async with self._came:
            self.all.append(told)
            self._came.notify_all()

    async def close(self) -> None:
        async with self._came:
            self.is_open = False
            self._came.notify_all()

    async def wait_for(
        self,
        fits: Callable[[Told], bool],
        *,
        since: int = 0,
        timeout: float = PATIENCE,  # noqa: ASYNC109  # a test says how long it waits
        what: str = "an event",
    ) -> Told:
        """Return the first event from number `since` on that fits, now or when it comes."""
        at = since
        try:
            async with asyncio.timeout(timeout), self._came:
                while True:
                    while at < len(self.all):
                        at += 1
                        if fits(self.all[at - 1]):
                            return self.all[at - 1]
                    if not self.is_open:
                        break
                    await self._came.wait()
        except TimeoutError:
            pass
        came = "\n".join(_in_short(each) for each in self.all[since:]) or "nothing"
        message = f"Waited for {what}; what came:\n{came}"
        raise NothingHeard(message)


def places_in(told: Told) -> list[Json]:
    """Return the channels and threads that a frame tells of."""
    if told.kind == "WORLD":
        return [
            each
            for guild in told.data["guilds"]
            for each in (*guild["channels"], *guild["threads"])
        ]
    return [told.data] if told.kind.startswith(("CHANNEL_", "THREAD_")) else []


def _in_short(told: Told) -> str:
    return f"  {told.kind} {str(told.data)[:300]}"
