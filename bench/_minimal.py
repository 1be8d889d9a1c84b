"""The least that a roleplay bot can do: `python -m bench._minimal URL TOKEN LLM DATABASE`.

It keeps 25 messages a channel in memory, commits every event to Postgres (four round trips a turn,
plain asyncpg), asks the model through the vendor's SDK without its typed chunks, and says the whole
answer through the channel's webhook. No rules, no views, no streaming to Discord, no recovery.
"""

import asyncio
import json
import sys
from collections import defaultdict, deque
from typing import Any, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs]
import discord
from discord.ext import commands
from openai import AsyncOpenAI

from bot.stage.connection import point_at

HISTORY = 25
NAME = "Mara Quill"
SYSTEM = "You are Mara Quill, keeper of an inn. Stay in character. " * 40
PURPOSE = {"X-Troupe-Purpose": f"narrator {NAME}"}
Json = dict[str, Any]
_INSERT = "INSERT INTO minimal_event (channel, kind, body) VALUES ($1, $2, $3)"
_TABLE = (
    "CREATE TABLE IF NOT EXISTS minimal_event (id bigserial PRIMARY KEY, channel bigint NOT NULL,"
    " kind text NOT NULL, body text NOT NULL)"
)


class Minimal(commands.AutoShardedBot):
    def __init__(self, model: AsyncOpenAI, pool: Any) -> None:  # noqa: ANN401  # asyncpg has no types
        super().__init__(
            "\0", intents=discord.Intents.all(), chunk_guilds_at_startup=False, help_command=None
        )
        self._connection.guild_ready_timeout = 0.1
        self._model = model
        self._pool = pool
        self._masks: dict[int, asyncio.Task[discord.Webhook]] = {}
        self._said: defaultdict[int, deque[Json]] = defaultdict(lambda: deque(maxlen=HISTORY))
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def on_message(self, message: discord.Message, /) -> None:
        channel = message.channel
        if message.author.bot or not isinstance(channel, discord.TextChannel):
            return
        async with self._turns[channel.id]:
            await self._turn(channel, message)

    async def _turn(self, channel: discord.TextChannel, message: discord.Message) -> None:
        text = f"{message.author.display_name}: {message.content}"
        said = self._said[channel.id]
        said.append({"role": "user", "content": text})
        await self._keep(channel.id, "user_turn", text)
        await self._keep(channel.id, "turn_begun", NAME)
        answer = await self._ask([{"role": "system", "content": SYSTEM}, *said])
        said.append({"role": "assistant", "content": answer})
        await self._keep(channel.id, "character_turn", answer)
        sent = await (await self._mask(channel)).send(answer, username=NAME, wait=True)
        await self._keep(channel.id, "posted", str(sent.id))

    async def _ask(self, messages: list[Json]) -> str:
        pieces: list[str] = []
        create = self._model.chat.completions.with_streaming_response.create
        async with create(
            model="scripted",
            messages=[],
            stream=True,
            extra_body={"messages": messages},
            extra_headers=PURPOSE,
        ) as response:
            async for line in response.iter_lines():
                if line.startswith("data: {"):
                    choices = json.loads(line[6:])["choices"]
                    if choices:
                        pieces.append(choices[0]["delta"].get("content") or "")
        return "".join(pieces)

    async def _keep(self, channel: int, kind: str, body: str) -> None:
        await self._pool.execute(_INSERT, channel, kind, body)

    async def _mask(self, channel: discord.TextChannel) -> discord.Webhook:
        if channel.id not in self._masks:
            self._masks[channel.id] = self.loop.create_task(channel.create_webhook(name="Minimal"))
        return await self._masks[channel.id]


async def main(url: str, token: str, model: str, database: str) -> None:
    point_at(url)
    connect = cast("Any", asyncpg).create_pool
    pool = await connect(database.replace("+asyncpg", ""), min_size=4, max_size=20)
    await pool.execute(_TABLE)
    async with (
        AsyncOpenAI(base_url=model, api_key="unused") as client,
        Minimal(client, pool) as bot,
    ):
        await bot.start(token)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
