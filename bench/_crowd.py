"""Many channels at once: does every message come, and in order?"""

import asyncio
import time
from typing import Any

from bench._echo import ANSWER
from bench._loop import PATIENCE, House

CHANNELS = 20
PAGE = 100
Json = dict[str, Any]


async def crowd(house: House, *, messages: int) -> bool:
    """Speak in all channels at once, each line after the answer to the one before."""
    channels = [await house.channel(f"crowd-{number}") for number in range(CHANNELS)]
    each = messages // CHANNELS
    began = time.perf_counter()
    await asyncio.gather(*(_talk(house, channel, lines=each) for channel in channels))
    seconds = time.perf_counter() - began
    said = [_said(each) for each in (await asyncio.gather(*(_all(house, c) for c in channels)))]
    wished = [text for n in range(each) for text in (f"This is number {n}", ANSWER.format(n))]
    told = [await _told(house, channel, count=each) for channel in channels]
    good = all(lines == wished for lines in said) and all(t == wished[::2] for t in told)
    how = "none lost, all in order" if good else "LOST OR OUT OF ORDER"
    print(
        f"{house.name}: {messages:,} messages in {CHANNELS} channels, each answered: {how}"
        f" ({messages / seconds:.0f} answers a second)"
    )
    return good


async def _talk(house: House, channel: str, *, lines: int) -> None:
    for number in range(lines):
        await house.once(channel, number)


async def _all(house: House, channel: str) -> list[Json]:
    """All that stands in the channel, oldest first."""
    found: list[Json] = []
    while True:
        window = {"before": found[-1]["id"]} if found else {}
        page = await house.ada.history(channel, limit=PAGE, **window)
        found += page
        if len(page) < PAGE:
            return found[::-1]


def _said(messages: list[Json]) -> list[str]:
    """What was said in the loop: the greeting and the notice of a session are left out."""
    return [m["content"] for m in messages if "number" in m["content"] or "Heard" in m["content"]]


async def _told(house: House, channel: str, *, count: int) -> list[str]:
    """What somebody else's page was told, in the order in which it was."""
    last = f"This is number {count - 1}"
    await house.ben.hears(
        lambda m: m["content"] == last, channel=channel, since=0, timeout=PATIENCE
    )
    return [
        told.data["content"]
        for told in house.ben.events.all
        if told.kind == "MESSAGE_CREATE"
        and told.data["channel_id"] == channel
        and "number" in told.data["content"]
    ]
