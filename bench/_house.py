"""The real bot in a process of its own, on a local Discord, with a database that outlives it."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from bench._record import Archive
from bot.playground.scripted_model import Rule, ScriptedModel, serve_scripted_model
from bot.playground.server import Place, serve
from bot.playground.world.acts.sending import send
from bot.playground.world.beginning import new_world
from bot.playground.world.forms.drafts import Draft
from bot.playground.world.messages import Message
from bot.playground.world.ports import Snowflake
from bot.storage.database import engine_for
from bot.storage.embedded import embedded_postgres
from tests.e2e_tools.people import Person, people
from tests.e2e_tools.theatre import BotProcess

LOOK_AGAIN = 0.02
CHARACTER, NAME = "mara-quill", "Mara Quill"
GENEROUS = 10_000
QUIET = 12
"""Looks, a quarter of a second apart, at which nothing happens any more."""
SETTINGS = {
    "BURST_SECONDS": "0",
    "CHANNEL_CALLS_PER_MINUTE": str(GENEROUS),
    "MODEL_FIRST_WORD_SECONDS": "2",
    "MODEL_NEXT_WORD_SECONDS": "2",
    "MODEL_REST_AFTER": "10000",
    "MAX_ANSWER_TOKENS": "2000",
}


async def seen(condition: Callable[[], object], *, within: float) -> bool:
    """Whether it comes true in time."""
    deadline = time.monotonic() + within
    while not condition():
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(LOOK_AGAIN)
    return True


@dataclass(kw_only=True)
class House:
    """`away`: when the bot was not there, as (from, until) by the local Discord's message ids."""

    place: Place
    model: ScriptedModel
    bot: BotProcess
    ada: Person
    db: AsyncEngine
    archive: Archive
    away: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    async def channel(self, name: str) -> int:
        """A new channel with a session in it."""
        body = {"name": name, "type": 0}
        made = await self.ada.call("POST", f"/guilds/{self.ada.guild}/channels", body)
        await self.ada.slash(made["id"], "session start", character=CHARACTER)
        await self.ada.hears("", channel=made["id"], by=NAME, since=0, timeout=60)
        return int(made["id"])

    def say(self, channel: int, text: str) -> int:
        """Type a line, as Ada. Returns the message's id."""
        world = self.place.world
        draft = Draft(content=text, sent=frozenset({"content"}))
        room = world.channel(Snowflake(channel))
        return send(world, channel=room, user=Snowflake(int(self.ada.id)), draft=draft).id

    def now(self) -> int:
        """An id that lies between those of what was said before and after."""
        return self.place.world.ports.ids.next()

    def ours(self, channel: int, *, after: int = 0) -> list[Message]:
        """What the bot has said there, newest first."""
        world = self.place.world
        found: list[Message] = []
        for message in reversed(world.messages.get(Snowflake(channel), {}).values()):
            if message.id <= after:
                break
            if message.application == world.application.id and message.interaction is None:
                found.append(message)
        return found

    async def answered(self, channel: int, message: int, *, within: float) -> bool:
        """Wait for something of ours below the message that does not grow any more."""

        def there() -> bool:
            ours = self.ours(channel, after=message)
            return bool(ours) and not _grows(ours[0])

        return await seen(there, within=within)

    async def settled(self, channels: Sequence[int], *, within: float, looks: int = QUIET) -> bool:
        """Wait until nothing is being written or due for a while."""
        deadline, quiet = time.monotonic() + within, 0
        before = -1
        while quiet < looks:
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(0.25)
            newest = sum(len(self.place.world.messages.get(Snowflake(c), {})) for c in channels)
            still = newest == before and not await self.archive.unfinished(channels)
            before, quiet = newest, quiet + 1 if still else 0
        return True


def _grows(message: Message) -> bool:
    """A note's button stays; the Stop button goes when the line is whole."""
    return message.mask is not None and bool(message.components)


@asynccontextmanager
async def house(
    rules: Sequence[Rule],
    *,
    data: Path,
    database_url: str | None = None,
    settings: Mapping[str, str] = SETTINGS,
) -> AsyncGenerator[House]:
    """All of it, with the bot online. The database is not the bot's child: it outlives kills."""
    async with (
        _database(data, database_url) as url,
        serve(new_world()) as place,
        serve_scripted_model(rules) as model,
    ):
        environment = {
            "DATABASE_URL": url,
            "DISCORD_TOKEN": place.bot_token,
            "DISCORD_URL": place.url,
            "LLM_BASE_URL": model.base_url,
            "LLM_API_KEY": "unused",
            "TROUPE_DATA": str(data),
            **settings,
        }
        bot = BotProcess(environment, place=place, log=data / "bot.log")
        db = engine_for(url)
        await bot.start()
        try:
            async with people(place, "Ada") as (ada,):
                yield House(
                    place=place,
                    model=model,
                    bot=bot,
                    ada=ada,
                    db=db,
                    archive=Archive(db, place.world),
                )
        finally:
            await bot.stop()
            await db.dispose()


@asynccontextmanager
async def _database(data: Path, url: str | None) -> AsyncGenerator[str]:
    given = url or os.environ.get("DATABASE_URL")
    if given:
        yield given
        return
    async with embedded_postgres(data) as embedded:
        yield embedded
