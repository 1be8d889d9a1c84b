"""Troubles that are the host's to mend, told in one line; all else is a fault of ours."""

from bot.compose.alone import AlreadyRuns
from bot.content.presets import BadPresets
from bot.llm.demo import DemoModelUnavailable
from bot.playground.server import PortTaken
from bot.playground.world.saving import UnreadableWorld
from bot.stage.connection import CannotConnect
from bot.storage.backup import BackupFailed
from bot.storage.errors import DatabaseUnavailable

OF_THE_HOST = (
    AlreadyRuns,
    BackupFailed,
    BadPresets,
    CannotConnect,
    DatabaseUnavailable,
    DemoModelUnavailable,
    PortTaken,
    UnreadableWorld,
)
"""Each says what happened and what to do."""
