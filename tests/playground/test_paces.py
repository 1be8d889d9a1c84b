"""What Discord lets a bot do only so often, and what happens when time goes by."""

from datetime import timedelta
from typing import Any

import pytest

from bot.playground.server import Place
from bot.playground.world.acts.resting import archive_quiet
from bot.playground.world.hooks import Webhook
from bot.playground.world.ports import Ports, Snowflake
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


async def edited(bot: RawBot, said: Json, times: int) -> list[Answer]:
    path = f"/channels/{said['channel_id']}/messages/{said['id']}"
    return [await bot.call("PATCH", path, {"content": f"{n}"}) for n in range(times)]


async def test_a_message_older_than_an_hour_is_edited_three_times_in_six_seconds(
    ada: Person, bot: RawBot, clock: HandClock
) -> None:
    path = f"/channels/{ada.channel('tavern')}/messages"
    said = (await bot.call("POST", path, {"content": "x"})).body
    young = await edited(bot, said, 5)
    clock.time += timedelta(minutes=61)
    old = await edited(bot, said, 4)
    clock.time += timedelta(seconds=6)
    again = await edited(bot, said, 1)

    assert {each.status for each in young} == {200}
    assert [each.status for each in old] == [200, 200, 200, 429]
    assert (old[-1].code, old[-1].body["retry_after"]) == (30046, 6.0)
    assert old[-1].headers["Via"], "discord.py waits only for a 429 that came through a proxy"
    assert again[0].status == 200


async def test_webhooks_edit_old_messages_no_faster(
    ada: Person, bot: RawBot, clock: HandClock
) -> None:
    hook = (
        await bot.call("POST", f"/channels/{ada.channel('tavern')}/webhooks", {"name": "Stage"})
    ).body
    path = f"/webhooks/{hook['id']}/{hook['token']}"
    said = (await bot.call("POST", f"{path}?wait=true", {"content": "x"})).body
    clock.time += timedelta(minutes=61)

    codes = [
        (await bot.call("PATCH", f"{path}/messages/{said['id']}", {"content": "y"})).status
        for _ in range(4)
    ]

    assert codes == [200, 200, 200, 429]


async def test_a_server_has_a_thousand_webhooks_at_most(
    place: Place, ada: Person, bot: RawBot
) -> None:
    world, guild = place.world, Snowflake(int(ada.guild))
    for _ in range(1_000):
        hook = Webhook(
            id=world.ports.ids.next(),
            token="t",  # noqa: S106  # no secret
            guild=guild,
            channel=Snowflake(1),
            name="x",
            creator=world.application.id,
            application=world.application.id,
        )
        world.webhooks[hook.id] = hook

    answer = await bot.call(
        "POST", f"/channels/{ada.channel('tavern')}/webhooks", {"name": "Stage"}
    )

    assert (answer.status, answer.code) == (400, 30058)


async def test_direct_messages_are_not_opened_one_after_the_other(
    ada: Person, bot: RawBot, clock: HandClock
) -> None:
    strangers = [await ada.call("POST", "/people", {"name": f"P{n}"}) for n in range(11)]

    async def open_dm(person: Json) -> Answer:
        return await bot.call("POST", "/users/@me/channels", {"recipient_id": person["id"]})

    answers = [await open_dm(each) for each in strangers]
    known = await open_dm(strangers[0])
    clock.time += timedelta(minutes=10)
    later = await open_dm(strangers[-1])

    assert [each.status for each in answers] == [200] * 10 + [403]
    assert answers[-1].code == 40003
    assert (known.status, later.status) == (200, 200)


async def test_a_quiet_thread_is_archived_when_its_time_is_up(
    place: Place, ada: Person, clock: HandClock
) -> None:
    thread = ada.channel("the back room")
    await ada.call("PATCH", f"/channels/{thread}", {"auto_archive_duration": 60})
    clock.time += timedelta(minutes=59)
    await ada.say("the back room", "Still here.")
    clock.time += timedelta(minutes=59)
    archive_quiet(place.world)
    awake = await ada.call("GET", f"/channels/{thread}")
    clock.time += timedelta(minutes=1)
    archive_quiet(place.world)
    asleep = await ada.wait_for("THREAD_UPDATE", is_archived)

    assert not is_archived(awake)
    assert asleep["id"] == thread


def is_archived(thread: Json) -> bool:
    return thread["thread_metadata"]["archived"]
