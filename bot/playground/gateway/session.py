"""One session of the bot: what was sent, so that it can be sent again after a break."""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.playground.gateway.intents import Intent, Shard
from bot.playground.world.world import Json

KEPT = 5_000
DISPATCH = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """End the connection; without a code it just breaks."""

    code: int | None


Outbox = asyncio.Queue[str | Close]
Witness = Callable[[str, Json], None]


@dataclass(kw_only=True, eq=False)
class Session:
    id: str
    intents: Intent
    shard: Shard
    seq: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT))
    # Where frames go while the bot is connected.
    outbox: Outbox | None = None
    # Called with every event that is sent.
    witnesses: Sequence[Witness] = ()

    def dispatch(self, kind: str, data: Json) -> None:
        for witness in self.witnesses:
            witness(kind, data)
        self.seq += 1
        text = frame(op=DISPATCH, data=data, kind=kind, seq=self.seq)
        self.sent.append((self.seq, text))
        if self.outbox is not None:
            self.outbox.put_nowait(text)

    def can_resume(self, seq: int) -> bool:
        oldest = self.sent[0][0] if self.sent else self.seq + 1
        return oldest - 1 <= seq <= self.seq

    def replay(self, seq: int) -> None:
        if self.outbox is None:
            return
        for number, text in self.sent:
            if number > seq:
                self.outbox.put_nowait(text)


def frame(*, op: int, data: object = None, kind: str | None = None, seq: int | None = None) -> str:
    return json.dumps({"op": op, "d": data, "t": kind, "s": seq}, separators=(",", ":"))
