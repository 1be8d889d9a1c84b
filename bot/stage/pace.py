"""How often a channel's growing line may be changed: quick at first, then within Discord's budget.

A webhook channel takes about 30 calls a minute. The first words of a line never wait.
"""

from collections import deque
from datetime import datetime, timedelta

from bot.engine.ids import ChannelId
from bot.engine.ports import Clock

QUICK = timedelta(seconds=1.5)
STEADY = timedelta(seconds=2.5)
MEMORY = timedelta(seconds=30)
BUSY = 10
"""Calls within MEMORY from which on the pace is steady: 24 a minute, room for final edits."""


class Pace:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._calls: dict[ChannelId, deque[datetime]] = {}

    def note(self, channel: ChannelId) -> None:
        """A call was made."""
        now = self._clock.now()
        for stale in [c for c, calls in self._calls.items() if calls[-1] < now - MEMORY]:
            del self._calls[stale]
        calls = self._calls.setdefault(channel, deque())
        while calls and calls[0] < now - MEMORY:
            calls.popleft()
        calls.append(now)

    def wait_for(self, channel: ChannelId) -> float:
        """How many seconds from now the next change may be made."""
        calls = self._calls.get(channel)
        if not calls:
            return 0
        now = self._clock.now()
        lately = sum(call >= now - MEMORY for call in calls)
        gap = STEADY if lately >= BUSY else QUICK
        return max(0, (calls[-1] + gap - now).total_seconds())
