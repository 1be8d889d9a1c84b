"""Takes the screenshots of the README, on the guided scene.

    python -m bench pictures

Plays `./troupe --demo` in headless Chromium and writes to docs/images/.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Page, async_playwright, expect

from bench._troupe import CHECKOUT, troupe
from tests.browser import FLAGS, chromium

IMAGES = CHECKOUT / "docs" / "images"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
MARA = "[data-author='Mara Quill']"


def main(arguments: Sequence[str]) -> int:
    argparse.ArgumentParser(prog="python -m bench pictures").parse_args(arguments)
    path = chromium()
    if path is None:
        print("Chromium is not installed (apt-get install chromium).")
        return 1
    asyncio.run(_take(path))
    return 0


async def _take(chromium_path: str) -> None:
    with tempfile.TemporaryDirectory(prefix="troupe-pictures-") as folder:
        data = Path(folder)
        data.chmod(0o755)  # noqa: ASYNC240  # the embedded server runs as another user under root
        async with troupe("--demo", data=data) as running, async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=chromium_path, args=list(FLAGS)
            )
            context = await browser.new_context(viewport=DESK, color_scheme="dark")  # pyright: ignore[reportArgumentType]
            page = await context.new_page()
            await page.goto(running.link)
            await _scene(page)
            await _characters(page)
            await _thread(page)
            await _dm(page)
            await _phone(page)
            await browser.close()


async def _scene(page: Page) -> None:
    await _start(page, "mar")
    await _say(page, "*shakes the rain from my cloak* Good evening. Is there a room?", answers=2)
    await _say(page, "Who is the lantern over the door for?", answers=3)
    await _shot(page, "scene")


async def _characters(page: Page) -> None:
    await _go(page, "harbour")
    await page.get_by_test_id("composer").click()
    await page.keyboard.type("/character list ")
    await expect(page.get_by_test_id("slash-form")).to_be_visible()
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("message").last).to_contain_text("Mara Quill")
    await _shot(page, "characters")


async def _thread(page: Page) -> None:
    await _go(page, "the back room")
    await _start(page, "mar")
    await _say(page, "What is in the stew tonight?", answers=2)
    await _shot(page, "thread")


async def _dm(page: Page) -> None:
    await page.get_by_test_id("home").click()
    await page.get_by_test_id("channel").filter(has_text="Troupe").click()
    await _start(page, "mar")
    await page.get_by_test_id("composer").fill("I have walked a long way. What do I owe you?")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("message").last).to_have_attribute("data-author", "Troupe")
    await _settled(page)
    await _shot(page, "dm")


async def _phone(page: Page) -> None:
    await page.get_by_test_id("guild").first.click()
    await _go(page, "tavern")
    await page.set_viewport_size(PHONE)  # pyright: ignore[reportArgumentType]
    await page.reload()  # drawers that slide away are not what a phone shows
    await expect(page.locator(MARA)).to_have_count(3)
    await _shot(page, "phone")


async def _start(page: Page, typed: str) -> None:
    await page.get_by_test_id("composer").click()
    await page.keyboard.type("/session start ")
    await expect(page.get_by_test_id("slash-form")).to_be_visible()
    await page.keyboard.type(typed)
    await expect(page.get_by_test_id("autocomplete-item")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("message").filter(has_text="I'm Mara")).to_be_visible()


async def _say(page: Page, words: str, *, answers: int) -> None:
    await page.get_by_test_id("composer").fill(words)
    await page.keyboard.press("Enter")
    await expect(page.locator(MARA)).to_have_count(answers)
    await _settled(page)


async def _settled(page: Page) -> None:
    """The line is whole when its Stop button has gone."""
    last = page.get_by_test_id("message").last
    await expect(last.get_by_role("button", name="Stop")).to_have_count(0, timeout=30_000)


async def _go(page: Page, name: str) -> None:
    await page.get_by_test_id("channel").filter(has_text=name).click()
    await expect(page.get_by_test_id("place-title")).to_contain_text(name)


async def _shot(page: Page, name: str) -> None:
    await page.screenshot(path=IMAGES / f"{name}.png")
    print(f"docs/images/{name}.png")
