"""A playground with the bot on it, and two people: Ada, who owns the server, and Ben."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.playground.server import Place, serve
from bot.playground.world.beginning import new_world
from tests.cogs.theatre import Theatre
from tests.e2e_tools.oracle import judged
from tests.e2e_tools.people import Person, people


@pytest.fixture
def theatre(tmp_path: Path) -> Theatre:
    return Theatre(data=tmp_path)


@pytest.fixture
async def place() -> AsyncGenerator[Place]:
    async with serve(new_world()) as running:
        with judged(running):
            yield running


@pytest.fixture
async def ada_and_ben(place: Place) -> AsyncGenerator[tuple[Person, Person]]:
    async with people(place, "Ada", "Ben") as (ada, ben):
        yield ada, ben
