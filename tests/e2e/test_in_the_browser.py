"""A scene played in the browser, on the guided script: channel, thread, direct message."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import SECONDS
from tests.playground_page.acting import become, begin_command, go, message, say

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

LINK = re.compile(r"http://127\.0\.0\.1:\d+/\?key=\S+")
CHECKOUT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def link(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """`troupe --demo` in a process of its own."""
    environment = os.environ | {
        "DATABASE_URL": postgres_url,
        "TROUPE_DATA": str(tmp_path_factory.mktemp("data")),
    }
    command = [sys.executable, "-m", "bot", "--demo"]
    with subprocess.Popen(  # noqa: S603
        command, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, text=True
    ) as troupe:
        assert troupe.stdout is not None
        said = ""
        for line in troupe.stdout:
            said += line
            if LINK.search(line):
                break
        found = LINK.search(said)
        assert found, said
        yield found.group(0)
        troupe.send_signal(signal.SIGINT)
        assert troupe.wait(timeout=30) == 0


@pytest.fixture
def page(link: str, browser: Browser) -> Generator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(SECONDS * 1000)
    opened = context.new_page()
    opened.goto(link)
    expect(opened.get_by_test_id("place-title")).to_be_visible()
    yield opened
    context.close()


def begin(page: Page) -> None:
    """Start a session with Mara by the slash picker and its suggestions."""
    begin_command(page, "session start")
    page.keyboard.type("mar")
    expect(page.get_by_test_id("autocomplete-item")).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(message(page, "I'm Mara")).to_be_visible()


def test_a_scene_in_a_channel_with_two_people(page: Page) -> None:
    go(page, "tavern")
    begin(page)

    say(page, "*shakes off the rain* Is there a room?")
    answer = message(page, "feather quilt").or_(message(page, "room")).last
    expect(answer).to_have_attribute("data-author", "Mara Quill")
    become(page, "Ben")
    say(page, "Good evening. My name is Ben.")

    expect(page.locator("[data-author='Mara Quill']")).to_have_count(3)


def test_a_scene_in_a_thread(page: Page) -> None:
    go(page, "the back room")
    begin(page)

    say(page, "What is in the stew?")

    expect(page.locator("[data-author='Mara Quill']")).to_have_count(2)


def test_a_scene_in_a_direct_message(page: Page) -> None:
    page.get_by_test_id("home").click()
    page.get_by_test_id("channel").filter(has_text="Troupe").click()
    begin(page)

    say(page, "Who is the lantern for?")

    last = page.get_by_test_id("message").last
    expect(last).to_have_attribute("data-author", "Troupe")
    expect(last).to_contain_text("Mara Quill")
