"""Faults on demand, rate limits, and who is let in."""

import asyncio

import aiohttp
import pytest

from bot.playground.rest.limits import Limits, Rule
from bot.playground.server import Place, PortTaken, serve
from bot.playground.world.beginning import new_world
from bot.playground.world.permissions import Permission
from bot.playground.world.ports import Snowflake
from tests.e2e_tools.people import Person, Refused
from tests.e2e_tools.rest import RawBot

SAY = "POST /channels/{channel}/messages"


async def say(bot: RawBot, ada: Person, text: str = "x") -> int:
    path = f"/channels/{ada.channel('tavern')}/messages"
    return (await bot.call("POST", path, {"content": text})).status


@pytest.mark.parametrize(("kind", "status"), [("429", 429), ("500", 500), ("502", 502)])
async def test_a_route_fails_as_often_as_asked(
    place: Place, ada: Person, bot: RawBot, kind: str, status: int
) -> None:
    place.faults.fail(kind, route=SAY, times=2, after=1)

    assert [await say(bot, ada) for _ in range(4)] == [200, status, status, 200]


async def test_a_429_carries_what_clients_look_for(place: Place, ada: Person, bot: RawBot) -> None:
    place.faults.fail("429_global", seconds=0.25)

    answer = await bot.call("GET", f"/channels/{ada.channel('tavern')}")

    assert (answer.body["retry_after"], answer.body["global"]) == (0.25, True)
    assert answer.headers["Via"]


@pytest.mark.parametrize(("kind", "said"), [("reset_before", 0), ("reset_after", 1)])
async def test_the_connection_breaks_before_or_after_the_effect(
    place: Place, ada: Person, bot: RawBot, kind: str, said: int
) -> None:
    place.faults.fail(kind, route=SAY)

    with pytest.raises(aiohttp.ClientError):
        await say(bot, ada)

    assert len(await ada.history("tavern")) == said


async def test_the_bot_loses_a_permission(place: Place, ada: Person, bot: RawBot) -> None:
    place.faults.take_permission(Permission.MANAGE_WEBHOOKS, guild=Snowflake(int(ada.guild)))

    path = f"/channels/{ada.channel('tavern')}/webhooks"
    assert (await bot.call("POST", path, {"name": "Stage"})).code == 50013


async def test_the_page_has_a_panel_for_faults(place: Place, ada: Person, bot: RawBot) -> None:
    await ada.call("POST", "/faults", {"kind": "500", "route": SAY})
    shown = await ada.call("GET", "/faults")
    failed = await say(bot, ada)
    await ada.call("POST", "/faults", {"kind": "late", "event": "MESSAGE_CREATE"})
    await ada.call("DELETE", "/faults")
    with pytest.raises(Refused):
        await ada.call("POST", "/faults", {"kind": "earthquake"})

    assert [each["kind"] for each in shown] == ["500"]
    assert failed == 500
    assert place.faults.hub.twists == []


async def test_a_full_bucket_refuses_until_it_resets(
    place: Place, ada: Person, bot: RawBot
) -> None:
    place.limits.set(SAY, limit=2, seconds=60.0)
    path = f"/channels/{ada.channel('tavern')}/messages"

    answers = [await bot.call("POST", path, {"content": "x"}) for _ in range(3)]

    assert [each.status for each in answers] == [200, 200, 429]
    assert [each.headers["X-RateLimit-Remaining"] for each in answers] == ["1", "0", "0"]
    assert answers[2].headers["X-RateLimit-Scope"] == "user"


class Stopwatch:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_buckets_are_per_channel_and_reset() -> None:
    watch = Stopwatch()
    limits = Limits(now=watch)
    limits.set(SAY, limit=1, seconds=5.0)

    def waits(channel: str) -> float | None:
        return limits.pass_through(SAY, params={"channel": channel}).retry_after

    assert [waits("1"), waits("2"), waits("1")] == [None, None, 5.0]
    watch.seconds = 5.0
    assert waits("1") is None


def test_all_webhooks_of_a_channel_share_a_budget() -> None:
    limits = Limits(now=Stopwatch(), webhook_channel=Rule(limit=2, seconds=60.0))
    route = "POST /webhooks/{webhook}/{token}"

    waits = [
        limits.pass_through(route, params={"webhook": hook, "token": "t"}, channel=1).retry_after
        for hook in ("a", "b", "c")
    ]

    assert waits == [None, None, 60.0]


def test_answers_to_interactions_do_not_count_globally() -> None:
    limits = Limits(now=Stopwatch(), everything=Rule(limit=0, seconds=1.0))
    callback = "POST /interactions/{interaction}/{token}/callback"

    assert limits.pass_through(callback, params={}).retry_after is None
    assert limits.pass_through("GET /users/@me", params={}).is_global


async def test_a_taken_port_is_named(place: Place) -> None:
    port = int(place.url.rpartition(":")[2])
    with pytest.raises(PortTaken, match=str(port)):
        async with serve(new_world(), port=port):
            pass


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        pytest.param("/", {}, 401, id="no key"),
        pytest.param("/?key=guess", {}, 401, id="a wrong key"),
        pytest.param("/page/people", {}, 401, id="no cookie"),
        pytest.param("/page/socket?as=1", {}, 401, id="a socket without the cookie"),
        pytest.param("/", {"Host": "evil.example"}, 403, id="another host"),
        pytest.param("/page/people", {"Origin": "http://evil.example"}, 403, id="another origin"),
        pytest.param("/page/people", {"Sec-Fetch-Site": "cross-site"}, 403, id="another site"),
    ],
)
async def test_who_has_no_business_here_stays_out(
    place: Place, path: str, headers: dict[str, str], status: int
) -> None:
    async with aiohttp.ClientSession() as http:
        answer = await http.get(f"{place.url}{path}", headers=headers)
        assert answer.status == status


async def test_the_link_sets_a_strict_cookie_and_hides_the_key(place: Place) -> None:
    async with aiohttp.ClientSession() as http:
        answer = await http.get(place.page_link, allow_redirects=False)

    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=Strict" in answer.headers["Set-Cookie"]


async def test_the_link_can_be_followed_from_another_site(place: Place) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    async with aiohttp.ClientSession(headers=headers) as http:
        answer = await http.get(place.page_link, allow_redirects=False)
        page = await answer.text()

    assert answer.status == 200
    assert "refresh" in page
    assert place.key not in page


async def test_it_answers_while_a_slow_request_waits(
    place: Place, ada: Person, bot: RawBot
) -> None:
    place.faults.fail("slow", route=SAY, seconds=0.2)

    done = await asyncio.gather(say(bot, ada), say(bot, ada))

    assert done == [200, 200]
    assert len(await ada.history("tavern")) == 2


async def test_it_ends_at_once_though_pages_and_bots_are_connected() -> None:
    loop = asyncio.get_running_loop()
    async with aiohttp.ClientSession() as http:
        async with serve(new_world()) as place:
            await http.ws_connect(place.gateway_url)
            began = loop.time()

        assert loop.time() - began < 0.9
