"""The bot's API: what is refused, and with which code."""

from dataclasses import dataclass, replace
from typing import Any

import aiohttp
import pytest

from bot.playground.server import Place
from bot.playground.world.permissions import NONE, Overwrite, Permission
from bot.playground.world.ports import Snowflake
from tests.e2e_tools.http import File
from tests.e2e_tools.people import Person
from tests.e2e_tools.rest import Answer, RawBot

Json = dict[str, Any]


def deny(place: Place, channel: str, permission: Permission) -> None:
    """Take a permission from everybody in one channel, the bot included."""
    known = place.world.channel(Snowflake(int(channel)))
    bot = place.world.application.id
    overwrite = Overwrite(target=bot, is_member=True, allow=NONE, deny=permission)
    place.world.channels[known.id] = replace(known, overwrites=(overwrite,))


@dataclass(frozen=True, kw_only=True)
class Try:
    """A request, written as "METHOD /path", and what Discord says to it."""

    request: str
    body: Json | None = None
    status: int = 403
    code: int

    async def sent(self, bot: RawBot, known: Json) -> Answer:
        method, path = self.request.split()
        return await bot.call(method, path.format(**known), self.body)


@pytest.fixture
def known(ada: Person, ben: Person) -> Json:
    return {
        "tavern": ada.channel("tavern"),
        "stories": ada.channel("stories"),
        "thread": ada.channel("the back room"),
        "dm": ada.channel("@bot"),
        "guild": ada.guild,
        "ben": ben.id,
    }


SEE, SAY, HOOKS = Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES, Permission.MANAGE_WEBHOOKS
SAYING, HOOKING = "POST /channels/{tavern}/messages", "POST /channels/{tavern}/webhooks"
THREADING = "POST /channels/{tavern}/threads"
CLEARING = "POST /channels/{tavern}/messages/bulk-delete"
PERMISSIONS = [
    (SEE, Try(request=SAYING, body={"content": "x"}, code=50001)),
    (SEE, Try(request="GET /channels/{tavern}", code=50001)),
    (SAY, Try(request=SAYING, body={"content": "x"}, code=50013)),
    (SAY, Try(request="POST /channels/{tavern}/typing", code=50013)),
    (Permission.EMBED_LINKS, Try(request=SAYING, body={"embeds": [{"title": "x"}]}, code=50013)),
    (HOOKS, Try(request=HOOKING, body={"name": "Stage"}, code=50013)),
    (HOOKS, Try(request="GET /channels/{tavern}/webhooks", code=50013)),
    (
        Permission.CREATE_PUBLIC_THREADS,
        Try(request=THREADING, body={"name": "x", "type": 11}, code=50013),
    ),
    (
        Permission.CREATE_PRIVATE_THREADS,
        Try(request=THREADING, body={"name": "x", "type": 12}, code=50013),
    ),
    (Permission.MANAGE_MESSAGES, Try(request=CLEARING, body={"messages": ["1", "2"]}, code=50013)),
]


@pytest.mark.parametrize(("permission", "attempt"), PERMISSIONS)
async def test_who_may_not_is_told_so(
    place: Place, known: Json, bot: RawBot, permission: Permission, attempt: Try
) -> None:
    deny(place, known["tavern"], permission)

    answer = await attempt.sent(bot, known)

    assert (answer.status, answer.code) == (attempt.status, attempt.code)


TO_NOBODY = {"content": "x", "message_reference": {"message_id": "1"}}
CALLBACK = {"type": 4, "data": {"content": "x"}}
MISTAKES = [
    Try(request="GET /channels/1", status=404, code=10003),
    Try(request="GET /channels/tavern", status=400, code=50035),
    Try(request="GET /channels/{tavern}/messages/1", status=404, code=10008),
    Try(request=SAYING, body={}, status=400, code=50006),
    Try(request=SAYING, body={"content": " "}, status=400, code=50006),
    Try(request=SAYING, body={"content": "x" * 2_001}, status=400, code=50035),
    Try(request=SAYING, body=TO_NOBODY, status=400, code=50035),
    Try(request="POST /channels/{stories}/messages", body={"content": "x"}, status=400, code=50008),
    Try(request="POST /channels/{dm}/webhooks", body={"name": "Stage"}, code=50003),
    Try(request="POST /channels/{thread}/webhooks", body={"name": "S"}, status=400, code=50024),
    Try(request="GET /webhooks/1", status=404, code=10015),
    Try(request="GET /webhooks/1/token", status=404, code=10015),
    Try(request="GET /guilds/1", status=404, code=10004),
    Try(request="GET /guilds/{guild}/members/1", status=404, code=10007),
    Try(request="GET /users/1", status=404, code=10013),
    Try(request="POST /interactions/1/token/callback", body=CALLBACK, status=404, code=10062),
    Try(request=CLEARING, body={"messages": ["1"]}, status=400, code=50016),
    Try(request=CLEARING, body={"messages": ["1", "2"]}, status=400, code=50034),
    Try(request="PUT /channels/{tavern}/thread-members/@me", status=400, code=50024),
    Try(request="GET /channels/{thread}/thread-members/{ben}", status=404, code=10007),
]


