"""What people do with each other: threads, posts, roles, age limits, private places."""

from typing import Any

import pytest

from bot.playground.server import Place
from bot.playground.world.ports import Snowflake
from tests.e2e_tools.people import Person, Refused
from tests.e2e_tools.rest import RawBot

Json = dict[str, Any]
VIEW, SEND = 1 << 10, 1 << 11


async def test_a_thread_hangs_on_a_message(ada: Person, ben: Person, bot: RawBot) -> None:
    said = await ada.say("tavern", "Come closer.")

    thread = await ben.open_thread("tavern", "closer", on=said)
    again = await bot.call(
        "POST", f"/channels/{said['channel_id']}/messages/{said['id']}/threads", {"name": "x"}
    )

    assert thread["id"] == said["id"]
    assert again.code == 160004


async def test_a_private_thread_is_for_its_members(
    ada: Person, ben: Person, bot: RawBot, place: Place
) -> None:
    thread = await ben.open_thread("tavern", "secret", private=True)
    path = f"/channels/{thread['id']}"
    place_id = place.world.application.id

    strangers = await bot.call("GET", f"{path}/thread-members/{ada.id}")
    await ben.call("PUT", f"{path}/thread-members/{ada.id}")
    told = await ada.wait_for("THREAD_CREATE", since=0)
    members = (await bot.call("GET", f"{path}/thread-members")).body

    assert strangers.code == 10007  # the bot manages threads, so it sees this one
    assert told["name"] == "secret"
    assert str(place_id) not in {each["user_id"] for each in members}


async def test_a_forum_holds_posts_only(ada: Person, ben: Person, bot: RawBot) -> None:
    post = await ada.open_post("stories", "A tale", "Once upon a time …")
    by_bot = await bot.call(
        "POST",
        f"/channels/{ada.channel('stories')}/threads",
        {"name": "Another", "message": {"content": "In another time …"}},
    )
    active = (await bot.call("GET", f"/guilds/{ada.guild}/threads/active")).body

    assert post["message"]["id"] == post["id"]
    assert by_bot.status == 201
    assert {each["name"] for each in active["threads"]} >= {"A tale", "Another"}
    with pytest.raises(Refused) as refused:
        await ben.say("stories", "x")
    assert refused.value.code == 50008


async def test_archived_threads_are_listed_apart(ada: Person, bot: RawBot) -> None:
    thread = ada.channel("the back room")
    await ada.call("PATCH", f"/channels/{thread}", {"archived": True})

    path = f"/channels/{ada.channel('tavern')}/threads/archived/public"
    listed = (await bot.call("GET", path)).body

    assert [each["id"] for each in listed["threads"]] == [thread]
    assert listed["has_more"] is False


async def test_nothing_changes_in_an_archived_thread(ada: Person, bot: RawBot) -> None:
    said = await ada.say("the back room", "Last word.")
    await ada.call("PATCH", f"/channels/{said['channel_id']}", {"archived": True})

    with pytest.raises(Refused) as refused:
        await ada.edit(said, "No, this.")
    assert refused.value.code == 50083
    path = f"/channels/{said['channel_id']}/messages/{said['id']}"
    assert (await bot.call("DELETE", path)).code == 50083


async def test_who_loses_sight_of_a_channel_is_shown_the_world_anew(
    ada: Person, ben: Person
) -> None:
    harbour = ada.channel("harbour")
    overwrite = {"type": 1, "allow": "0", "deny": str(VIEW)}
    await ada.call("PUT", f"/channels/{harbour}/permissions/{ben.id}", overwrite)

    world = await ben.wait_for("WORLD", lambda each: "harbour" not in names(each))
    await ada.say("harbour", "Is he gone?")
    await ada.say("tavern", "Yes.")
    heard = await ben.hears(lambda each: each["author"]["id"] == ada.id)

    assert "tavern" in names(world)
    assert heard["content"] == "Yes."


async def test_an_ordinary_member_may_not_rule(ada: Person, ben: Person) -> None:
    tavern = ada.channel("tavern")
    attempts = [
        ("POST", f"/guilds/{ben.guild}/channels", {"name": "mine", "type": 0}),
        ("PATCH", f"/channels/{tavern}", {"name": "mine"}),
        ("DELETE", f"/channels/{tavern}", None),
        ("PUT", f"/channels/{tavern}/permissions/{ben.id}", {"type": 1, "allow": str(VIEW)}),
        ("POST", f"/guilds/{ben.guild}/roles", {"name": "king"}),
        ("DELETE", f"/guilds/{ben.guild}/members/{ada.id}", None),
    ]
    for method, path, body in attempts:
        with pytest.raises(Refused) as refused:
            await ben.call(method, path, body)
        assert refused.value.code == 50013


