"""Records: users, members and roles."""

from dataclasses import dataclass
from datetime import datetime

from bot.playground.world.permissions import Permission
from bot.playground.world.ports import Snowflake


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    id: Snowflake
    name: str
    global_name: str | None = None
    is_bot: bool = False
    # The hash under which `World.faces` keeps the picture.
    avatar: str | None = None
    takes_dms: bool = True
    locale: str = "en-US"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    user: Snowflake
    guild: Snowflake
    joined_at: datetime
    roles: tuple[Snowflake, ...] = ()
    nick: str | None = None
    timed_out_until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    id: Snowflake
    guild: Snowflake
    name: str
    permissions: Permission
    position: int = 1
    color: int = 0
    hoist: bool = False
    mentionable: bool = False
    # The bot's own role comes and goes with it.
    managed: bool = False
    of_bot: Snowflake | None = None
