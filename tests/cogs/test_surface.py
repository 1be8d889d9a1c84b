"""The commands as a client sees them: options, permissions, modals (with simcord)."""

from collections.abc import AsyncGenerator
from pathlib import Path

import discord
import pytest
import simcord

from tests.cogs.theatre import Theatre


class Scene:
    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("tavern")
        keepers = self.guild.create_role(
            "Keepers", permissions=discord.Permissions(manage_channels=True)
        )
        self.keeper = self.guild.add_member(env.create_user("keeper"), roles=[keepers])
        self.guest = self.guild.add_member(env.create_user("guest"))


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncGenerator[Scene]:
    theatre = Theatre(data=tmp_path)
    env = simcord.Env(theatre.bot(), shard_count=1)
    await env.start()
    try:
        yield Scene(env)
    finally:
        await env.shutdown()


async def test_who_may_not_start_is_told_so_in_private(scene: Scene) -> None:
    result = await scene.guest.slash(scene.channel, "session start", character="mara-quill")

    assert result.ephemeral
    assert "Manage Channels" in said(result)


async def test_an_unknown_character_is_told_so(scene: Scene) -> None:
    result = await scene.keeper.slash(scene.channel, "session start", character="hamlet")

    assert "hamlet" in said(result)


async def test_a_broken_card_is_named(scene: Scene) -> None:
    result = await scene.keeper.slash(scene.channel, "session start", character="hal")

    assert "hal.json" in said(result)


async def test_a_greeting_that_is_not_there_is_told_so(scene: Scene) -> None:
    result = await scene.keeper.slash(
        scene.channel, "session start", character="mara-quill", greeting=3
    )

    assert "from 1 to 2" in said(result)


async def test_the_cast_is_listed_by_category(scene: Scene) -> None:
    result = await scene.guest.slash(scene.channel, "character list", category="fantasy")

    assert result.response is not None
    assert result.response.embeds[0].title == "fantasy: 1"


async def test_a_persona_form_is_filled_in(scene: Scene) -> None:
    shown = await scene.guest.slash(scene.channel, "persona set")

    result = await scene.guest.submit_modal(shown, {"name": "Tobin", "description": "A drover."})

    assert "**Tobin**" in said(result)


async def test_a_persona_without_a_name_is_refused(scene: Scene) -> None:
    result = await scene.guest.slash(scene.channel, "persona set", name=" \u200b ")

    assert "needs a name" in said(result)


async def test_help_is_for_whoever_asks(scene: Scene) -> None:
    result = await scene.guest.slash(scene.channel, "help")

    assert result.ephemeral
    assert "/session start" in said(result)


async def test_autocompletion_offers_categories_too(scene: Scene) -> None:
    choices = await scene.guest.autocomplete(scene.channel, "session start", "character", "slice")

    assert [choice["value"] for choice in choices] == ["mara-quill"]


def said(result: simcord.InteractionResult) -> str:
    texts = [result.response] if result.response else []
    return "\n".join(message.content for message in [*texts, *result.followups])
