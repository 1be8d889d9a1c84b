"""One playground and two people per test, under the eyes of Discord's own API description."""

from collections.abc import AsyncGenerator

import pytest

from bot.playground.server import Place, serve
from bot.playground.world.beginning import new_world
from bot.playground.world.ports import Ports, system_ports
from tests.e2e_tools.oracle import judged
from tests.e2e_tools.people import Person, people
from tests.e2e_tools.rest import RawBot, raw_bot


@pytest.fixture
def ports() -> Ports:
    """Time, ids and chance; a file that moves the clock by hand gives its own."""
    return system_ports()


@pytest.fixture
async def place(ports: Ports) -> AsyncGenerator[Place]:
    async with serve(new_world(ports), host="127.0.0.1", port=0) as running:
        with judged(running):
            yield running


@pytest.fixture
async def ada_and_ben(place: Place) -> AsyncGenerator[tuple[Person, Person]]:
    async with people(place, "Ada", "Ben") as (ada, ben):
        yield ada, ben


@pytest.fixture
async def ada(ada_and_ben: tuple[Person, Person]) -> Person:
    return ada_and_ben[0]


@pytest.fixture
async def ben(ada_and_ben: tuple[Person, Person]) -> Person:
    return ada_and_ben[1]


@pytest.fixture
async def bot(place: Place) -> AsyncGenerator[RawBot]:
    async with raw_bot(place) as raw:
        yield raw
