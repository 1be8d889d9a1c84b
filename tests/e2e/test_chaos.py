"""The bot is killed at each named step of a turn, and much else breaks: log and Discord agree."""

from collections.abc import AsyncGenerator
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio

from bench._house import House, house
from bench._kills import kill_at
from bench._plan import STEPS, Chance, Step, Weather, line_for, rules
from bench._verdict import judge
from bench.chaos import chaos
from bot.playground.world.ports import Snowflake
from tests import postgres

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio(loop_scope="module")]

SEED = 7
MESSAGES, CHANNELS = 60, 6
NUMBERS = count(1)
PATIENCE = 40


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(
    postgres_url: str, postgres_template: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[House]:
    data: Path = tmp_path_factory.mktemp("chaos")
    async with (
        postgres.fresh_database(postgres_url, template=postgres_template) as url,
        house(rules(Chance(SEED), 0), data=data, database_url=url) as there,
    ):
        yield there


async def agree(stage: House, channel: int) -> list[str]:
    """What does not agree in the channel, once nothing happens there any more."""
    assert await stage.settled([channel], within=PATIENCE, looks=4)
    facts = await stage.archive.channels([channel])
    return judge(facts, away=[], late=frozenset()).faults


@pytest.mark.parametrize("step", STEPS)
async def test_a_kill_at_a_step_of_a_turn_loses_nothing_and_doubles_nothing(
    stage: House, step: Step
) -> None:
    number = next(NUMBERS)
    channel = await stage.channel(f"kill-{number}")
    await stage.answered(channel, stage.say(channel, "Good evening."), within=PATIENCE)

    message, was_seen = await kill_at(stage, step, channel=channel, words=line_for(step, number))

    assert was_seen, stage.bot.log
    if step != "line kept":
        assert await stage.answered(channel, message, within=PATIENCE), stage.bot.log
    assert await agree(stage, channel) == []


async def test_what_a_moved_webhook_says_elsewhere_is_said_here(stage: House) -> None:
    channel, other = await stage.channel("here"), await stage.channel("elsewhere")
    faults, hooks = stage.place.faults, stage.place.world.webhooks.values()
    await stage.answered(channel, stage.say(channel, "Good evening."), within=PATIENCE)

    for hook in [hook for hook in hooks if hook.channel == channel]:
        faults.move_webhook(hook.id, to=Snowflake(other))
    message = stage.say(channel, "Are you still here?")

    assert await stage.answered(channel, message, within=PATIENCE)
    assert await agree(stage, channel) == []
    assert await agree(stage, other) == []


async def test_a_short_storm(
    postgres_url: str, postgres_template: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The long form is `python -m bench chaos`. It prints what it has found."""
    weather = Weather(
        messages=MESSAGES, seed=SEED, channels=CHANNELS, steps=("first words", "after send")
    )
    async with postgres.fresh_database(postgres_url, template=postgres_template) as url:
        fine = await chaos(tmp_path, weather=weather, database_url=url)

    assert fine, capsys.readouterr().out
