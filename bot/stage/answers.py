"""Errors in commands, buttons and modals, answered in private: what happened and what to do.

The only place besides the background runner that catches everything.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import Interaction, app_commands

from bot.engine.errors import EngineError, Unexpected
from bot.stage.faults import NETWORK, NotShown, fault_of, noted
from bot.stage.texts import Texts

log = logging.getLogger(__name__)

INTERACTION_GONE = 10062


def locale_of(interaction: Interaction[Any]) -> str:
    return interaction.locale.value


async def answer(interaction: Interaction[Any], text: str) -> None:
    """Answer in private, whether or not an answer was begun."""
    silent = discord.AllowedMentions.none()
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True, allowed_mentions=silent)
    else:
        await interaction.response.send_message(text, ephemeral=True, allowed_mentions=silent)


async def answer_error(interaction: Interaction[Any], error: BaseException, texts: Texts) -> None:
    """Say what went wrong. Never raises for Discord's sake: there is nobody left to tell."""
    cause = getattr(error, "original", error)
    known = _known(cause)
    if known is None:
        # The interaction's own id: whoever reads it out leads us to the trace.
        known = Unexpected(reference=f"{interaction.id:x}"[-8:])
        log.error("interaction_failed", extra=dict(known.params), exc_info=cause)
    else:
        log.info("interaction_refused", extra={"code": known.code})
    try:
        await answer(interaction, texts.of_error(known, locale=locale_of(interaction)))
    except NETWORK as lost:
        log.warning("interaction_unanswered", extra=noted(lost))


def _known(cause: BaseException) -> EngineError | None:
    if isinstance(cause, discord.NotFound) and cause.code == INTERACTION_GONE:
        return None  # too late to answer: that is our fault, not the channel's
    known = fault_of(cause)
    # What Discord refuses for no reason that people could mend is a fault of ours; a lost
    # connection is nobody's.
    refused = isinstance(known, NotShown) and isinstance(cause, discord.DiscordException)
    return None if refused else known


class AnsweringTree(app_commands.CommandTree[Any]):
    """Commands that fail say why, in the words of the locale files."""

    async def on_error(
        self, interaction: Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        await answer_error(interaction, error, interaction.client.texts)


async def guarded(interaction: Interaction[Any], act: Callable[[], Awaitable[object]]) -> None:
    """Run what a button or a modal does; discord.py would only log its errors."""
    try:
        await act()
    except Exception as error:  # noqa: BLE001
        await answer_error(interaction, error, interaction.client.texts)
