"""One playground and two people per test, under the eyes of Discord's own API description."""

from collections.abc import AsyncGenerator

import pytest

from bot.playground.server import Place, serve
from bot.playground.world.beginning import new_world
from tests.e2e_tools.oracle import Oracle, find_spec, load_spec
from tests.e2e_tools.people import Person, people
from tests.e2e_tools.rest import RawBot, raw_bot


@pytest.fixture
async def place() -> AsyncGenerator[Place]:
    async with serve(new_world(), host="127.0.0.1", port=0) as running:
        spec = find_spec()
        if spec is None:
            # The tests still hold; that they were not judged says test_oracle, which skips.
            yield running
            return
        oracle = Oracle(spec=load_spec(spec))
        running.witnesses.append(oracle.witness)
        yield running
        assert oracle.violations == []


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
