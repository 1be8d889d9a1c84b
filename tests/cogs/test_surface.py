"""The commands as a client sees them: options, permissions, modals (with simcord).

A second opinion beside the local Discord, as far as it goes: simcord keeps webhooks in the parent
of a thread, knows no avatars, no age restriction, no 429 and no RESUME, and lets one person act at
a time. What a character says is tested on the local Discord (test_playing.py).
"""

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


async def test_a_form_shows_who_one_is_already(scene: Scene) -> None:
    await scene.guest.slash(scene.channel, "persona set", name="Tobin", pronouns="he/him")

    shown = await scene.guest.slash(scene.channel, "persona set")

    assert shown.modal is not None
    assert "Tobin" in str(shown.modal)
    assert "he/him" in str(shown.modal)


async def test_a_form_that_says_nothing_is_refused(scene: Scene) -> None:
    shown = await scene.guest.slash(scene.channel, "persona set")

    result = await scene.guest.submit_modal(shown, {"name": " \u200b "})

    assert "needs a name" in said(result)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"name": "x" * 81}, id="a name that is too long"),
        pytest.param({"description": "x" * 2_001}, id="a description that is too long"),
    ],
)
async def test_options_are_held_to_their_limits(scene: Scene, options: dict[str, str]) -> None:
    with pytest.raises(simcord.OptionError):
        await scene.guest.slash(scene.channel, "persona set", **options)


async def test_an_option_that_must_be_given_is_asked_for(scene: Scene) -> None:
    with pytest.raises(simcord.OptionError):
        await scene.keeper.slash(scene.channel, "session start")


async def test_a_persona_is_shown_and_laid_down(scene: Scene) -> None:
    await scene.guest.slash(scene.channel, "persona set", name="Tobin")
    shown = await scene.guest.slash(scene.channel, "persona show")
    cleared = await scene.guest.slash(scene.channel, "persona clear")

    assert shown.ephemeral
    assert "Tobin" in said(shown)
    assert "Tobin" not in said(cleared)


async def test_without_a_session_there_is_nothing_to_tell_or_to_end(scene: Scene) -> None:
    told = await scene.guest.slash(scene.channel, "session status")
    ended = await scene.keeper.slash(scene.channel, "session end")

    assert told.ephemeral
    assert ended.ephemeral


@pytest.mark.parametrize(
    ("typed", "found"),
    [("mar", ["mara-quill"]), ("science", ["pim"]), ("", ["mara-quill", "pim"]), ("zzz", [])],
)
async def test_autocompletion_finds_by_name_and_kind(
    scene: Scene, typed: str, found: list[str]
) -> None:
    choices = await scene.keeper.autocomplete(scene.channel, "session start", "character", typed)

    assert sorted(choice["value"] for choice in choices) == found


async def test_everybody_sees_the_commands_and_some_are_refused_by_the_bot(scene: Scene) -> None:
    """Who may start is a setting of the host's, so Discord itself hides nothing."""
    for member in (scene.keeper, scene.guest):
        names = {str(each) for each in member.available_commands(scene.channel)}
        assert any("session" in name for name in names), names


async def test_in_a_direct_message_one_may_start_alone(scene: Scene) -> None:
    stranger = scene.env.create_user("stranger")

    result = await stranger.slash("session start", character="mara-quill")

    assert "Manage Channels" not in said(result)


def said(result: simcord.InteractionResult) -> str:
    texts = [result.response] if result.response else []
    return "\n".join(message.content for message in [*texts, *result.followups])
