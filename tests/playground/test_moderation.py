"""What moderators and administrators decide: time-outs, nicknames, who may use which command."""

from datetime import timedelta
from typing import Any

import pytest

from bot.playground.server import Place
from bot.playground.world.permissions import Permission
from bot.playground.world.ports import Ports, Snowflake
from bot.playground.world.saving import world_body, world_from
from tests.e2e_tools.clock import HandClock, ports_of
from tests.e2e_tools.gateway import raw_gateway
from tests.e2e_tools.people import Person, Refused
from tests.e2e_tools.rest import RawBot

Json = dict[str, Any]
ROLE, USER, CHANNEL = 1, 2, 3
UNTIL = "communication_disabled_until"


NOW = HandClock().now()


@pytest.fixture
def ports() -> Ports:
    return ports_of(HandClock())


def in_hours(hours: float) -> str:
    return (NOW + timedelta(hours=hours)).isoformat()


async def test_who_is_timed_out_only_watches(place: Place, ada: Person, ben: Person) -> None:
    path = f"/guilds/{ada.guild}/members/{ben.id}"
    async with raw_gateway(place) as gateway:
        await gateway.identify()
        await gateway.until("GUILD_CREATE")
        await ada.call("PATCH", path, {UNTIL: in_hours(1)})
        with pytest.raises(Refused) as refused:
            await ben.say("tavern", "Let me speak.")
        told = await gateway.until("GUILD_MEMBER_UPDATE")
        await ada.call("PATCH", path, {UNTIL: None})
        await ben.say("tavern", "At last.")

    assert refused.value.code == 50013
    assert told[UNTIL] is not None


@pytest.mark.parametrize(
    ("body", "code"),
    [
        pytest.param({UNTIL: in_hours(24 * 29)}, 50035, id="for more than four weeks"),
        pytest.param({UNTIL: "tomorrow"}, 50035, id="until no time"),
        pytest.param({"roles": ["1"]}, 10011, id="with a role that is not there"),
    ],
)
async def test_what_cannot_be_done_to_a_member(
    ada: Person, ben: Person, body: Json, code: int
) -> None:
    with pytest.raises(Refused) as refused:
        await ada.call("PATCH", f"/guilds/{ada.guild}/members/{ben.id}", body)

    assert refused.value.code == code


async def test_a_bot_without_the_permission_times_nobody_out(
    place: Place, ada: Person, ben: Person, bot: RawBot
) -> None:
    path = f"/guilds/{ada.guild}/members/{ben.id}"
    without = await bot.call("PATCH", path, {UNTIL: in_hours(1)})
    await grant(place, ada, Permission.MODERATE_MEMBERS | Permission.MANAGE_NICKNAMES)
    with_it = await bot.call("PATCH", path, {UNTIL: in_hours(1), "nick": "Benny"})
    owner = await bot.call("PATCH", f"/guilds/{ada.guild}/members/{ada.id}", {"nick": "x"})

    assert without.code == 50013
    assert (with_it.status, with_it.body["nick"]) == (200, "Benny")
    assert owner.code == 50013, "nobody changes who stands above them"


async def grant(place: Place, ada: Person, more: Permission) -> None:
    role = next(each for each in place.world.roles.values() if each.of_bot)
    path = f"/guilds/{ada.guild}/roles/{role.id}"
    await ada.call("PATCH", path, {"permissions": str(int(role.permissions | more))})


@pytest.fixture
async def dice(place: Place, bot: RawBot) -> str:
    """A command that only moderators have by default."""
    body = [
        {"name": "dice", "description": "x", "default_member_permissions": 1 << 13},
        {"name": "mood", "description": "x"},
    ]
    application = place.world.application.id
    made = await bot.call("PUT", f"/applications/{application}/commands", body)
    return made.body[0]["id"]


async def rule(ada: Person, subject: object, *rules: tuple[int, object, bool]) -> None:
    body = {
        "permissions": [
            {"type": kind, "id": str(target), "permission": allow} for kind, target, allow in rules
        ]
    }
    await ada.call("PUT", f"/guilds/{ada.guild}/commands/{subject}/permissions", body)


