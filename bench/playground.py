"""How fast a message goes through the whole loop on the local Discord, and how much it carries.

    python -m bench playground [--lines 200] [--messages 1000] [--kept 100000]

The same loop is measured on the real bot, with a scripted model that answers at once, and on a
discord.py bot that only repeats; they take turns, so that both meet the same machine. Rate-limit
buckets are as generous as the playground's always are; Troupe has no debounce and no typing wait.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from bench._crowd import crowd
from bench._loop import House, Times, echo_house, troupe_house

MOST_TIMES = 4.0
MOST_MEGABYTES = 150


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench playground")
    parser.add_argument("--lines", type=int, default=200)
    parser.add_argument("--messages", type=int, default=1_000)
    parser.add_argument("--kept", type=int, default=100_000)
    chosen = parser.parse_args(arguments)
    return asyncio.run(_measure(chosen))


async def _measure(chosen: argparse.Namespace) -> int:
    async with AsyncExitStack() as stack:
        folder = tempfile.TemporaryDirectory(prefix="troupe-bench-")
        data = Path(stack.enter_context(folder))
        data.chmod(0o755)  # noqa: ASYNC240  # the embedded server runs as another user under root
        print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        echo = await stack.enter_async_context(echo_house())
        troupe = await stack.enter_async_context(troupe_house(data))
        fits = await _pace(echo, troupe, lines=chosen.lines)
        for house in (echo, troupe):
            fits &= await crowd(house, messages=chosen.messages)
    return 0 if await _memory(chosen.kept) and fits else 1


async def _pace(echo: House, troupe: House, *, lines: int) -> bool:
    """Let both bots answer in turns, and hold their medians against each other."""
    print(f"one message through the whole loop, {lines} times:")
    channels = {house.name: await house.channel("bench") for house in (echo, troupe)}
    times: dict[str, list[Times]] = {"echo": [], "Troupe": []}
    for number in range(-5, lines):
        for house in (echo, troupe):
            taken = await house.once(channels[house.name], number + 5)
            if number >= 0:  # the first ones make webhooks and warm caches
                times[house.name].append(taken)
    whole = {name: statistics.median(each.whole for each in all_) for name, all_ in times.items()}
    for name, all_ in times.items():
        words = statistics.median(each.words for each in all_)
        slow = statistics.quantiles((each.whole for each in all_), n=20)[-1]
        print(
            f"  {name:8} first words {words * 1000:6.1f} ms   whole {whole[name] * 1000:6.1f} ms"
            f"   (95 of 100: {slow * 1000:.1f} ms)"
        )
    ratio = whole["Troupe"] / whole["echo"]
    print(f"  Troupe takes {ratio:.1f} times as long (aim {MOST_TIMES:.0f})")
    return ratio <= MOST_TIMES


async def _memory(kept: int) -> bool:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench._full", str(kept), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    megabytes = int(said)
    print(f"the server with {kept:,} messages: {megabytes} MB at most (aim {MOST_MEGABYTES})")
    return megabytes <= MOST_MEGABYTES
