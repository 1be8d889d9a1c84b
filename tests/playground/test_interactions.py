"""Answering in time, once, and for whom."""

from datetime import timedelta
from typing import Any

import pytest

from bot.playground.server import Place
from bot.playground.world.ports import Ports
from tests.e2e_tools.clock import HandClock, ports_of
from tests.e2e_tools.people import Person
from tests.e2e_tools.rest import Answer, RawBot

Json = dict[str, Any]


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def ports(clock: HandClock) -> Ports:
    return ports_of(clock)


class Asked:
    """A command that Ada has used, as the bot sees it."""

    def __init__(self, *, bot: RawBot, interaction: str, token: str, application: str) -> None:
        self._bot = bot
        self._path = f"/interactions/{interaction}/{token}/callback?with_response=true"
        self._hook = f"/webhooks/{application}/{token}"

    async def answer(self, kind: int, **data: object) -> Answer:
        body: Json = {"type": kind, **({"data": data} if data else {})}
        return await self._bot.call("POST", self._path, body)

    async def more(self, **data: object) -> Answer:
        return await self._bot.call("POST", f"{self._hook}?wait=true", data)

    async def edit(self, **data: object) -> Answer:
        return await self._bot.call("PATCH", f"{self._hook}/messages/@original", data)

    async def delete(self) -> Answer:
        return await self._bot.call("DELETE", f"{self._hook}/messages/@original")


@pytest.fixture
async def asked(place: Place, ada: Person, bot: RawBot) -> Asked:
    application = str(place.world.application.id)
    body = [{"name": "dice", "description": "Roll", "type": 1}]
    await bot.call("PUT", f"/applications/{application}/commands", body)
    interaction = await ada.slash("tavern", "dice")
    token = next(iter(place.world.interactions.values())).token
    return Asked(bot=bot, interaction=interaction, token=token, application=application)


async def test_it_is_answered_once(asked: Asked) -> None:
    first, second = await asked.answer(4, content="Six."), await asked.answer(4, content="Five.")

    assert first.body["resource"]["message"]["content"] == "Six."
    assert second.code == 40060


async def test_after_three_seconds_it_is_unknown(asked: Asked, clock: HandClock) -> None:
    clock.time += timedelta(seconds=3.1)

    assert (await asked.answer(4, content="Late.")).code == 10062


async def test_after_15_minutes_its_token_is_worth_nothing(asked: Asked, clock: HandClock) -> None:
    await asked.answer(4, content="Six.")
    clock.time += timedelta(minutes=14)
    in_time = await asked.edit(content="Seven.")
    clock.time += timedelta(minutes=1, seconds=1)
    late = await asked.edit(content="Eight.")

    assert (in_time.status, late.status, late.code) == (200, 401, 50027)


async def test_nothing_follows_before_the_first_answer(asked: Asked) -> None:
    assert (await asked.more(content="More.")).code == 10015


async def test_the_first_follow_up_takes_the_place_of_thinking(asked: Asked, ada: Person) -> None:
    deferred = await asked.answer(5)
    filled = await asked.more(content="Six.")
    more = await asked.more(content="Another.")
    said = await ada.history("tavern")

    assert deferred.body["interaction"]["response_message_loading"] is True
    assert deferred.body["interaction"]["response_message_id"] == filled.body["id"]
    assert [each["content"] for each in said] == ["Another.", "Six."]
    assert more.body["id"] != filled.body["id"]
    assert said[1]["flags"] & 128 == 0


async def test_an_ephemeral_answer_is_seen_by_one_and_reached_through_its_token(
    asked: Asked, ada: Person, ben: Person, bot: RawBot
) -> None:
    secret = (await asked.answer(4, content="Psst.", flags=64)).body["resource"]["message"]
    path = f"/channels/{secret['channel_id']}/messages/{secret['id']}"

    assert (await ada.hears("Psst."))["flags"] & 64
    assert await ada.history("tavern") == []
    assert (await bot.call("GET", path)).code == 10008
    assert (await asked.edit(content="Psssst.")).status == 200
    assert (await asked.delete()).status == 204
    assert await ada.wait_for("MESSAGE_DELETE")
    assert not any("Pss" in str(each.data) for each in ben.events.all)


async def test_a_modal_cannot_be_answered_like_a_button(asked: Asked) -> None:
    assert (await asked.answer(7, content="x")).code == 50035
