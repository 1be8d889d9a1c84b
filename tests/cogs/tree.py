"""The real command tree, without a connection."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str

from bot.client import TroupeBot, load_cogs
from tests.cogs.theatre import Theatre

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A text of the tree: where it stands, and what it says."""

    where: str
    text: str | locale_str


async def built(data: Path) -> TroupeBot:
    bot = Theatre(data=data).bot()
    await load_cogs(bot)
    return bot


def commands_of(bot: TroupeBot) -> list[AnyCommand]:
    """All commands and groups; the bot has no context menus."""
    return [c for c in bot.tree.walk_commands() if not isinstance(c, app_commands.ContextMenu)]


def texts_of(command: AnyCommand) -> Iterator[Said]:
    """Its description, and those of its options."""
    described = command._locale_description
    yield Said(where=command.qualified_name, text=described or command.description)
    if isinstance(command, app_commands.Command):
        for option in command._params.values():
            where = f"{command.qualified_name} {option.name}"
            yield Said(where=where, text=option.description)
