"""What comes in from Discord, in the engine's own words."""

from dataclasses import dataclass
from datetime import datetime

from bot.engine.ids import ChannelId, GuildId, MemberId, MessageId


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """A member who acts. `moderates`: may manage the channel; in a DM always True."""

    member: MemberId
    name: str
    moderates: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSession:
    """`wanted`: a character's id or name. `greeting`: which one, from 1; None takes the first."""

    who: Who
    guild: GuildId | None
    channel: ChannelId
    wanted: str
    greeting: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A message that a person wrote where a session may be running."""

    who: Who
    channel: ChannelId
    message: MessageId
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribePersona:
    """Who the member wants to be. Empty texts are kept empty."""

    who: Who
    channel: ChannelId
    name: str
    pronouns: str = ""
    description: str = ""