@pytest.mark.parametrize("attempt", MISTAKES)
async def test_what_is_wrong_has_discords_code(
    place: Place, known: Json, bot: RawBot, attempt: Try
) -> None:
    answer = await attempt.sent(bot, known)

    assert (answer.status, answer.code) == (attempt.status, attempt.code)
    assert place.complaints.all == []


async def test_errors_are_nested_by_field(ada: Person, bot: RawBot) -> None:
    body = {"embeds": [{"title": "x" * 300}]}

    answer = await bot.call("POST", f"/channels/{ada.channel('tavern')}/messages", body)

    assert answer.body["errors"]["embeds"]["0"]["title"]["_errors"][0] == {
        "code": "BASE_TYPE_MAX_LENGTH",
        "message": "Must be 256 or fewer in length.",
    }


async def test_unknown_routes_and_fields_are_complaints(
    place: Place, ada: Person, bot: RawBot
) -> None:
    tavern = ada.channel("tavern")
    place.witnesses.clear()

    answers = [
        await bot.call("GET", "/channels"),
        await bot.call("POST", f"/channels/{tavern}/messages", {"content": "x", "colour": "red"}),
        await bot.call("GET", f"/channels/{tavern}/messages?page=2"),
    ]

    assert [each.status for each in answers] == [404, 400, 400]
    assert len(place.complaints) == 3


async def test_a_wrong_token_is_not_let_in(bot: RawBot) -> None:
    someone_elses = "x"
    assert (await bot.call("GET", "/users/@me", token=someone_elses)).status == 401


async def test_the_same_nonce_is_sent_once(ada: Person, bot: RawBot) -> None:
    path = f"/channels/{ada.channel('tavern')}/messages"
    body = {"content": "Once.", "nonce": "turn-1", "enforce_nonce": True}

    first, second = await bot.call("POST", path, body), await bot.call("POST", path, body)

    assert first.body["id"] == second.body["id"]
    assert len(await ada.history("tavern")) == 1


@pytest.mark.parametrize(
    ("body", "pinged"),
    [
        pytest.param({}, True, id="a bot pings by default"),
        pytest.param({"allowed_mentions": {"parse": []}}, False, id="unless it says not to"),
    ],
)
async def test_an_edit_reads_the_mentions_anew(
    ada: Person,
    bot: RawBot,
    body: Json,
    pinged: bool,  # noqa: FBT001  # a table
) -> None:
    path = f"/channels/{ada.channel('tavern')}/messages"
    quiet: Json = {"content": f"<@{ada.id}>", "allowed_mentions": {"parse": []}}
    said = (await bot.call("POST", path, quiet)).body

    edited = await bot.call("PATCH", f"{path}/{said['id']}", {"content": f"<@{ada.id}>!", **body})

    assert said["mentions"] == []
    assert bool(edited.body["mentions"]) is pinged


async def test_a_bot_edits_only_its_own(ada: Person, bot: RawBot) -> None:
    said = await ada.say("tavern", "Mine.")
    path = f"/channels/{said['channel_id']}/messages/{said['id']}"

    refused = await bot.call("PATCH", path, {"content": "Yours."})
    deleted = await bot.call("DELETE", path)

    assert (refused.status, refused.code) == (403, 50005)
    assert deleted.status == 204  # it has Manage Messages


async def test_attachment_links_are_signed(place: Place, ada: Person) -> None:
    said = await ada.say("tavern", files=[File(name="a.txt", data=b"words")])
    url: str = said["attachments"][0]["url"]
    forged = url.replace("hm=", "hm=0")
    bare = url.partition("?")[0]

    async with aiohttp.ClientSession() as http:
        answers = [await http.get(each) for each in (url, forged, bare)]
        assert [each.status for each in answers] == [200, 404, 404]
        assert await answers[0].read() == b"words"
