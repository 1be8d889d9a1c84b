"""Every text of the command tree has a key, an English text that agrees, and fits Discord."""

from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from discord import app_commands
from discord.app_commands import locale_str

from bot.client import TroupeBot
from bot.stage.pseudo import PSEUDO
from bot.stage.syncing import payload_of
from bot.stage.texts import Texts, load_texts
from tests.cogs.tree import Said, built, commands_of, texts_of

DOCS = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
LONGEST_DESCRIPTION = 100
LONGEST_COMMAND = 8000


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncGenerator[TroupeBot]:
    bot = await built(tmp_path)
    async with bot:
        yield bot


@pytest.fixture(scope="module")
def texts() -> Texts:
    return load_texts()


def said_in(bot: TroupeBot) -> list[Said]:
    return [said for command in commands_of(bot) for said in texts_of(command)]


def key_of(said: Said) -> str:
    assert isinstance(said.text, locale_str), f"{said.where} has no key"
    return said.text.extras["key"]


async def test_every_description_has_a_key_and_the_files_say_the_same(
    bot: TroupeBot, texts: Texts
) -> None:
    for said in said_in(bot):
        assert texts(key_of(said), locale="en") == str(said.text), said.where


async def test_every_description_fits_in_every_locale(bot: TroupeBot, texts: Texts) -> None:
    for said in said_in(bot):
        for locale in texts.locales:
            found = texts.find(key_of(said), locale=locale)
            assert found, (said.where, locale)
            assert 1 <= len(found) <= LONGEST_DESCRIPTION, (said.where, locale)


async def test_no_command_is_larger_than_discord_takes(bot: TroupeBot, texts: Texts) -> None:
    """Names and descriptions of a command with all below it; the longest locale counts."""
    totals: Counter[str] = Counter()
    for said in said_in(bot):
        found = [texts.find(key_of(said), locale=locale) or "" for locale in texts.locales]
        totals[said.where.split()[0]] += len(said.where.split()[-1]) + max(map(len, found))

    assert max(totals.values()) <= LONGEST_COMMAND


async def test_commands_are_what_the_docs_say(bot: TroupeBot) -> None:
    documented = [line for line in DOCS.splitlines() if line.startswith("| `/")]

    assert documented == [
        row for command in commands_of(bot) for row in _rows(bot, command.qualified_name)
    ]


async def test_commands_are_open_where_a_session_can_be(bot: TroupeBot) -> None:
    for payload in await payload_of(bot.tree):
        assert payload["contexts"] == [0, 1], payload["name"]
        assert payload["integration_types"] == [0], payload["name"]


async def test_the_pseudo_locale_shows_texts_that_come_from_nowhere(texts: Texts) -> None:
    assert PSEUDO in texts.locales
    assert texts("session-about", locale=PSEUDO).startswith("[Thé rólépláý óf thíš çháññél")


def _rows(bot: TroupeBot, name: str) -> list[str]:
    command = next(c for c in commands_of(bot) if c.qualified_name == name)
    if isinstance(command, app_commands.Group):
        return []
    options = ", ".join(
        f"`{option.name}`{'' if option.required else '?'}: {option.description}"
        for option in command.parameters
    )
    return [f"| `/{name}` | {command.description} | {options or '–'} |"]
