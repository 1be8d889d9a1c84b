"""The demo model, real: shared by bots, ended with the last of them, started again when it dies."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.engine.ports import ChatMessage, ChatRequest
from bot.llm.chat import OpenAIChatModel
from bot.llm.demo import DemoEndpoint, demo_model, find_gguf
from bot.llm.endpoint import Manners, OpenAIEndpoint
from bot.locks import Lock

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(
        find_spec("xllamacpp") is None or find_gguf(Path("data")) is None,
        reason="the extra for the demo model is not installed",
    ),
]

OTHER_BOT = """
import asyncio, sys
from pathlib import Path
from bot.llm.demo import demo_model

async def main():
    async with demo_model(Path(sys.argv[1])) as endpoint:
        print(endpoint.base_url, flush=True)
        await asyncio.to_thread(sys.stdin.readline)

asyncio.run(main())
"""


@asynccontextmanager
async def other_bot(data: Path) -> AsyncGenerator[tuple[asyncio.subprocess.Process, str]]:
    """A process of its own that uses the demo model until it reads a line or is killed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        OTHER_BOT,
        str(data),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            base_url = (await process.stdout.readline()).decode().strip()
        yield process, base_url
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        # asyncio closes the pipes only when the loop comes round again
        await asyncio.sleep(0)


def card_mode(data: Path) -> int:
    return next(data.glob("demo-model/*/server.json")).stat().st_mode & 0o777


async def until(holds: Callable[[], bool], *, seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 - a lock tells nobody
            await asyncio.sleep(0.02)


def alive_lock(data: Path) -> Lock:
    return Lock(next(data.glob("demo-model/*")) / "alive.lock")


def server_pid(data: Path) -> int:
    return int(next(data.glob("demo-model/*/server.pid")).read_text(encoding="utf-8"))


async def until_it_answers(endpoint: DemoEndpoint) -> None:
    async with OpenAIEndpoint(
        base_url=endpoint.base_url, api_key=endpoint.api_key, manners=Manners(max_retries=0)
    ) as place:
        async with asyncio.timeout(30):
            while not (await place.probe()).reachable:  # noqa: ASYNC110 - nor does a socket
                await asyncio.sleep(0.05)


async def says_something(endpoint: DemoEndpoint) -> str:
    said = ChatMessage(role="user", content="Say hello.")
    request = ChatRequest(purpose="test", messages=(said,), max_tokens=8)
    async with OpenAIEndpoint(base_url=endpoint.base_url, api_key=endpoint.api_key) as place:
        model = OpenAIChatModel(place)
        async with model.stream(request) as reply:
            return "".join([piece async for piece in reply])


async def test_it_speaks_and_tells_its_context_and_ends_with_its_only_bot(tmp_path: Path) -> None:
    async with demo_model(tmp_path) as endpoint:
        assert await says_something(endpoint)
        async with OpenAIEndpoint(base_url=endpoint.base_url, api_key=endpoint.api_key) as place:
            report = await place.probe()

    assert report.models == (endpoint.model,)
    assert report.context == 2048
    assert alive_lock(tmp_path).free()


async def test_nobody_else_may_read_the_key_or_ask_without_it(tmp_path: Path) -> None:
    async with demo_model(tmp_path) as endpoint:
        mode = card_mode(tmp_path)
        async with OpenAIEndpoint(base_url=endpoint.base_url, api_key="guess") as place:
            report = await place.probe()

    assert mode == 0o600
    assert report.trouble == "it does not accept the key (401)"


async def test_a_second_bot_shares_it_and_it_outlives_the_first(tmp_path: Path) -> None:
    async with demo_model(tmp_path) as first, other_bot(tmp_path) as (process, base_url):
        assert base_url == first.base_url
        assert process.stdin is not None
        process.stdin.write(b"\n")
        await process.wait()

        assert not alive_lock(tmp_path).free()
        assert await says_something(first)
    assert alive_lock(tmp_path).free()


async def test_bots_that_come_at_once_get_one(tmp_path: Path) -> None:
    async def use() -> DemoEndpoint:
        async with demo_model(tmp_path) as endpoint:
            everybody_is_here.append(endpoint)
            await until(lambda: len(everybody_is_here) == 3)
            return endpoint

    everybody_is_here: list[DemoEndpoint] = []
    endpoints = await asyncio.gather(use(), use(), use())

    assert len(set(endpoints)) == 1
    assert alive_lock(tmp_path).free()


async def test_it_outlives_the_bot_that_started_it_also_when_that_is_killed(
    tmp_path: Path,
) -> None:
    async with other_bot(tmp_path) as (process, base_url), demo_model(tmp_path) as endpoint:
        process.kill()
        await process.wait()

        assert endpoint.base_url == base_url
        assert await says_something(endpoint)
    assert alive_lock(tmp_path).free()


async def test_it_ends_when_its_last_bot_is_killed(tmp_path: Path) -> None:
    async with other_bot(tmp_path) as (process, _):
        process.kill()
        await process.wait()

        await until(alive_lock(tmp_path).free)


async def test_a_killed_one_comes_back_at_the_same_address(tmp_path: Path) -> None:
    async with demo_model(tmp_path) as endpoint:
        first = server_pid(tmp_path)
        os.kill(first, signal.SIGKILL)
        await until(lambda: server_pid(tmp_path) != first)
        await until_it_answers(endpoint)

        assert await says_something(endpoint)
    assert alive_lock(tmp_path).free()


async def test_a_hung_one_is_replaced_for_who_comes_next(tmp_path: Path) -> None:
    async with other_bot(tmp_path):
        os.kill(server_pid(tmp_path), signal.SIGSTOP)

        async with demo_model(tmp_path) as endpoint:
            assert await says_something(endpoint)
    await until(alive_lock(tmp_path).free)
