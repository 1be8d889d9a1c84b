"""Discord, the network or the database break in the middle of a line: it is whole in the end."""

import asyncio

import pytest
from sqlalchemy import text

from bot.playground.world.permissions import Permission
from bot.playground.world.ports import Snowflake
from bot.storage.database import engine_for
from tests.e2e_tools.http import Json
from tests.e2e_tools.people import Person
from tests.e2e_tools.theatre import Theatre

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio(loop_scope="module")]

MARA = "Mara Quill"
SEND = "POST /webhooks/{webhook}/{token}"
EDIT = "PATCH /webhooks/{webhook}/{token}/messages/{message}"


@pytest.fixture(autouse=True)
def faultless(house: Theatre) -> None:
    house.place.faults.clear()


async def begin(ada: Person, channel: str) -> None:
    await ada.slash(channel, "session start", character="mara-quill")
    await ada.hears("I'm Mara", channel=channel, by=MARA, since=0)
    await ada.hears("Write in the channel", channel=channel, by="Troupe", since=0)


async def growing(ada: Person, channel: str) -> Json:
    await ada.say(channel, "Please stream.")
    return await ada.hears(lambda m: bool(m["components"]), channel=channel, by=MARA)


async def whole(ada: Person, channel: str) -> Json:
    return await ada.hears(
        lambda m: "six." in m["content"] and not m["components"],
        channel=channel,
        by=MARA,
        timeout=30,
    )


async def still_answers(ada: Person, channel: str) -> None:
    await ada.say(channel, "My name is Jonas.")
    await ada.hears("Well met, Jonas.", channel=channel, timeout=30)


@pytest.mark.parametrize(
    ("kind", "route"),
    [
        ("429", SEND),
        ("reset_before", SEND),
        ("reset_after", SEND),
        ("500", EDIT),
        ("reset_before", EDIT),
        ("reset_after", EDIT),
    ],
)
async def test_a_call_that_fails_is_made_good(
    house: Theatre, ada: Person, channel: str, kind: str, route: str
) -> None:
    await begin(ada, channel)
    house.place.faults.fail(kind, route=route, seconds=0.2)

    await ada.say(channel, "Please stream.")
    await whole(ada, channel)

    await still_answers(ada, channel)


@pytest.mark.parametrize(
    "route",
    [
        "POST /channels/{channel}/messages",
        "POST /channels/{channel}/webhooks",
        "GET /channels/{channel}/webhooks",
        "POST /webhooks/{webhook}/{token}",
    ],
)
async def test_a_start_whose_calls_fail_still_starts(
    house: Theatre, ada: Person, channel: str, route: str
) -> None:
    house.place.faults.fail("reset_before", route=route)

    await ada.slash(channel, "session start", character="mara-quill")
    await ada.hears("is about to enter", channel=channel, by="Troupe", since=0)

    await still_answers(ada, channel)


async def test_a_webhook_that_is_deleted_in_mid_line(
    house: Theatre, ada: Person, channel: str
) -> None:
    await begin(ada, channel)
    line = await growing(ada, channel)

    house.place.faults.delete_webhook(Snowflake(int(line["webhook_id"])))
    await whole(ada, channel)

    await still_answers(ada, channel)


async def test_a_channel_that_is_deleted_in_mid_line(
    house: Theatre, ada: Person, channel: str
) -> None:
    other = await ada.call("POST", f"/guilds/{ada.guild}/channels", {"name": "doomed", "type": 0})
    await ada.wait_for("CHANNEL_CREATE", lambda c: c["id"] == other["id"], since=0)
    await begin(ada, other["id"])
    await growing(ada, other["id"])

    house.place.faults.delete_channel(Snowflake(int(other["id"])))

    await begin(ada, channel)
    await still_answers(ada, channel)


async def test_permissions_that_are_taken_in_mid_line_are_asked_for(
    house: Theatre, ada: Person, channel: str
) -> None:
    await begin(ada, channel)
    await growing(ada, channel)
    bot = ada.world["bot"]["id"]
    path = f"/channels/{channel}/permissions/{bot}"
    denied = Permission.MANAGE_WEBHOOKS | Permission.SEND_MESSAGES

    await ada.call("PUT", path, {"type": 1, "allow": "0", "deny": str(int(denied))})
    await whole(ada, channel)  # its webhook still takes edits
    await ada.call("DELETE", path)

    await still_answers(ada, channel)


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_gateway_that_drops_in_mid_line(
    house: Theatre, ada: Person, channel: str, *, resumable: bool
) -> None:
    await begin(ada, channel)
    await growing(ada, channel)

    house.place.faults.drop_gateway(resumable=resumable)
    await whole(ada, channel)

    async with asyncio.timeout(30):
        while not house.place.bot_is_connected:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await still_answers(ada, channel)


@pytest.mark.parametrize("how", ["duplicate", "late"])
async def test_a_message_that_comes_oddly_is_one_line(
    house: Theatre, ada: Person, channel: str, how: str
) -> None:
    await begin(ada, channel)
    house.place.faults.twist(how, event="MESSAGE_CREATE")

    await ada.say(channel, "I came by boat.")
    await ada.say(channel, "My name is Jonas.")
    await ada.hears("Well met, Jonas.", channel=channel, by=MARA, timeout=30)
    await still_answers(ada, channel)

    assert house.prompts(MARA)[-1].count("I came by boat.") == 1


async def test_a_database_that_hangs_up_in_mid_line(
    house: Theatre, ada: Person, channel: str
) -> None:
    await begin(ada, channel)
    await growing(ada, channel)

    engine = engine_for(house.bot._environment["DATABASE_URL"])
    async with engine.connect() as db:
        await db.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )
        )
    await engine.dispose()
    await whole(ada, channel)

    await still_answers(ada, channel)
    assert "six." in house.prompts(MARA)[-1]


async def test_no_secret_is_in_the_log(house: Theatre) -> None:
    log = house.bot.log

    for secret in (house.place.bot_token, house.place.key, "I came by boat", "Jonas"):
        assert secret not in log
    tokens = [hook.token for hook in house.place.world.webhooks.values()]
    assert not [token for token in tokens if token and token in log]
    assert "Traceback" not in log
