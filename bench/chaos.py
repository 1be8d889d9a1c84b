"""Everything goes wrong, over and over: is anything lost, said twice, or out of order?

    python -m bench chaos [--messages 2000] [--seed 1]
    python -m bench chaos --real-buckets [--lines 20]

The real bot in a process of its own, on a local Discord with faults, with a scripted model that
misbehaves; it is killed with -9 at named steps of a turn and started again. In the end its log and
Discord are held against each other. Embedded PostgreSQL, or the one that DATABASE_URL names (an
empty database, please). The local Discord's rate buckets and the bot's own budget are generous;
the second form has Discord's real ones, no faults, and counts the 429 that an earlier answer's
headers had announced.
"""

import argparse
import asyncio
import logging
import os
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from bench._buckets import real_buckets
from bench._house import GENEROUS, House, house
from bench._plan import STEPS, Chance, Weather, plan, rules
from bench._storm import Storm
from bench._verdict import Verdict, judge
from bot.playground.rest.edge import Exchange

SHOWN = 12
"""Faults that are printed in full."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench chaos")
    parser.add_argument("--messages", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--strict", action="store_true", help="what was missed while away is a fault, too"
    )
    parser.add_argument("--real-buckets", action="store_true")
    parser.add_argument("--lines", type=int, default=20, help="per channel, with real buckets")
    parser.add_argument("--keep", type=Path, help="a folder that stays, with the bot's log")
    chosen = parser.parse_args(arguments)
    # Whoever is killed leaves the local Discord's connections without a word, which it would tell.
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)
    return asyncio.run(_run(chosen))


async def _run(chosen: argparse.Namespace) -> int:
    async with AsyncExitStack() as stack:
        if chosen.keep is None:
            folder = tempfile.TemporaryDirectory(prefix="troupe-chaos-")
            data = Path(stack.enter_context(folder))
        else:
            data = chosen.keep
            data.mkdir(parents=True)
        data.chmod(0o755)  # the embedded server runs as another user under root
        print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        if chosen.real_buckets:
            return 0 if await real_buckets(data, lines=chosen.lines) else 1
        weather = Weather(messages=chosen.messages, seed=chosen.seed)
        fine = await chaos(data, weather=weather, is_strict=chosen.strict)
        return 0 if fine else 1


async def chaos(
    data: Path,
    *,
    weather: Weather,
    database_url: str | None = None,
    is_strict: bool = False,
) -> bool:
    """Let it rage, and print what came of it. Whether log and Discord agree."""
    began = time.perf_counter()
    script = rules(Chance(weather.seed), weather.messages)
    async with house(script, data=data, database_url=database_url) as there:
        calls = _calls(there)
        storm = await _storm(there, weather.channels)
        await storm.rage(plan(weather))
        late = storm.late
        facts = await there.archive.channels([*storm.living, storm.attic], late=late)
        (data / "facts").write_text("\n".join(map(repr, facts)))
        (data / "calls").write_text("\n".join(calls))
        verdict = judge(facts, away=there.away, late=late)
        broken = there.bot.log.count("turn_broke")
        complaints = list(there.place.complaints.all)
    seconds = time.perf_counter() - began
    print(
        f"seed {weather.seed}: {weather.messages} messages in {weather.channels} channels,"
        f" {seconds:.0f} s"
    )
    _tell_done(storm)
    _tell_found(verdict, broken=broken, complaints=complaints)
    if not storm.settled:
        print("  NOT SETTLED: something was still due or being written at the end")
    missed = is_strict and verdict.missed
    return storm.settled and not (verdict.faults or missed or broken)


def _calls(there: House) -> list[str]:
    """What the bot asked of Discord and was answered: for whoever keeps the folder."""
    calls: list[str] = []

    def note(exchange: Exchange) -> None:
        at = there.place.world.ports.clock.now().strftime("%H:%M:%S.%f")
        about = f"{at} {exchange.method} {exchange.path} {exchange.status}"
        calls.append(f"{about} {exchange.body!r:.200} -> {exchange.reply!r:.60}")

    there.place.witnesses.append(note)
    return calls


async def _storm(there: House, channels: int) -> Storm:
    made = [await there.channel(f"storm-{number}") for number in range(channels)]
    attic = await there.ada.call(
        "POST", f"/guilds/{there.ada.guild}/channels", {"name": "attic", "type": 0}
    )
    return Storm(house=there, channels=made, attic=int(attic["id"]))


def _tell_done(storm: Storm) -> None:
    print(f"  rate buckets and the bot's budget are generous: {GENEROUS:,} calls a minute")
    print(f"  done: {storm.typed} lines typed, {sum(storm.killed.values())} kills where named:")
    for step in STEPS:
        other = f" (and {storm.unseen[step]} elsewhere)" if storm.unseen[step] else ""
        print(f"    {step:14} {storm.killed[step]:3}{other}")
    print("  faults: " + ", ".join(f"{kind} {n}" for kind, n in sorted(storm.done.items())))


def _tell_found(verdict: Verdict, *, broken: int, complaints: Sequence[str]) -> None:
    found = verdict.findings
    rows = {
        "typed lines, deleted channels left out": verdict.typed,
        "characters' lines in the log": verdict.spoken,
        "typed while the bot was there, and lost": len(verdict.unheard),
        "lines or messages twice": len(found.twice),
        "lines of the log that Discord lacks": len(found.lost),
        "lines that show other words": len(found.differs),
        "messages of ours that the log lacks": len(found.foreign),
        "out of order": len(found.disorder),
        "still due": len(found.due),
        "turns that broke": broken,
        "allowed: stuck half lines, followed by their rest": found.stuck,
        "apart: typed while the bot was away, not in the log": len(verdict.away),
        "apart: typed just before it was gone, not in the log": len(verdict.in_flight),
        "apart: kept, and neither answered nor noted at the end": len(verdict.unanswered),
        "apart: calls that Discord did not understand": len(complaints),
    }
    for what, count in rows.items():
        print(f"  {count:6}  {what}")
    for fault in [*verdict.faults, *verdict.missed, *complaints][:SHOWN]:
        print(f"    {fault:.300}")
