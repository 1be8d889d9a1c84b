"""A real playground, a real Chromium, a small real bot: what the page's tests stand on."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, Page, expect

from bot.playground.server import Place, serve
from bot.playground.world.beginning import new_world
from tests.browser import SECONDS
from tests.e2e_tools.bots import connected
from tests.playground_page.stagehand import Stagehand

Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class Theatre:
    """The playground and the bot, in a thread with a loop of their own."""

    place: Place
    bot: Stagehand
    loop: asyncio.AbstractEventLoop

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(SECONDS)

    def call(self, work: Callable[[], object]) -> None:
        self.loop.call_soon_threadsafe(work)

    def user(self, name: str) -> str:
        return next(str(each.id) for each in self.place.world.users.values() if each.name == name)

    def channel(self, name: str) -> str:
        found = (each for each in self.place.world.channels.values() if each.name == name)
        return str(next(found).id)


@pytest.fixture
def theatre() -> Generator[Theatre]:
    """A fresh world for each test; it stands in well under a second."""
    standing: Future[Theatre] = Future()
    over = asyncio.Event()
    thread = threading.Thread(target=asyncio.run, args=(_play(standing, over),))
    thread.start()
    found = standing.result(2 * SECONDS)
    yield found
    found.loop.call_soon_threadsafe(over.set)
    thread.join(2 * SECONDS)


async def _play(standing: Future[Theatre], over: asyncio.Event) -> None:
    try:
        async with serve(new_world()) as place, connected(place, Stagehand()) as bot:
            loop = asyncio.get_running_loop()
            standing.set_result(Theatre(place=place, bot=bot, loop=loop))
            await over.wait()
    except BaseException as error:
        if standing.done():
            raise
        standing.set_exception(error)


@pytest.fixture
def visit(theatre: Theatre, browser: Browser) -> Generator[Callable[..., Page]]:
    """Open the page as somebody: `visit("ben")`. Errors on the page fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(SECONDS * 1000)
    first = context.new_page()
    first.goto(theatre.place.page_link)
    first.close()
    wrong: list[str] = []

    def open_page(name: str = "ada", *, at: str = "tavern") -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        guild = next(iter(theatre.place.world.guilds))
        where = f"#/{guild}/{theatre.channel(at)}" if at else ""
        page.goto(f"{theatre.place.url}/?as={theatre.user(name)}{where}")
        expect(page.get_by_test_id("place-title")).to_be_visible()
        return page

    yield open_page
    context.close()
    assert not wrong
