"""One playground and two people per test."""

from collections.abc import AsyncGenerator

import pytest

from bot.playground.server import Place, serve
from bot.playground.world.beginning import new_world
from tests.e2e_tools.people import Person, people


@pytest.fixture
async def place() -> AsyncGenerator[Place]:
    async with serve(new_world(), host="127.0.0.1", port=0) as running:
        yield running


@pytest.fixture
async def ada_and_ben(place: Place) -> AsyncGenerator[tuple[Person, Person]]:
    async with people(place, "Ada", "Ben") as (ada, ben):
        yield ada, ben
