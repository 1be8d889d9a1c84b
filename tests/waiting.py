"""Waiting for something to become true, instead of sleeping and hoping."""

import asyncio
import time
from collections.abc import Callable

import pytest

_LOOK_AGAIN = 0.02


async def until(condition: Callable[[], object], *, within: float = 30) -> None:
    deadline = time.monotonic() + within
    while not condition():
        if time.monotonic() > deadline:
            what = getattr(condition, "__name__", "the condition")
            pytest.fail(f"{what} did not come true within {within} s")
        await asyncio.sleep(_LOOK_AGAIN)
