"""Records: webhooks, application commands, interactions."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Any

from bot.playground.world.ports import Snowflake


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    id: Snowflake
    token: str
    guild: Snowflake
    channel: Snowflake
    name: str
    # Who made it; the token is shown to that application alone.
    creator: Snowflake
    application: Snowflake | None
    avatar: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    id: Snowflake
    guild: Snowflake | None
    version: Snowflake
    type: int
    name: str
    # As Discord would show it again, defaults filled in.
    body: dict[str, Any]


class RuleKind(IntEnum):
    ROLE = 1
    USER = 2
    CHANNEL = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRule:
    """Who may use a command, or where: an administrator's word over the bot's defaults."""

    target: Snowflake
    kind: RuleKind
    allow: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRules:
    """The rules of one server for one command, or for all (`subject` is the application)."""

    guild: Snowflake
    subject: Snowflake
    rules: tuple[CommandRule, ...]


class InteractionType(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Phase(StrEnum):
    """How far the bot's answer is."""

    OPEN = "open"
    # "thinking…" stands there; the first follow-up fills it.
    THINKING = "thinking"
    ANSWERED = "answered"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Interaction:
    id: Snowflake
    token: str
    type: InteractionType
    user: Snowflake
    channel: Snowflake
    guild: Snowflake | None
    started_at: datetime
    data: dict[str, Any]
    # The message whose button was pressed, or from whose button the modal came.
    message: Snowflake | None = None
    phase: Phase = Phase.OPEN
    # The message that `@original` names.
    original: Snowflake | None = None
    # Set when the answer was a modal: title, custom id and components.
    modal: dict[str, Any] | None = None
