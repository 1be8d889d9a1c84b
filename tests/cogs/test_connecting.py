"""Going online, and being told clearly why it cannot be."""

from dataclasses import replace
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.playground.server import Place
from bot.stage.connection import CannotConnect, advice_for, point_at
from tests.cogs.theatre import Theatre


@pytest.fixture(autouse=True)
def _discords_own_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test points elsewhere is put back."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


def test_another_server_is_pointed_at() -> None:
    point_at("http://127.0.0.1:8080/")

    assert Route.BASE == "http://127.0.0.1:8080/api/v10"
    assert str(DiscordWebSocket.DEFAULT_GATEWAY) == "ws://127.0.0.1:8080/gateway"


async def test_a_wrong_token_is_explained(place: Place, tmp_path: Path) -> None:
    bot = Theatre(data=tmp_path, discord_url=place.url).bot()
    async with bot:
        with pytest.raises(CannotConnect, match="DISCORD_TOKEN"):
            await bot.serve("not.the.token")


async def test_missing_intents_are_explained(place: Place, tmp_path: Path) -> None:
    place.world.application = replace(place.world.application, may_read_content=False)
    bot = Theatre(data=tmp_path, discord_url=place.url).bot()
    async with bot:
        with pytest.raises(CannotConnect, match="Message Content Intent"):
            await bot.serve(place.bot_token)


async def test_no_way_to_discord_is_explained(tmp_path: Path) -> None:
    bot = Theatre(data=tmp_path, discord_url="http://127.0.0.1:9").bot()
    async with bot:
        with pytest.raises(CannotConnect, match="cannot be reached"):
            await bot.serve("any")


def test_a_fault_of_ours_has_no_advice() -> None:
    assert advice_for(ValueError()) is None
