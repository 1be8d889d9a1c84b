"""Fresh ids: UUID version 7 (RFC 9562), so that rows made together lie together in an index.

Made here and not by the database: a server below version 18 has no `uuidv7()`.
"""

import secrets
import time
from uuid import UUID

from bot.engine.ports import Ids

_VERSION = 0x7 << 76
_VARIANT = 0x2 << 62


class TimeOrderedIds(Ids):
    """Each id sorts after the one before it, however fast they are asked for.

    The 12 bits after the milliseconds count on within one, and borrow from the next when full.
    """

    def __init__(self) -> None:
        self._last = 0

    def new(self) -> UUID:
        ticks = (time.time_ns() // 1_000_000) << 12
        self._last = max(ticks, self._last + 1)
        stamp, count = self._last >> 12, self._last & 0xFFF
        tail = secrets.randbits(62)
        return UUID(int=stamp << 80 | _VERSION | count << 64 | _VARIANT | tail)
