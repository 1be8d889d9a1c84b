"""How often a channel may be written to: quick at first, then within Discord's budget.

A webhook channel takes about 30 calls a minute, its threads included. The first words of a line
wait only where that is used up; changes to a growing line are the first to go; mending what stands
takes at most a third.
"""

from collections import deque
from datetime import datetime, timedelta

from bot.engine.ids import ChannelId
from bot.engine.ports import Clock

QUICK = timedelta(seconds=1.5)
STEADY = timedelta(seconds=2.5)
LATELY = timedelta(seconds=30)
MEMORY = timedelta(minutes=1)
BUSY = 10
"""Calls within LATELY from which on the pace is steady: 24 a minute, room for final edits."""
PER_MINUTE = 30
MENDING_SHARE = 3
"""One call in so many may be for mending."""


class Pace:
    """`per_minute`: calls that one channel may be sent in a minute."""

    def __init__(self, clock: Clock, *, per_minute: int = PER_MINUTE) -> None:
        self._clock = clock
        self._per_minute = per_minute
        self._calls: dict[ChannelId, deque[datetime]] = {}
        self._mended: dict[ChannelId, deque[datetime]] = {}

    def note(self, channel: ChannelId) -> None:
        """A call was made."""
        now = self._clock.now()
        for stale in [c for c, calls in self._calls.items() if calls[-1] < now - MEMORY]:
            del self._calls[stale]
            self._mended.pop(stale, None)
        self._calls.setdefault(channel, deque(maxlen=self._per_minute)).append(now)

    def wait_for(self, channel: ChannelId) -> float:
        """How many seconds from now a growing line may be changed."""
        calls = self._calls.get(channel)
        if not calls:
            return 0
        now = self._clock.now()
        lately = sum(call >= now - LATELY for call in calls)
        gap = STEADY if lately >= BUSY else QUICK
        return max((calls[-1] + gap - now).total_seconds(), self.wait_for_send(channel))

    def wait_for_send(self, channel: ChannelId) -> float:
        """How many seconds from now something new may be said."""
        calls = self._calls.get(channel)
        if calls is None or len(calls) < self._per_minute:
            return 0
        return max(0, (calls[0] + MEMORY - self._clock.now()).total_seconds())

    def may_mend(self, channel: ChannelId) -> bool:
        """Whether there is room for a change that nobody waits for. Counts it if so."""
        now = self._clock.now()
        mended = self._mended.setdefault(channel, deque())
        while mended and mended[0] < now - MEMORY:
            mended.popleft()
        if len(mended) >= self._per_minute // MENDING_SHARE or self.wait_for_send(channel):
            return False
        mended.append(now)
        return True
