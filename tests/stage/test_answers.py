"""Commands that fail are answered; only faults of ours leave a trace in the log."""

import logging
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.stage.answers import answer_error
from bot.stage.texts import load_texts


class FakeInteraction:
    """Holds what it was answered with. Its way to Discord breaks with `lost`."""

    def __init__(self, *, lost: Exception | None = None) -> None:
        self.id = 0xBADCAFE
        self.locale = discord.Locale.american_english
        self.said: list[str] = []
        self.response = SimpleNamespace(is_done=lambda: False, send_message=self._send)
        self._lost = lost

    async def _send(self, text: str, **_: object) -> None:
        if self._lost is not None:
            raise self._lost
        self.said.append(text)


async def answered(interaction: FakeInteraction, error: Exception) -> list[str]:
    await answer_error(cast(Any, interaction), error, load_texts())
    return interaction.said


@pytest.mark.parametrize(
    "error", [aiohttp.ServerDisconnectedError(), TimeoutError()], ids=lambda e: type(e).__name__
)
async def test_a_lost_connection_is_told_without_a_trace(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    (said,) = await answered(FakeInteraction(), error)

    assert "try again" in said
    assert not any(record.exc_info for record in caplog.records)


async def test_a_fault_of_ours_is_told_by_its_reference_and_traced(
    caplog: pytest.LogCaptureFixture,
) -> None:
    (said,) = await answered(FakeInteraction(), ZeroDivisionError("a secret"))

    assert "badcafe" in said
    assert "a secret" not in said
    assert [record.levelno for record in caplog.records if record.exc_info] == [logging.ERROR]


async def test_an_answer_that_cannot_be_given_harms_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    interaction = FakeInteraction(lost=aiohttp.ServerDisconnectedError())

    assert await answered(interaction, TimeoutError()) == []
    assert not any(record.exc_info for record in caplog.records)
