"""Webhooks: names, faces, threads, posts, and what becomes of them."""

from typing import Any

import pytest

from bot.playground.server import Place
from tests.e2e_tools.http import File
from tests.e2e_tools.people import Person
from tests.e2e_tools.rest import Answer, RawBot

Json = dict[str, Any]
FACE = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de")


async def make(bot: RawBot, channel: str, name: str = "Stage") -> Json:
    return (await bot.call("POST", f"/channels/{channel}/webhooks", {"name": name})).body


async def say(bot: RawBot, hook: Json, body: Json, query: str = "wait=true") -> Answer:
    return await bot.call("POST", f"/webhooks/{hook['id']}/{hook['token']}?{query}", body)


@pytest.fixture
async def hook(ada: Person, bot: RawBot) -> Json:
    return await make(bot, ada.channel("tavern"))


async def test_a_channel_has_15_at_most(ada: Person, bot: RawBot) -> None:
    tavern = ada.channel("tavern")
    for number in range(15):
        await make(bot, tavern, f"Stage {number}")

    answer = await bot.call("POST", f"/channels/{tavern}/webhooks", {"name": "one more"})

    assert (answer.status, answer.code) == (400, 30007)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, 50006),
        ({"content": "x", "username": "discord"}, 400, 50035),
        ({"content": "x", "avatar_url": "https://example.com/face.png"}, 400, 50035),
        ({"content": "x", "thread_name": "post"}, 400, 220003),
    ],
)
async def test_what_it_may_not_say(
    bot: RawBot, hook: Json, body: Json, status: int, code: int
) -> None:
    answer = await say(bot, hook, body)

    assert (answer.status, answer.code) == (status, code)


async def test_an_own_attachment_without_its_query_is_a_face(
    place: Place, ada: Person, bot: RawBot, hook: Json
) -> None:
    path = f"/channels/{ada.channel('library')}/messages"
    posted = await bot.call("POST", path, {}, files=[File(name="face.png", data=FACE)])
    url = posted.body["attachments"][0]["url"].partition("?")[0]

    said = await say(bot, hook, {"content": "Hm.", "username": "Mira", "avatar_url": url})

    assert said.body["author"]["username"] == "Mira"
    assert place.world.faces[said.body["author"]["avatar"]] == FACE


async def test_in_a_thread_it_needs_the_threads_id(ada: Person, bot: RawBot, hook: Json) -> None:
    thread = ada.channel("the back room")
    said = await say(bot, hook, {"content": "Psst."}, f"wait=true&thread_id={thread}")
    path = f"/webhooks/{hook['id']}/{hook['token']}/messages/{said.body['id']}"

    without = await bot.call("PATCH", path, {"content": "Pssst."})
    with_it = await bot.call("PATCH", f"{path}?thread_id={thread}", {"content": "Pssst."})

    assert said.body["channel_id"] == thread
    assert (without.status, without.code) == (404, 10008)
    assert with_it.body["content"] == "Pssst."


async def test_speaking_wakes_an_archived_thread(ada: Person, bot: RawBot, hook: Json) -> None:
    thread = ada.channel("the back room")
    await ada.call("PATCH", f"/channels/{thread}", {"archived": True})

    await say(bot, hook, {"content": "Hello?"}, f"wait=true&thread_id={thread}")

    update = await ada.wait_for("THREAD_UPDATE", lambda each: not archived(each))
    assert update["id"] == thread


@pytest.mark.parametrize(
    ("state", "code"),
    [({"locked": True}, 160005), ({"locked": True, "archived": True}, 50083)],
)
async def test_a_locked_thread_stays_shut(
    ada: Person, bot: RawBot, hook: Json, state: Json, code: int
) -> None:
    thread = ada.channel("the back room")
    await ada.call("PATCH", f"/channels/{thread}", state)

    answer = await say(bot, hook, {"content": "Hello?"}, f"wait=true&thread_id={thread}")

    assert answer.code == code


async def test_in_a_forum_it_opens_posts(ada: Person, bot: RawBot) -> None:
    hook = await make(bot, ada.channel("stories"))

    nowhere = await say(bot, hook, {"content": "x"})
    post = await say(bot, hook, {"content": "Once …", "thread_name": "A tale"})

    assert nowhere.code == 220001
    assert post.body["id"] == post.body["channel_id"]
    assert (await ada.wait_for("THREAD_CREATE"))["name"] == "A tale"


async def test_a_deleted_one_is_unknown(place: Place, bot: RawBot, hook: Json) -> None:
    place.faults.delete_webhook(next(iter(place.world.webhooks)))

    answer = await say(bot, hook, {"content": "x"})

    assert (answer.status, answer.code) == (404, 10015)


async def test_a_moved_one_speaks_elsewhere(
    place: Place, ada: Person, bot: RawBot, hook: Json
) -> None:
    webhook = next(iter(place.world.webhooks))
    library = next(each.id for each in place.world.channels.values() if each.name == "library")
    place.faults.move_webhook(webhook, to=library)

    said = await say(bot, hook, {"content": "Where am I?"})

    assert said.body["channel_id"] == ada.channel("library")


async def test_the_wrong_token_is_refused(bot: RawBot, hook: Json) -> None:
    answer = await say(bot, {**hook, "token": "guess"}, {"content": "x"})

    assert (answer.status, answer.code) == (401, 50027)


async def test_it_can_be_listed_renamed_and_deleted(ada: Person, bot: RawBot, hook: Json) -> None:
    renamed = await bot.call("PATCH", f"/webhooks/{hook['id']}", {"name": "Curtain"})
    listed = await bot.call("GET", f"/channels/{ada.channel('tavern')}/webhooks")
    everywhere = await bot.call("GET", f"/guilds/{ada.guild}/webhooks")
    by_token = await bot.call("GET", f"/webhooks/{hook['id']}/{hook['token']}")
    gone = await bot.call("DELETE", f"/webhooks/{hook['id']}")

    assert renamed.body["name"] == "Curtain"
    assert [each["id"] for each in listed.body] == [hook["id"]]
    assert everywhere.body == listed.body
    assert "user" not in by_token.body
    assert gone.status == 204


def archived(thread: Json) -> bool:
    return thread["thread_metadata"]["archived"]
