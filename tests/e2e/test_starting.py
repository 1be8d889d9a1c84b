"""What a host gets wrong is told in one line that says what to do; the exit code says it too."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.playground.server import Place, serve
from bot.playground.world.beginning import new_world

pytestmark = pytest.mark.e2e

CHECKOUT = Path(__file__).parents[2]
SECONDS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    code: int | None
    said: str


async def troupe(*arguments: str, **settings: str) -> Ended:
    """Run a command that is expected to end by itself."""
    environment = _clean() | settings
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        cwd=CHECKOUT,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await asyncio.wait_for(process.communicate(), timeout=SECONDS)
    return Ended(code=process.returncode, said=said.decode())


def _clean() -> dict[str, str]:
    ours = ("DISCORD_", "LLM_", "DATABASE_", "TROUPE_DATA", "PLAYGROUND_", "PYTHONDONTWRITE")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


@pytest.fixture
async def place() -> AsyncGenerator[Place]:
    async with serve(new_world(), host="127.0.0.1", port=0) as running:
        yield running


def on(place: Place, *, database_url: str, data: Path) -> Mapping[str, str]:
    return {
        "DATABASE_URL": database_url,
        "DISCORD_TOKEN": place.bot_token,
        "DISCORD_URL": place.url,
        "LLM_BASE_URL": "http://127.0.0.1:9/v1",
        "TROUPE_DATA": str(data),
    }


async def test_a_wrong_token(place: Place, database_url: str, tmp_path: Path) -> None:
    settings = {**on(place, database_url=database_url, data=tmp_path), "DISCORD_TOKEN": "wrong"}

    ended = await troupe("run", **settings)

    assert ended.code == 1
    assert "token" in ended.said
    assert "Traceback" not in ended.said
    assert "wrong" not in ended.said.replace("wrong token", "")


async def test_the_message_content_intent_is_off(
    place: Place, database_url: str, tmp_path: Path
) -> None:
    world = place.world
    world.application = replace(world.application, may_read_content=False)

    ended = await troupe("run", **on(place, database_url=database_url, data=tmp_path))

    assert ended.code == 1
    assert "Message Content" in ended.said
    assert "Traceback" not in ended.said


async def test_a_database_that_is_not_there(place: Place, tmp_path: Path) -> None:
    url = "postgresql://bot:hidden@127.0.0.1:9/troupe"

    ended = await troupe("run", **on(place, database_url=url, data=tmp_path))

    assert ended.code == 1
    assert "DATABASE_URL" in ended.said
    assert "hidden" not in ended.said
    assert "Traceback" not in ended.said


async def test_a_port_that_is_taken(database_url: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = await troupe(
            "playground",
            DATABASE_URL=database_url,
            TROUPE_DATA=str(tmp_path),
            PLAYGROUND_PORT=port,
        )

    assert ended.code == 1
    assert port in ended.said
    assert "PLAYGROUND_PORT" in ended.said
    assert "Traceback" not in ended.said


async def test_a_setting_that_cannot_be(tmp_path: Path) -> None:
    ended = await troupe("doctor", PLAYGROUND_PORT="many", TROUPE_DATA=str(tmp_path))

    assert ended.code == 2
    assert "PLAYGROUND_PORT" in ended.said
    assert "Traceback" not in ended.said


async def test_a_world_that_cannot_be_read_is_not_overwritten(
    database_url: str, tmp_path: Path
) -> None:
    (tmp_path / "playground.json").write_text("{")

    ended = await troupe("playground", DATABASE_URL=database_url, TROUPE_DATA=str(tmp_path))

    assert ended.code == 1
    assert "playground.json" in ended.said
    assert (tmp_path / "playground.json").read_text() == "{"


async def test_an_unknown_command_shows_the_known_ones() -> None:
    ended = await troupe("dance")

    assert ended.code == 2
    assert "doctor" in ended.said
