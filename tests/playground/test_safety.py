"""Who is let in: this machine, this page, with this run's key; and files behind signed links."""

import re
from collections.abc import AsyncGenerator

import aiohttp
import pytest

from bot.playground.page import faulting, files, keepsakes, overrides, own, ruling, talking, using
from bot.playground.proxies import Proxies
from bot.playground.rest.call import Route
from bot.playground.server import NotLoopback, Place, serve
from bot.playground.world.beginning import new_world
from bot.playground.world.ports import Ports
from tests.e2e_tools.clock import HandClock, ports_of
from tests.e2e_tools.http import File
from tests.e2e_tools.people import Person

EVIL = "http://evil.example"


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def ports(clock: HandClock) -> Ports:
    return ports_of(clock)


@pytest.fixture
async def stranger() -> AsyncGenerator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as http:
        yield http


@pytest.fixture
async def guest(place: Place) -> AsyncGenerator[aiohttp.ClientSession]:
    """Somebody who has followed the link."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        await http.get(place.page_link)
        yield http


def page_routes(place: Place) -> list[Route]:
    more = (*faulting.routes(place.faults), *keepsakes.routes(Proxies(place.world)))
    rooms = (talking, ruling, using, own, overrides)
    return [*(each for room in rooms for each in room.ROUTES), *more]


def filled(path: str) -> str:
    return re.sub(r"\{\w+:?(\w*)[^}]*\}", lambda found: found[1] or "1", path)


async def test_every_route_of_the_page_needs_the_key(
    place: Place, stranger: aiohttp.ClientSession, ada: Person
) -> None:
    asked = [(each.method, filled(each.path)) for each in page_routes(place)]
    asked += [("GET", "/page/people"), ("POST", "/page/autocomplete"), ("GET", "/page/socket")]
    asked += [("GET", "/"), *(("GET", f"/static/{each.name}") for each in files.STATIC.iterdir())]
    headers = {"X-Act-As": ada.id}

    answers = {
        (method, path): (
            await stranger.request(method, f"{place.url}{path}", headers=headers)
        ).status
        for method, path in asked
    }

    assert len(answers) > 50
    assert {each: status for each, status in answers.items() if status != 401} == {}


@pytest.mark.parametrize("path", ["/gateway", "/page/socket?as={ada}"])
@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Host": "evil.example"}, id="another host"),
        pytest.param({"Origin": EVIL}, id="another origin"),
        pytest.param({"Origin": "null"}, id="no origin to speak of"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, id="another site"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, id="another port of this machine"),
    ],
)
async def test_no_socket_opens_for_another_site(
    place: Place, guest: aiohttp.ClientSession, ada: Person, path: str, headers: dict[str, str]
) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await guest.ws_connect(f"{place.url}{path.format(ada=ada.id)}", headers=headers)

    assert refused.value.status == 403


async def test_a_socket_opens_for_our_own_page(
    place: Place, guest: aiohttp.ClientSession, ada: Person
) -> None:
    headers = {"Origin": place.url, "Sec-Fetch-Site": "same-origin"}
    socket = await guest.ws_connect(f"{place.url}/page/socket?as={ada.id}", headers=headers)

    assert (await socket.receive_json())["t"] == "WORLD"
    await socket.close()


@pytest.mark.parametrize(
    ("cookie", "status"),
    [pytest.param("", 401, id="no key"), pytest.param("guess", 401, id="a wrong key")],
)
async def test_no_socket_opens_without_the_key(
    place: Place, stranger: aiohttp.ClientSession, ada: Person, cookie: str, status: int
) -> None:
    port = place.url.rpartition(":")[2]
    headers = {"Cookie": f"playground_key_{port}={cookie}"}
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await stranger.ws_connect(f"{place.url}/page/socket?as={ada.id}", headers=headers)

    assert refused.value.status == status


async def test_the_socket_acts_for_people_and_never_for_the_bot(
    place: Place, guest: aiohttp.ClientSession
) -> None:
    for who in (str(place.world.application.id), "1", ""):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await guest.ws_connect(f"{place.url}/page/socket?as={who}")
        assert refused.value.status == 404


async def test_a_link_to_a_file_is_signed_and_runs_out(
    place: Place, stranger: aiohttp.ClientSession, ada: Person, clock: HandClock
) -> None:
    said = await ada.say("tavern", files=[File(name="a.html", data=b"<script>alert(1)</script>")])
    url: str = said["attachments"][0]["url"]
    fresh = await stranger.get(url)
    forged = await stranger.get(url.replace("ex=", "ex=f"))
    clock.time = clock.time.replace(year=clock.time.year + 1)

    assert (fresh.status, forged.status, (await stranger.get(url)).status) == (200, 404, 404)
    assert fresh.headers["Content-Type"] == "application/octet-stream"
    assert fresh.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in fresh.headers["Content-Security-Policy"]


async def test_the_page_may_load_nothing_from_elsewhere(
    place: Place, guest: aiohttp.ClientSession
) -> None:
    answer = await guest.get(place.url)

    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "script-src" not in policy, "scripts follow the default: ours, never inline"
    assert "frame-ancestors 'none'" in policy


async def test_the_files_of_the_page_are_all_that_it_serves(
    place: Place, guest: aiohttp.ClientSession
) -> None:
    for name in ("%2e%2e/edge.py", "..%2fedge.py", "style/../../edge.py", "none.js"):
        assert (await guest.get(f"{place.url}/static/{name}")).status == 404


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "example.com", "192.168.1.2"])  # noqa: S104
async def test_other_machines_cannot_be_served(host: str) -> None:
    with pytest.raises(NotLoopback):
        async with serve(new_world(), host=host):
            pass
