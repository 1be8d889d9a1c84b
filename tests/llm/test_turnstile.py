"""So many at once, the others in line, first come, first served."""

import asyncio

import pytest

from bot.engine.errors import ModelUnavailable
from bot.llm.turnstile import Turnstile


async def test_the_others_wait_in_the_order_they_came() -> None:
    turnstile, inside, doors = Turnstile(at_once=1, waiting=5), list[int](), asyncio.Event()

    async def visit(number: int) -> None:
        async with turnstile.inside():
            inside.append(number)
            await doors.wait()

    visits = [asyncio.ensure_future(visit(number)) for number in range(4)]
    for _ in range(3):
        await asyncio.sleep(0)

    assert (inside, turnstile.waiting) == ([0], 3)
    doors.set()
    await asyncio.gather(*visits)
    assert inside == [0, 1, 2, 3]


async def test_whoever_comes_when_the_line_is_full_is_sent_away() -> None:
    turnstile = Turnstile(at_once=1, waiting=1)
    async with turnstile.inside():
        second = asyncio.ensure_future(anext_inside(turnstile))
        await asyncio.sleep(0)
        with pytest.raises(ModelUnavailable, match="1 answers already wait"):
            await anext_inside(turnstile)
    await second


async def test_who_gives_up_makes_room_in_the_line() -> None:
    turnstile = Turnstile(at_once=1, waiting=1)
    async with turnstile.inside():
        second = asyncio.ensure_future(anext_inside(turnstile))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)

        assert turnstile.waiting == 0
    await anext_inside(turnstile)


async def anext_inside(turnstile: Turnstile) -> None:
    async with turnstile.inside():
        pass
