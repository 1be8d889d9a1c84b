"""Headless Chromium for tests of what people see."""

import os
import shutil
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

SECONDS = 10
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
expect.set_options(timeout=SECONDS * 1000)


def chromium() -> str | None:
    """The path of the machine's Chromium; Playwright's own is not downloaded."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    return path if path is not None and Path(path).exists() else None


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    """Chromium for the tests of one file.

    Not for the whole run: while Playwright is open its loop runs in this thread, and no
    asynchronous test can run beside it.
    """
    path = chromium()
    if path is None:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield opened
        opened.close()
