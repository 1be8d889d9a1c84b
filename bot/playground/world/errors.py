"""Discord's errors: a status, a number, a sentence.

DiscordError           what the API answers with
├── InvalidForm        50035, with the faults of each field nested as Discord nests them
└── UnknownThing       what Discord would ignore or not know; also recorded as a complaint
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

MESSAGES: Mapping[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10009: (404, "Unknown Permission Overwrite"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (400, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    10066: (404, "Unknown application command permissions"),
    20016: (429, "This action cannot be performed due to slowmode rate limit"),
    30007: (400, "Maximum number of webhooks reached (15)"),
    30010: (400, "Maximum number of reactions reached (20)"),
    30032: (400, "Maximum number of application commands reached (100)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    30058: (400, "Maximum number of webhooks per guild reached (1000)"),
    40003: (403, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40067: (400, "A tag is required to create a forum post in this channel"),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50016: (400, "Provided too few or too many messages to delete."),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50025: (401, "Invalid OAuth2 access token provided"),
    50027: (401, "Invalid Webhook Token"),
    50028: (400, "Invalid role"),
    50034: (400, "A message provided was too old to bulk delete"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
    220001: (400, "Webhooks posted to forum channels must have a thread_name or thread_id"),
    220002: (400, "Webhooks posted to forum channels cannot have both a thread_name and thread_id"),
    220003: (400, "Webhooks can only create threads in forum channels"),
}  # fmt: skip


class DiscordError(Exception):
    def __init__(
        self, *, status: int, code: int, message: str, more: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.more = more or {}

    def body(self) -> dict[str, Any]:
        return {"message": self.message, "code": self.code, **self.more}


class InvalidForm(DiscordError):
    def __init__(self, errors: Mapping[str, Any]) -> None:
        super().__init__(
            status=400, code=50035, message="Invalid Form Body", more={"errors": errors}
        )


class UnknownThing(DiscordError):
    """Not known here: refused, and recorded, because Discord might have taken it silently."""

    def __init__(self, what: str, *, status: int = 400) -> None:
        super().__init__(status=status, code=0, message=what)


def refuse(code: int) -> DiscordError:
    status, message = MESSAGES[code]
    return DiscordError(status=status, code=code, message=message)


def too_fast(code: int, *, wait: timedelta) -> DiscordError:
    """Refuse, and say in how many seconds it may be tried again."""
    status, message = MESSAGES[code]
    more = {"retry_after": round(wait.total_seconds(), 3), "global": False}
    return DiscordError(status=status, code=code, message=message, more=more)


def fault(field: str, *, code: str, message: str) -> InvalidForm:
    """One wrong field. A dot in `field` goes one level down."""
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for name in reversed(field.split(".")):
        errors = {name: errors}
    return InvalidForm(errors)
