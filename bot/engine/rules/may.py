"""Who may do what: one table, act by role. Every new act adds its row here."""

from enum import StrEnum
from types import MappingProxyType


class Role(StrEnum):
    """What somebody is to a session; the strongest one counts."""

    STRANGER = "stranger"
    PLAYER = "player"
    HOST = "host"
    MODERATOR = "moderator"
    """May manage the channel on Discord. In a DM, whoever it belongs to."""


class Act(StrEnum):
    START_SESSION = "start_session"
    END_SESSION = "end_session"
    SEE_STATUS = "see_status"
    STOP_LINE = "stop_line"
    ASK_AGAIN = "ask_again"
    SPEAK = "speak"


EVERYBODY = frozenset(Role)
_TABLE = MappingProxyType(
    {
        Act.START_SESSION: frozenset({Role.MODERATOR}),
        Act.END_SESSION: frozenset({Role.HOST, Role.MODERATOR}),
        Act.SEE_STATUS: EVERYBODY,
        Act.STOP_LINE: frozenset({Role.PLAYER, Role.HOST, Role.MODERATOR}),
        Act.ASK_AGAIN: frozenset({Role.PLAYER, Role.HOST, Role.MODERATOR}),
        Act.SPEAK: EVERYBODY,
    }
)


def may(role: Role, act: Act, *, anyone_starts: bool = False) -> bool:
    """Whether the table allows it. `anyone_starts` is the host's setting START_NEEDS=anyone."""
    if act is Act.START_SESSION and anyone_starts:
        return True
    return role in _TABLE[act]
