"""The bot's process ends and comes back under a page that stays open."""

import asyncio
import threading
from collections.abc import Coroutine, Generator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import postgres
from tests.browser import SECONDS
from tests.e2e.conftest import RULES, SETTINGS
from tests.e2e_tools.theatre import START_SECONDS, Theatre, theatre
from tests.playground_page.acting import begin_command, message, say

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

Running = tuple[Theatre, asyncio.AbstractEventLoop]


@pytest.fixture
def house(postgres_url: str, postgres_template: str, tmp_path: Path) -> Generator[Running]:
    """The theatre in a thread: Playwright's own loop runs in this one."""
    standing: Future[Running] = Future()
    over = asyncio.Event()

    async def play() -> None:
        try:
            async with (
                postgres.fresh_database(postgres_url, template=postgres_template) as url,
                theatre(database_url=url, data=tmp_path, rules=RULES, settings=SETTINGS) as found,
            ):
                standing.set_result((found, asyncio.get_running_loop()))
                await over.wait()
        except BaseException as error:
            if standing.done():
                raise
            standing.set_exception(error)

    thread = threading.Thread(target=asyncio.run, args=(play(),))
    thread.start()
    found = standing.result(START_SECONDS)
    yield found
    found[1].call_soon_threadsafe(over.set)
    thread.join(START_SECONDS)


def run(house: Running, work: Coroutine[Any, Any, object]) -> None:
    asyncio.run_coroutine_threadsafe(work, house[1]).result(START_SECONDS)


@pytest.fixture
def page(house: Running, browser: Browser) -> Generator[Page]:
    context = browser.new_context()
    context.set_default_timeout(SECONDS * 1000)
    opened = context.new_page()
    opened.goto(house[0].place.page_link)
    yield opened
    context.close()


def test_the_scene_goes_on_in_the_same_page(house: Running, page: Page) -> None:
    bot = house[0].bot
    begin_command(page, "session start")
    page.keyboard.type("mar")
    expect(page.get_by_test_id("autocomplete-item")).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(message(page, "I'm Mara")).to_be_visible()
    loaded = page.evaluate("performance.timeOrigin")

    run(house, bot.stop())
    say(page, "Are you gone?")
    expect(message(page, "Are you gone?")).to_be_visible()
    run(house, bot.start())
    say(page, "My name is Jonas.")

    answer = message(page, "Well met, Jonas.")
    expect(answer).to_have_attribute("data-author", "Mara Quill", timeout=30_000)
    begin_command(page, "session status")
    page.keyboard.press("Enter")
    expect(message(page, "Mara Quill").last).to_be_visible()
    assert page.evaluate("performance.timeOrigin") == loaded, "the page was never loaded anew"