async def test_a_role_gives_and_takes(ada: Person, ben: Person) -> None:
    harbour = ada.channel("harbour")
    role = await ada.call("POST", f"/guilds/{ada.guild}/roles", {"name": "muted"})
    deny = {"type": 0, "allow": "0", "deny": str(SEND)}
    await ada.call("PUT", f"/channels/{harbour}/permissions/{role['id']}", deny)
    await ada.call("PUT", f"/guilds/{ada.guild}/members/{ben.id}/roles/{role['id']}")

    with pytest.raises(Refused) as refused:
        await ben.say("harbour", "Mmf.")
    await ada.call("DELETE", f"/guilds/{ada.guild}/members/{ben.id}/roles/{role['id']}")
    said = await ben.say("harbour", "Ah.")

    assert refused.value.code == 50013
    assert said["content"] == "Ah."


async def test_who_leaves_sees_nothing_more(ada: Person, ben: Person) -> None:
    await ben.call("DELETE", f"/guilds/{ben.guild}/members/{ben.id}")
    with pytest.raises(Refused) as refused:
        await ben.say("tavern", "Still here?")
    gone = await ada.wait_for("GUILD_MEMBER_REMOVE")

    assert refused.value.code == 50001
    assert gone["user"]["id"] == ben.id
    assert (await ben.wait_for("WORLD"))["guilds"] == []


async def test_a_channel_goes_with_all_that_hangs_on_it(
    place: Place, ada: Person, bot: RawBot
) -> None:
    tavern = ada.channel("tavern")
    await ada.say("tavern", "Last orders.")
    await bot.call("POST", f"/channels/{tavern}/webhooks", {"name": "Stage"})
    await ada.call("DELETE", f"/channels/{tavern}")

    left = [each.name for each in place.world.channels.values()]
    assert "the back room" not in left
    assert place.world.webhooks == {}
    assert (await bot.call("GET", f"/channels/{tavern}")).code == 10003


async def test_slow_mode_holds_people_up_and_not_bots(
    ada: Person, ben: Person, bot: RawBot
) -> None:
    tavern = ada.channel("tavern")
    await ada.call("PATCH", f"/channels/{tavern}", {"rate_limit_per_user": 60})
    await ben.say("tavern", "one")
    with pytest.raises(Refused) as refused:
        await ben.say("tavern", "two")
    answers = [
        await bot.call("POST", f"/channels/{tavern}/messages", {"content": "x"}) for _ in range(2)
    ]

    assert refused.value.code == 20016
    assert refused.value.body["retry_after"] > 50
    assert [each.status for each in answers] == [200, 200]


async def put_commands(bot: RawBot, place: Place, *commands: Json) -> list[Json]:
    application = place.world.application.id
    return (await bot.call("PUT", f"/applications/{application}/commands", list(commands))).body


def command(name: str, **more: object) -> Json:
    return {"name": name, "description": "x", "type": 1, **more}


async def test_commands_show_where_they_may_be_used(
    place: Place, ada: Person, ben: Person, bot: RawBot
) -> None:
    await put_commands(
        bot,
        place,
        command("all"),
        command("adult", nsfw=True),
        command("mods", default_member_permissions=1 << 4),
        command("here", contexts=[0]),
    )
    await ada.call("PATCH", f"/channels/{ada.channel('harbour')}", {"nsfw": True})

    async def seen(person: Person, channel: str) -> set[str]:
        return {each["name"] for each in await person.commands(channel)}

    assert await seen(ben, "tavern") == {"all", "here"}
    assert await seen(ben, "harbour") == {"all", "adult", "here"}
    assert await seen(ada, "tavern") == {"all", "mods", "here"}
    assert await seen(ben, "@bot") == {"all", "mods"}


async def test_a_command_that_stays_the_same_keeps_its_id(place: Place, bot: RawBot) -> None:
    first = await put_commands(bot, place, command("one"), command("two"))
    second = await put_commands(bot, place, command("one"), command("two", nsfw=True))

    assert [each["id"] for each in second] == [each["id"] for each in first]
    assert [a["version"] == b["version"] for a, b in zip(first, second, strict=True)] == [
        True,
        False,
    ]


async def test_who_takes_no_dms_gets_none(ben: Person, bot: RawBot) -> None:
    path = f"/channels/{ben.channel('@bot')}/messages"
    await ben.call("PATCH", "/people/@me", {"takes_dms": False})
    refused = await bot.call("POST", path, {"content": "Hello?"})
    await ben.say("@bot", "Just me.")

    assert (refused.status, refused.code) == (403, 50007)


async def test_a_new_server_is_shown_and_the_bot_can_be_invited(
    place: Place, ada: Person, ben: Person
) -> None:
    guild = await ada.call("POST", "/guilds", {"name": "The Annex"})
    world = await ada.wait_for("WORLD", lambda each: len(each["guilds"]) == 2)
    bot = place.world.application.id
    await ada.call("PUT", f"/guilds/{guild['id']}/members/{bot}")

    assert "general" in names(world)
    assert len(ben.world["guilds"]) == 1
    assert len(place.world.members_of(Snowflake(int(guild["id"])))) == 2


def names(world: Json) -> set[str]:
    return {each["name"] for guild in world["guilds"] for each in guild["channels"]}
