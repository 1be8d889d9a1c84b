"""What happened a moment ago, for rules that count: so many in so many seconds."""

from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    most: int
    within: timedelta


class Lately:
    """Counts by name, such as ("old edits", channel). Forgotten when the server ends."""

    def __init__(self) -> None:
        self._times: dict[tuple[object, ...], deque[datetime]] = {}

    def wait(self, *name: object, pace: Pace, now: datetime) -> timedelta | None:
        """Count once more; when that is too fast, count nothing and return how long to wait."""
        times = self._times.setdefault(name, deque())
        while times and times[0] + pace.within <= now:
            times.popleft()
        if len(times) >= pace.most:
            return times[0] + pace.within - now
        times.append(now)
        return None
