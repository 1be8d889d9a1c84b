"""What fails between us and Discord is told to people, and noted without a trace of ours."""

import logging

import aiohttp
import discord
import pytest

from bot.stage.faults import fault_of
from tests.stage.test_streaming import line, performed

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


@pytest.mark.parametrize("error", LOST)
async def test_a_line_that_could_not_be_shown_leaves_no_trace_in_the_log(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    async with performed() as it:
        it.voice.fails.append(error)
        await it.line.finish(line("Well."), truncated=False)

    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert not any(record.exc_info for record in caplog.records)
    assert it.unshown == [error]
