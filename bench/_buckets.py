"""Twenty channels under the rate limits that people have observed at Discord: is any 429 avoidable?

A 429 is avoidable if an earlier answer's headers had announced it: none left in that bucket, and
its time not over. The limit of 30 webhook calls a minute in a channel stands in no header; the
bot keeps a budget for it.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench._house import SETTINGS, House, house
from bench._plan import CHANNELS, Chance, rules
from bench._verdict import judge
from bot.playground.rest.limits import Ruling

PATIENCE = 180.0
SLOW_ONE = 4
"""One answer in so many comes slowly, and is edited while it grows."""
REAL = {name: value for name, value in SETTINGS.items() if name != "CHANNEL_CALLS_PER_MINUTE"}


@dataclass(slots=True, kw_only=True)
class Meter:
    """Counts what was refused, and what of it had been announced."""

    calls: int = 0
    refused: Counter[str] = field(default_factory=Counter[str])
    avoidable: list[str] = field(default_factory=list[str])
    _empty: dict[tuple[str, ...], float] = field(default_factory=dict[tuple[str, ...], float])

    def witness(self, ruling: Ruling) -> None:
        self.calls += 1
        headers, route = ruling.verdict.headers, ruling.bucket[0]
        if ruling.verdict.retry_after is not None:
            self.refused[f"{headers.get('X-RateLimit-Scope')}: {route}"] += 1
            if ruling.at < self._empty.get(ruling.bucket, 0.0):
                self.avoidable.append(route)
        if headers.get("X-RateLimit-Remaining") == "0":
            self._empty[ruling.bucket] = ruling.at + float(headers["X-RateLimit-Reset-After"])


async def real_buckets(data: Path, *, lines: int) -> bool:
    """Let 20 channels play under Discord's limits. Whether no 429 was avoidable, and all agree."""
    began = time.perf_counter()
    async with house(rules(Chance(0), 0), data=data, settings=REAL) as there:
        meter = Meter()
        there.place.limits.witnesses.append(meter.witness)
        there.place.limits.like_discord()
        channels = await asyncio.gather(
            *(there.channel(f"real-{number}") for number in range(CHANNELS))
        )
        answered = await asyncio.gather(*(_talk(there, c, lines=lines) for c in channels))
        settled = await there.settled(channels, within=PATIENCE)
        facts = await there.archive.channels(channels)
        verdict = judge(facts, away=[], late=frozenset())
    seconds = time.perf_counter() - began
    _tell(meter, lines=lines, answered=answered, seconds=seconds)
    for fault in verdict.faults:
        print(f"    {fault:.300}")
    all_answered = all(count == lines for count in answered)
    return not meter.avoidable and settled and all_answered and not verdict.faults


def _tell(meter: Meter, *, lines: int, answered: Sequence[int], seconds: float) -> None:
    print(f"{CHANNELS} channels, {lines} lines each, Discord's own buckets: {seconds:.0f} s,")
    print("  most of it spent waiting for the 30 calls a minute that a channel is given")
    print(f"  {sum(answered)} of {lines * CHANNELS} lines answered, {meter.calls} calls")
    print(f"  429: {meter.refused.total()}, announced by an earlier header: {len(meter.avoidable)}")
    for what, count in meter.refused.most_common():
        print(f"    {count:4}  {what}")


async def _talk(there: House, channel: int, *, lines: int) -> int:
    """How many lines were answered."""
    answered = 0
    for number in range(lines):
        how = "." if number % SLOW_ONE else ", slowly."
        message = there.say(channel, f"This is number {number}{how}")
        answered += await there.answered(channel, message, within=PATIENCE)
    return answered