async def seen(person: Person, channel: str) -> set[str]:
    return {each["name"] for each in await person.commands(channel)}


async def test_an_administrator_overrides_who_may_use_a_command(
    ada: Person, ben: Person, dice: str
) -> None:
    by_default = await seen(ben, "tavern")
    await rule(ada, dice, (USER, ben.id, True), (CHANNEL, ada.channel("library"), False))

    assert by_default == {"mood"}
    assert await seen(ben, "tavern") == {"dice", "mood"}
    assert await seen(ben, "library") == {"mood"}
    assert await seen(ada, "library") == {"dice", "mood"}, "administrators may always"
    with pytest.raises(Refused) as refused:
        await use(ben, dice, ben.channel("library"))
    assert refused.value.code == 10063


async def use(person: Person, command: str, channel: str) -> None:
    data: Json = {"id": command, "name": "dice", "type": 1, "options": []}
    await person.call("POST", "/interactions", {"type": 2, "channel_id": channel, "data": data})


async def test_rules_of_the_whole_application_only_take_away(
    place: Place, ada: Person, ben: Person, dice: str
) -> None:
    application = place.world.application.id
    everyone, everywhere = ada.guild, int(ada.guild) - 1

    await rule(ada, application, (ROLE, everyone, True))
    allowed = await seen(ben, "tavern")
    await rule(ada, application, (ROLE, everyone, False))
    refused = await seen(ben, "tavern")
    await rule(ada, dice, (ROLE, everyone, True))
    command_wins = await seen(ben, "tavern")
    await rule(ada, application, (CHANNEL, everywhere, False))

    assert (allowed, refused, command_wins) == ({"mood"}, set(), {"dice"})
    assert await seen(ben, "tavern") == set()


async def test_one_role_that_may_is_enough(ada: Person, ben: Person, dice: str) -> None:
    roles = [await ada.call("POST", f"/guilds/{ada.guild}/roles", {"name": name}) for name in "ab"]
    for each in roles:
        await ada.call("PUT", f"/guilds/{ada.guild}/members/{ben.id}/roles/{each['id']}")

    await rule(ada, dice, (ROLE, roles[0]["id"], False), (ROLE, roles[1]["id"], True))

    assert await seen(ben, "tavern") == {"dice", "mood"}


async def test_the_bot_reads_the_rules_and_hears_of_them(
    place: Place, ada: Person, bot: RawBot, dice: str
) -> None:
    application = place.world.application.id
    path = f"/applications/{application}/guilds/{ada.guild}/commands"
    none_yet = await bot.call("GET", f"{path}/{dice}/permissions")
    async with raw_gateway(place) as gateway:
        await gateway.identify()
        await gateway.until("GUILD_CREATE")
        await rule(ada, dice, (ROLE, ada.guild, False))
        told = await gateway.until("APPLICATION_COMMAND_PERMISSIONS_UPDATE")

    assert none_yet.code == 10066
    assert (await bot.call("GET", f"{path}/{dice}/permissions")).body == told
    assert (await bot.call("GET", f"{path}/permissions")).body == [told]


async def test_rules_are_for_administrators_and_are_kept(
    place: Place, ada: Person, ben: Person, dice: str
) -> None:
    with pytest.raises(Refused) as refused:
        await rule(ben, dice, (USER, ben.id, True))
    await rule(ada, dice, (USER, ben.id, True))
    again = world_from(world_body(place.world), place.world.ports)

    assert refused.value.code == 50013
    assert (Snowflake(int(ada.guild)), Snowflake(int(dice))) in again.command_rules


async def test_pages_are_told_when_the_bots_commands_change(
    place: Place, ben: Person, bot: RawBot
) -> None:
    application = place.world.application.id
    body = [{"name": "dice", "description": "x"}]
    await bot.call("PUT", f"/applications/{application}/commands", body)

    told = await ben.wait_for("GUILD_APPLICATION_COMMAND_INDEX_UPDATE", since=0)

    assert told == {"guild_id": ben.guild}
