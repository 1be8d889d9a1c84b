"""The bot in a process of its own, against the local Discord and a scripted model, over sockets."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from bot.playground.scripted_model import Rule, ScriptedModel, serve_scripted_model
from bot.playground.server import Place, serve
from bot.playground.world.beginning import new_world
from tests.e2e_tools.oracle import judged
from tests.waiting import until

CHECKOUT = Path(__file__).parents[2]
START_SECONDS = 60


class BotProcess:
    """`python -m bot run`, which tests start, stop, kill and start again."""

    def __init__(self, environment: Mapping[str, str], *, place: Place, log: Path) -> None:
        self._environment = {**os.environ, **environment}
        # Or every start compiles all that it imports, which takes longer than the rest of it.
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self._place = place
        self._log = log
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bot",
                "run",
                env=self._environment,
                cwd=CHECKOUT,
                stdout=log,
                stderr=log,
            )
        process = self._process
        await until(
            lambda: self._place.bot_is_connected or process.returncode is not None,
            within=START_SECONDS,
        )
        assert process.returncode is None, self.log

    async def stop(self) -> int:
        """SIGTERM, as a service manager does. Returns the exit code."""
        return await self._end(signal.SIGTERM)

    def strike(self) -> None:
        """SIGKILL at once. `kill` waits for the end."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGKILL)

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def kill(self) -> None:
        """SIGKILL: no time for anything."""
        await self._end(signal.SIGKILL)
        await until(lambda: not self._place.bot_is_connected)

    async def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        process, self._process = self._process, None
        if process.returncode is None:
            process.send_signal(how)
        return await asyncio.wait_for(process.wait(), timeout=30)

    @property
    def log(self) -> str:
        return self._log.read_text() if self._log.exists() else ""


class Theatre:
    """A local Discord, a scripted model, and the bot between them. Rules can be added any time."""

    def __init__(self, *, place: Place, model: ScriptedModel, bot: BotProcess) -> None:
        self.place = place
        self.model = model
        self.bot = bot

    @property
    def url(self) -> str:
        return self.place.url

    @property
    def key(self) -> str:
        return self.place.key

    def prompts(self, character: str) -> list[str]:
        """Every prompt that went out for a character, oldest first."""
        return [asked.prompt for asked in self.model.asked_for(f"narrator {character}")]


@asynccontextmanager
async def theatre(
    *, database_url: str, data: Path, rules: list[Rule], settings: Mapping[str, str] | None = None
) -> AsyncGenerator[Theatre]:
    """Everything up and connected; at the end nothing is left, and Discord's rules were kept."""
    async with (
        serve(new_world(), host="127.0.0.1", port=0) as place,
        serve_scripted_model(rules) as model,
    ):
        environment = {
            "DATABASE_URL": database_url,
            "DISCORD_TOKEN": place.bot_token,
            "DISCORD_URL": place.url,
            "LLM_BASE_URL": model.base_url,
            "LLM_API_KEY": "unused",
            "TROUPE_DATA": str(data),
            **(settings or {}),
        }
        bot = BotProcess(environment, place=place, log=data / "bot.log")
        with judged(place):
            await bot.start()
            try:
                yield Theatre(place=place, model=model, bot=bot)
            finally:
                code = await bot.stop()
        assert code == 0, bot.log
        assert "Traceback" not in bot.log, bot.log
        assert place.complaints.all == []
