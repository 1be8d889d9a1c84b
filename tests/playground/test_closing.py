"""The codes with which the gateway closes, as Discord's list has them."""

from dataclasses import replace

import aiohttp
import pytest

from bot.playground.server import Place
from tests.e2e_tools.gateway import RawGateway, raw_gateway


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "wrong", "intents": 0}, 4004),
        (2, {"intents": "all"}, 4013),
        (2, {"intents": 1 << 40}, 4013),
        (2, {"intents": 1, "shard": [2, 2]}, 4010),
        (6, {"token": "wrong"}, 4004),
        (8, {}, 4003),
        (99, {}, 4001),
    ],
)
async def test_what_a_bot_sends_wrong_has_its_code(
    place: Place, op: int, data: dict[str, object], code: int
) -> None:
    async with raw_gateway(place) as gateway:
        await gateway.send(op, {"token": place.bot_token, **data})

        assert (await gateway.next())["closed"] == code


async def closed(gateway: RawGateway) -> int:
    """Pass over what still comes until the server closes."""
    while "closed" not in (frame := await gateway.next()):
        pass
    return frame["closed"]


async def test_what_is_no_json_cannot_be_read(place: Place) -> None:
    async with raw_gateway(place) as gateway:
        await gateway.send_text("{")

        assert await closed(gateway) == 4002


async def test_one_identifies_once(place: Place) -> None:
    async with raw_gateway(place) as gateway:
        await gateway.identify()
        await gateway.identify()

        assert await closed(gateway) == 4005


async def test_a_sequence_that_was_never_reached_is_invalid(place: Place) -> None:
    async with raw_gateway(place) as first:
        await first.identify()
        await first.until("GUILD_CREATE")
        place.faults.drop_gateway()
    async with raw_gateway(place) as second:
        await second.resume(first.session, seq=first.seq + 1)

        assert await closed(second) == 4007


async def test_more_than_120_frames_a_minute_are_too_many(place: Place) -> None:
    async with raw_gateway(place) as gateway:
        for _ in range(121):
            await gateway.send(1, None)

        assert await closed(gateway) == 4008


async def test_who_sends_no_heartbeat_is_taken_for_dead(place: Place) -> None:
    place.hub.heartbeat_seconds = 0.01
    async with raw_gateway(place) as gateway:
        await gateway.identify()

        assert await closed(gateway) == 4009


async def test_an_old_version_of_the_api_is_not_spoken(place: Place) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{place.gateway_url}?v=5") as socket,
    ):
        await socket.receive(timeout=5)

        assert socket.close_code == 4012


async def test_intents_that_are_switched_off_are_not_granted(place: Place) -> None:
    place.world.application = replace(place.world.application, may_read_content=False)
    async with raw_gateway(place) as gateway:
        await gateway.identify()

        assert await closed(gateway) == 4014
