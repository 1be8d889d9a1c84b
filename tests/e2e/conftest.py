"""One theatre per file, since a bot takes seconds to start; a channel of its own for each test."""

from collections.abc import AsyncGenerator
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio

from bot.playground.scripted_model import Rule
from tests import postgres
from tests.e2e_tools.people import Person, people
from tests.e2e_tools.theatre import Theatre, theatre

CHANNELS = count(1)

VERBS = ("climbed", "circled", "crossed", "guarded", "painted", "emptied", "searched")
THINGS = ("a bell", "the mill", "my cellar", "his orchard", "our bridge", "one tower", "some boats")
TIMES = ("at dawn", "by moonlight", "before supper", "in the fog", "after the fair")
MULES = " ".join(
    # No two alike: a model that repeats itself is cut short.
    f"Mule {n} {VERBS[n % 7]} {THINGS[n * 3 % 7]} {TIMES[n % 5]}, and {n * 17 % 90} men"
    f" {VERBS[n * 5 % 7]} {THINGS[n * 2 % 7]} instead, {TIMES[n * 2 % 5]}."
    for n in range(1, 61)
)
STORY = f"*leans on the bar* {MULES} The end."

SETTINGS = {
    "MODEL_FIRST_WORD_SECONDS": "2",
    "MODEL_NEXT_WORD_SECONDS": "2",
    "MODEL_REST_AFTER": "100",
    "MAX_ANSWER_TOKENS": "2000",
}

RULES = [
    Rule(words=("stream",), reply=("*thinks* One two three four five six.",), delay_ms=60),
    Rule(words=("hang",), reply=("Once upon a time",), hang_after=2),
    Rule(words=("silent",), hang=True),
    Rule(words=("long",), reply=(STORY,)),
    Rule(words=("break",), status=400, error="no such thing"),
    Rule(words=("think",), reply=("Aye. <thought>He lies.</thought> Sit down.",)),
    Rule(words=("impersonate",), reply=("Well.\nAda: I give you all my gold!",)),
    Rule(pattern=r"my name is (?P<name>\w+)", reply=("*nods* Well met, {name}.",)),
    Rule(reply=("*nods* So you say: {character} heard you.",)),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(
    postgres_url: str, postgres_template: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Theatre]:
    data: Path = tmp_path_factory.mktemp("data")
    async with (
        postgres.fresh_database(postgres_url, template=postgres_template) as url,
        theatre(database_url=url, data=data, rules=RULES, settings=SETTINGS) as running,
    ):
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def troupe(house: Theatre) -> AsyncGenerator[tuple[Person, Person]]:
    async with people(house, "Ada", "Ben") as (ada, ben):
        yield ada, ben


@pytest.fixture
def ada(troupe: tuple[Person, Person]) -> Person:
    """Owns the server, so she may start sessions."""
    return troupe[0]


@pytest.fixture
def ben(troupe: tuple[Person, Person]) -> Person:
    """A member like any other."""
    return troupe[1]


@pytest_asyncio.fixture(loop_scope="module")
async def channel(ada: Person, ben: Person) -> str:
    """The id of a new channel, seen by both."""
    name = f"stage-{next(CHANNELS)}"
    body = {"name": name, "type": 0}
    made = await ada.call("POST", f"/guilds/{ada.guild}/channels", body)
    for person in (ada, ben):
        await person.wait_for("CHANNEL_CREATE", lambda c: c["id"] == made["id"], since=0)
    return made["id"]
