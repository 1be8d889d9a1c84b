"""`troupe` as it comes: embedded PostgreSQL, demo model, playground; nothing is left afterwards."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psutil
import pytest

from tests import postgres
from tests.e2e_tools.people import people

pytestmark = [pytest.mark.e2e, pytest.mark.model]

CHECKOUT = Path(__file__).parents[2]
LINK = re.compile(r"http://127\.0\.0\.1:\d+/\?key=\S+")
GIVEN = ("DATABASE_URL", "DISCORD_TOKEN", "DISCORD_URL", "LLM_BASE_URL", "PYTHONDONTWRITEBYTECODE")


@dataclass(frozen=True, kw_only=True)
class Running:
    url: str
    key: str
    process: subprocess.Popen[str]


@contextmanager
def troupe(data: Path) -> Generator[Running]:
    """`python -m bot`, until its link; ended with Ctrl-C."""
    environment = {name: value for name, value in os.environ.items() if name not in GIVEN}
    environment["TROUPE_DATA"] = str(data)
    command = [sys.executable, "-m", "bot"]
    with subprocess.Popen(  # noqa: S603
        command, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = ""
        while not (found := LINK.search(said)) and (line := process.stdout.readline()):
            said += line
        assert found, said
        parts = urlsplit(found.group(0))
        yield Running(
            url=f"{parts.scheme}://{parts.netloc}",
            key=parse_qs(parts.query)["key"][0],
            process=process,
        )
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0


def running_on(data: Path) -> list[int]:
    """Processes that name the folder on their command line: servers that belong to it."""
    found: list[int] = []
    for process in psutil.process_iter():
        try:
            line = process.cmdline()
        except (psutil.NoSuchProcess, psutil.ZombieProcess):
            continue  # gone while we looked
        if any(str(data) in word for word in line):
            found.append(process.pid)
    return found


async def test_a_stranger_gets_an_answer_and_ctrl_c_leaves_nothing_running() -> None:
    with postgres.open_folder() as data:
        with troupe(data) as running:
            async with people(running, "Ada") as (ada,):
                await ada.slash("tavern", "session start", character="mara-quill")
                await ada.hears("I'm Mara", channel="tavern", by="Mara Quill")
                await ada.say("tavern", "Good evening. Do you have a room?")
                answer = await ada.hears(
                    lambda m: not m["components"],
                    channel="tavern",
                    by="Mara Quill",
                    timeout=60,
                )
            assert running_on(data), "the database runs beside us"

        assert answer["content"].strip()
        assert running_on(data) == []


async def test_the_playground_and_its_sessions_are_there_again_the_next_time() -> None:
    with postgres.open_folder() as data:
        with troupe(data) as running:
            async with people(running, "Ada") as (ada,):
                await ada.slash("tavern", "session start", character="mara-quill")
                await ada.hears("I'm Mara", channel="tavern", by="Mara Quill")
        with troupe(data) as running:
            async with people(running, "Ada") as (ada,):
                history = await ada.history("tavern")
                await ada.slash("tavern", "session status")
                status = await ada.hears("Mara Quill", channel="tavern", by="Troupe")

    assert any("I'm Mara" in message["content"] for message in history)
    assert status["flags"] & 64
