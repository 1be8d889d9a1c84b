"""Records: messages and what hangs on them."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntFlag
from typing import Any

from bot.playground.world.ports import Snowflake

DEFAULT = 0
THREAD_CREATED = 18
REPLY = 19
CHAT_INPUT = 20
THREAD_STARTER = 21
CONTEXT_MENU = 23


class Flag(IntFlag):
    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    id: Snowflake
    channel: Snowflake
    filename: str
    size: int
    content_type: str | None = None
    description: str | None = None
    width: int | None = None
    height: int | None = None
    ephemeral: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    # "🎲", or "name:id" for one of a server's own.
    emoji: str
    users: tuple[Snowflake, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentions:
    """Whom the text pings, as far as `allowed_mentions` let it."""

    users: tuple[Snowflake, ...] = ()
    roles: tuple[Snowflake, ...] = ()
    everyone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Mask:
    """The name and face that a webhook put on for one message."""

    webhook: Snowflake
    name: str
    avatar: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    channel: Snowflake
    message: Snowflake | None
    guild: Snowflake | None


NO_MENTIONS = Mentions()
NO_FLAGS = Flag(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    id: Snowflake
    channel: Snowflake
    author: Snowflake
    content: str = ""
    type: int = DEFAULT
    flags: Flag = NO_FLAGS
    edited_at: datetime | None = None
    mask: Mask | None = None
    application: Snowflake | None = None
    reference: Reference | None = None
    mentions: Mentions = NO_MENTIONS
    attachments: tuple[Attachment, ...] = ()
    embeds: tuple[dict[str, Any], ...] = ()
    components: tuple[dict[str, Any], ...] = ()
    reactions: tuple[Reaction, ...] = ()
    nonce: str | int | None = None
    tts: bool = False
    # Set on answers to interactions; an ephemeral one is for that person only.
    interaction: Snowflake | None = None
    only_for: Snowflake | None = None

    @property
    def is_ephemeral(self) -> bool:
        return Flag.EPHEMERAL in self.flags
