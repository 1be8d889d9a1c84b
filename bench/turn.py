"""What a turn costs the bot itself, and how many it carries, beside the least that a bot can do.

    python -m bench turn [--turns 1000] [--rounds 3]

20 channels with 25 messages of history each at first (Troupe's window grows to 40, the minimal
bot's stays at 25); every person types the next line when the answer to
the one before is there. The scripted model answers at once with about 60 pieces, in a process of
its own; no debounce; rate buckets and the bot's own budget are generous. The minimal bot
(`bench/_minimal.py`) commits every event to the same Postgres. They take turns, so that both meet
the same machine. CPU is the bot process's own, from /proc: neither Postgres nor Discord nor model.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bench._house import CHARACTER, NAME, SETTINGS, seen
from bot.playground.server import Place, serve
from bot.playground.world.acts.sending import send
from bot.playground.world.beginning import new_world
from bot.playground.world.forms.drafts import Draft
from bot.playground.world.ports import Snowflake
from bot.storage.embedded import embedded_postgres
from tests.e2e_tools.people import Person, people
from tests.e2e_tools.theatre import BotProcess

CHANNELS, HISTORY = 20, 25
MOST_TIMES, TURNS_A_SECOND = 3.0, 100.0
PATIENCE = 60.0
TICK = os.sysconf("SC_CLK_TCK")
PIECES = 60
WORDS = " ".join(f"word{n}of{{n}}" for n in range(PIECES - 4))
"""No answer is like another: one that repeats itself would be asked for again."""
SCRIPT = f"""
[[rule]]
pattern = 'number (?P<n>\\d+)'
reply = "*nods* I heard {{n}}. {WORDS}"
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    """A bot on a local Discord of its own, and the channels it plays in."""

    name: str
    place: Place
    ada: Person
    pid: int
    channels: Sequence[int]

    async def turn(self, channel: int, number: int) -> None:
        """Type a line, and wait for the whole answer."""
        world = self.place.world
        room = world.channels[Snowflake(channel)]
        came = asyncio.Event()

        def look(content: str, *, buttons: object) -> None:
            if f"heard {number}." in content and not buttons:
                came.set()

        end = world.listen(
            lambda event: (
                look(event.data["content"], buttons=event.data["components"])
                if event.kind in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}
                and event.data["channel_id"] == str(channel)
                and "webhook_id" in event.data
                else None
            )
        )
        try:
            draft = Draft(content=f"This is number {number}", sent=frozenset({"content"}))
            send(world, channel=room, user=Snowflake(int(self.ada.id)), draft=draft)
            async with asyncio.timeout(PATIENCE):
                await came.wait()
        finally:
            end()

    async def play(self, turns: int, *, since: int) -> tuple[float, float]:
        """CPU milliseconds a turn, and turns a second."""
        each = turns // len(self.channels)
        spent, began = _cpu(self.pid), time.perf_counter()

        async def talk(channel: int) -> None:
            for number in range(since, since + each):
                await self.turn(channel, number)

        await asyncio.gather(*map(talk, self.channels))
        seconds = time.perf_counter() - began
        done = each * len(self.channels)
        return (_cpu(self.pid) - spent) * 1000 / done, done / seconds


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench turn")
    parser.add_argument("--turns", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args(arguments)
    return asyncio.run(_measure(turns=chosen.turns, rounds=chosen.rounds))


async def _measure(*, turns: int, rounds: int) -> int:
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    async with AsyncExitStack() as stack:
        folder = tempfile.TemporaryDirectory(prefix="troupe-bench-")
        data = Path(stack.enter_context(folder))
        data.chmod(0o755)  # noqa: ASYNC240  # the embedded server runs as another user under root
        url = await stack.enter_async_context(embedded_postgres(data))
        model = await stack.enter_async_context(_model(data))
        bots = [
            await stack.enter_async_context(_minimal(url, model)),
            await stack.enter_async_context(_troupe(url, model, data)),
        ]
        for bot in bots:  # fills the history, and warms all caches
            await bot.play(HISTORY // 2 * CHANNELS, since=0)
        results: dict[str, list[tuple[float, float]]] = {bot.name: [] for bot in bots}
        for number in range(rounds):
            for bot in bots:
                since = 1_000 * (number + 1)
                results[bot.name].append(await bot.play(turns, since=since))
    return 0 if _tell(results, turns=turns) else 1


def _tell(results: dict[str, list[tuple[float, float]]], *, turns: int) -> bool:
    print(f"{turns} turns in {CHANNELS} channels a round, {HISTORY} messages of history, medians:")
    cpu = {name: statistics.median(c for c, _ in rounds) for name, rounds in results.items()}
    pace = {name: statistics.median(p for _, p in rounds) for name, rounds in results.items()}
    for name, rounds in results.items():
        all_ = ", ".join(f"{c:.1f} ms {p:.0f}/s" for c, p in rounds)
        print(
            f"  {name:8} own CPU {cpu[name]:5.2f} ms a turn   {pace[name]:4.0f} turns/s   ({all_})"
        )
    ratio = cpu["Troupe"] / cpu["minimal"]
    print(f"  Troupe takes {ratio:.1f} times the minimal bot's CPU (aim {MOST_TIMES:.0f})", end="")
    print(f" and carries {pace['Troupe']:.0f} turns a second (aim {TURNS_A_SECOND:.0f})")
    return ratio <= MOST_TIMES and pace["Troupe"] >= TURNS_A_SECOND


def _cpu(pid: int) -> float:
    """Seconds of processor time that the process has had, user and system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


@asynccontextmanager
async def _model(data: Path) -> AsyncGenerator[str]:
    script = data / "script.toml"
    script.write_text(SCRIPT)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.playground.scripted_model",
        str(script),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        if process.stdout is None:
            raise RuntimeError
        yield (await process.stdout.readline()).decode().strip().partition("=")[2]
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def _minimal(database: str, model: str) -> AsyncGenerator[Bot]:
    async with serve(new_world()) as place:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench._minimal", place.url, place.bot_token, model, database
        )
        try:
            await seen(lambda: place.bot_is_connected, within=PATIENCE)
            async with people(place, "Ada") as (ada,):
                yield await _bot("minimal", place, ada, pid=process.pid, prepare=_nothing)
        finally:
            process.terminate()
            await process.wait()


@asynccontextmanager
async def _troupe(database: str, model: str, data: Path) -> AsyncGenerator[Bot]:
    async with serve(new_world()) as place:
        environment = {
            "DATABASE_URL": database,
            "DISCORD_TOKEN": place.bot_token,
            "DISCORD_URL": place.url,
            "LLM_BASE_URL": model,
            "TROUPE_DATA": str(data),
            **SETTINGS,
        }
        process = BotProcess(environment, place=place, log=data / "bot.log")
        await process.start()
        try:
            async with people(place, "Ada") as (ada,):

                async def begin(channel: str) -> None:
                    await ada.slash(channel, "session start", character=CHARACTER)
                    await ada.hears("", channel=channel, by=NAME, since=0, timeout=PATIENCE)

                yield await _bot("Troupe", place, ada, pid=process.pid or 0, prepare=begin)
        finally:
            await process.stop()


async def _bot(
    name: str,
    place: Place,
    ada: Person,
    *,
    pid: int,
    prepare: Callable[[str], Awaitable[None]],
) -> Bot:
    channels: list[int] = []
    for number in range(CHANNELS):
        body = {"name": f"turn-{number}", "type": 0}
        made = await ada.call("POST", f"/guilds/{ada.guild}/channels", body)
        await prepare(made["id"])
        channels.append(int(made["id"]))
    return Bot(name=name, place=place, ada=ada, pid=pid, channels=channels)


async def _nothing(_: str) -> None:
    """The minimal bot needs no session."""
