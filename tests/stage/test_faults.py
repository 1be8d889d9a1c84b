"""What fails between us and Discord is told to people, and noted without a trace of ours."""

import aiohttp
import discord
import pytest

from bot.stage.faults import fault_of

LOST = [
    pytest.param(aiohttp.ServerDisconnectedError(), id="hung up"),
    pytest.param(aiohttp.ClientOSError(104, "Connection reset by peer"), id="reset"),
    pytest.param(TimeoutError(), id="too late"),
    pytest.param(discord.ClientException(), id="the client itself"),
]


@pytest.mark.parametrize("error", LOST)
def test_a_lost_call_means_that_something_was_not_shown(error: Exception) -> None:
    fault = fault_of(error)

    assert fault is not None
    assert fault.code == "error-not-shown"


def test_a_fault_of_ours_means_nothing_of_that_kind() -> None:
    assert fault_of(ZeroDivisionError()) is None
