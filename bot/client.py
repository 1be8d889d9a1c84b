"""The Discord bot: what it listens to, which cogs it has, and the use cases they call."""

import logging
from dataclasses import dataclass

import discord
from discord.ext import commands

from bot.engine.ports import CardLibrary
from bot.engine.use_cases.floor import Floor
from bot.engine.use_cases.personas import PersonaKeeper
from bot.engine.use_cases.sessions import SessionDirector
from bot.settings import Settings

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What cogs may call. Put together in `compose.py`, nowhere else."""

    settings: Settings
    floor: Floor
    sessions: SessionDirector
    personas: PersonaKeeper
    cards: CardLibrary
