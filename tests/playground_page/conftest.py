"""A real playground, a real Chromium, a small real bot: what the page's tests stand on.

One playground and one bot for each file; each test plays on a server of its own.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from bot.playground.page.guard import Guard
from bot.playground.server import Place, serve
from bot.playground.world.beginning import furnished, new_world
from bot.playground.world.ports import Snowflake
from tests.browser import SECONDS
from tests.e2e_tools.bots import connected
from tests.playground_page.stagehand import Stagehand

Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class House:
    """The playground and the bot, in a thread with a loop of their own."""

    place: Place
    bot: Stagehand
    loop: asyncio.AbstractEventLoop

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(SECONDS)

    def call(self, work: Callable[[], Result]) -> Result:
        async def called() -> Result:
            return work()

        return self.run(called())


@dataclass(frozen=True, kw_only=True)
class Theatre(House):
    """What one test has of it: a server, with Ada, Ben and the bot."""

    guild: Snowflake

    def user(self, name: str) -> str:
        return next(str(each.id) for each in self.place.world.users.values() if each.name == name)

    def channel(self, name: str) -> str:
        there = self.place.world.channels_of(self.guild)
        return str(next(each.id for each in there if each.name == name))


@pytest.fixture(scope="module")
def house() -> Generator[House]:
    standing: Future[House] = Future()
    over = asyncio.Event()
    thread = threading.Thread(target=asyncio.run, args=(_play(standing, over),))
    thread.start()
    found = standing.result(2 * SECONDS)
    yield found
    found.loop.call_soon_threadsafe(over.set)
    thread.join(2 * SECONDS)


async def _play(standing: Future[House], over: asyncio.Event) -> None:
    try:
        async with serve(new_world()) as place, connected(place, Stagehand()) as bot:
            loop = asyncio.get_running_loop()
            standing.set_result(House(place=place, bot=bot, loop=loop))
            await over.wait()
    except BaseException as error:
        if standing.done():
            raise
        standing.set_exception(error)


@pytest.fixture
def theatre(house: House) -> Generator[Theatre]:
    guild = house.call(lambda: furnished(house.place.world, name="The Playhouse"))
    yield Theatre(place=house.place, bot=house.bot, loop=house.loop, guild=guild.id)
    house.call(lambda: _tidy(house))


def _tidy(house: House) -> None:
    """Leave nothing behind that the next test would meet."""
    house.place.faults.clear()
    house.place.world.proxies.clear()
    house.place.world.answer_within = timedelta(seconds=3)
    house.bot.may_finish.set()
    while not house.bot.heard.empty():
        house.bot.heard.get_nowait()


@pytest.fixture
def visit(theatre: Theatre, browser: Browser) -> Generator[Callable[..., Page]]:
    """Open the page as somebody: `visit("ben")`. Errors on the page fail the test.

    Each has a window of its own: Chromium draws a tab in the background once a second. A second
    tab of the same window is `visit("ben", beside=page)`.
    """
    wrong: list[str] = []
    windows: list[BrowserContext] = []

    def open_page(name: str = "ada", *, at: str = "tavern", beside: Page | None = None) -> Page:
        if beside is None:
            windows.append(_window(browser, theatre.place))
        page = (beside.context if beside else windows[-1]).new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        where = f"#/{theatre.guild}/{theatre.channel(at)}" if at else ""
        page.goto(f"{theatre.place.url}/?as={theatre.user(name)}{where}")
        expect(page.get_by_test_id("place-title")).to_be_visible()
        return page

    yield open_page
    for each in windows:
        each.close()
    assert not wrong


def _window(browser: Browser, place: Place) -> BrowserContext:
    """A window that has followed the link: it has the cookie."""
    guard = Guard(place.key)
    guard.port = int(place.url.rpartition(":")[2])
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(SECONDS * 1000)
    context.add_cookies([{"name": guard.cookie, "value": place.key, "url": place.url}])
    return context
