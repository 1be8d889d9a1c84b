"""Records: guilds, channels, threads."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from bot.playground.world.permissions import Overwrite
from bot.playground.world.ports import Snowflake


class ChannelType(IntEnum):
    TEXT = 0
    DM = 1
    VOICE = 2
    CATEGORY = 4
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15
    MEDIA = 16


THREADS = frozenset(
    {ChannelType.ANNOUNCEMENT_THREAD, ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD}
)
POSTS_ONLY = frozenset({ChannelType.FORUM, ChannelType.MEDIA})
HAS_WEBHOOKS = frozenset(
    {ChannelType.TEXT, ChannelType.VOICE, ChannelType.ANNOUNCEMENT, ChannelType.STAGE} | POSTS_ONLY
)
HAS_MESSAGES = frozenset(ChannelType) - POSTS_ONLY - {ChannelType.CATEGORY}


@dataclass(frozen=True, slots=True, kw_only=True)
class Guild:
    id: Snowflake
    name: str
    owner: Snowflake
    nsfw_level: int = 0
    locale: str = "en-US"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    id: Snowflake
    name: str
    moderated: bool = False
    emoji_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadState:
    owner: Snowflake
    created_at: datetime
    archived_at: datetime
    auto_archive_minutes: int = 4320
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    applied_tags: tuple[Snowflake, ...] = ()
    message_count: int = 0
    total_sent: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    id: Snowflake
    type: ChannelType
    name: str = ""
    guild: Snowflake | None = None
    parent: Snowflake | None = None
    topic: str | None = None
    nsfw: bool = False
    position: int = 0
    slow_mode: int = 0
    overwrites: tuple[Overwrite, ...] = ()
    recipients: tuple[Snowflake, ...] = ()
    available_tags: tuple[Tag, ...] = ()
    flags: int = 0
    last_message: Snowflake | None = None
    thread: ThreadState | None = None
    default_auto_archive_minutes: int | None = None

    @property
    def is_dm(self) -> bool:
        return self.type is ChannelType.DM

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadMember:
    thread: Snowflake
    user: Snowflake
    joined_at: datetime
