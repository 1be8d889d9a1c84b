"""A message's way through everything: page → server → gateway → bot → webhook → page."""

import asyncio
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench._echo import ANSWER
from bot.playground.scripted_model import Rule, ScriptedModel, serve_scripted_model
from bot.playground.server import Place, serve
from bot.playground.world.beginning import new_world
from tests.e2e_tools.people import Person, people
from tests.e2e_tools.theatre import BotProcess
from tests.waiting import until

CHARACTER, NAME = "mara-quill", "Mara Quill"
RULES = [Rule(pattern=r"number (?P<n>\d+)", reply=(ANSWER.format("{n}"),))]
PATIENCE = 60.0
Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Seconds until the first words were on the page, and until the line was whole."""

    words: float
    whole: float


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A playground, the bot on it, and two people who look on."""

    name: str
    ada: Person
    ben: Person
    prepare: Callable[[str], Awaitable[None]]
    model: ScriptedModel | None = None

    async def channel(self, name: str) -> str:
        made: Json = await self.ada.call(
            "POST", f"/guilds/{self.ada.guild}/channels", {"name": name, "type": 0}
        )
        await self.prepare(made["id"])
        return made["id"]

    async def once(self, channel: str, number: int) -> Times:
        """Say a line and wait for the answer to it. A message is in the page when it is heard."""
        since = len(self.ada.events.all)
        answer = ANSWER.format(number)

        async def heard(fits: Callable[[Json], bool]) -> float:
            await self.ada.hears(
                lambda m: bool(m.get("webhook_id")) and answer in m["content"] and fits(m),
                channel=channel,
                since=since,
                timeout=PATIENCE,
            )
            return time.perf_counter() - began

        began = time.perf_counter()
        await self.ada.say(channel, f"This is number {number}")
        words = await heard(lambda _: True)
        return Times(words=words, whole=await heard(lambda m: not m["components"]))


@asynccontextmanager
async def echo_house() -> AsyncGenerator[House]:
    async with serve(new_world()) as place:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench._echo", place.url, place.bot_token
        )
        try:
            await until(lambda: place.bot_is_connected)
            async with people(place, "Ada", "Ben") as (ada, ben):
                yield House(name="echo", ada=ada, ben=ben, prepare=_nothing)
        finally:
            process.terminate()
            await process.wait()


@asynccontextmanager
async def troupe_house(data: Path) -> AsyncGenerator[House]:
    """The real bot in a process of its own, with the embedded PostgreSQL."""
    async with serve(new_world()) as place, serve_scripted_model(RULES) as model:
        bot = BotProcess(_environment(place, model, data), place=place, log=data / "bot.log")
        await bot.start()
        try:
            async with people(place, "Ada", "Ben") as (ada, ben):

                async def begin(channel: str) -> None:
                    await ada.slash(channel, "session start", character=CHARACTER)
                    await ada.hears("", channel=channel, by=NAME, since=0, timeout=PATIENCE)

                yield House(name="Troupe", ada=ada, ben=ben, prepare=begin, model=model)
        except BaseException:
            print(bot.log, file=sys.stderr)
            raise
        finally:
            await bot.stop()


def _environment(place: Place, model: ScriptedModel, data: Path) -> dict[str, str]:
    return {
        "DATABASE_URL": "",
        "DISCORD_TOKEN": place.bot_token,
        "DISCORD_URL": place.url,
        "LLM_BASE_URL": model.base_url,
        "TROUPE_DATA": str(data),
    }


async def _nothing(_: str) -> None:
    """An echo needs no session."""
