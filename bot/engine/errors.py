"""What can go wrong in the game, as values with a code that one place turns into words.

EngineError
├── NotPlayable             (what was asked for cannot be, as things stand)
│   ├── SessionAlreadyRunning   start, where a session runs
│   ├── NoSessionHere           anything that needs one, where none runs
│   ├── UnknownCharacter        no card of that id or name
│   ├── NoSuchGreeting          a greeting number that the card does not have
│   ├── MayNot                  the act is not open to who asked
│   └── InvalidPersona          a persona's name or description that cannot be
├── BrokenCard              a card's file cannot be read
├── CardTooLarge            what must be in a prompt does not fit
├── DailyCapReached         the tokens that the host allows for a day are spent
├── StorageUnavailable      the database does not answer
├── Unexpected              a fault of ours, with a reference to its trace in the log
│   └── LineNotKept             it kept a person's line out of the story
├── StaleSession            somebody else appended first; use cases retry
└── ModelFailed             (the model's side)
    ├── ModelUnavailable        not reachable, or it refused the request
    ├── ModelSilent             reachable, but no words came in time
    ├── PromptTooLong           the endpoint's context is smaller than the prompt
    └── ModelSaidNothing        it answered without a word to show
"""

from collections.abc import Mapping
from typing import ClassVar


class EngineError(Exception):
    """`code` names the message in the locale files, `params` fill its blanks."""

    code: ClassVar[str]

    def __init__(self, **params: str | int) -> None:
        super().__init__(self.code, params)
        self.params: Mapping[str, str | int] = params


class NotPlayable(EngineError):
    code = "error-not-playable"


class SessionAlreadyRunning(NotPlayable):
    code = "error-session-already-running"


class NoSessionHere(NotPlayable):
    code = "error-no-session-here"


class UnknownCharacter(NotPlayable):
    """Params: `wanted`."""

    code = "error-unknown-character"


class NoSuchGreeting(NotPlayable):
    """Params: `wanted`, `available`."""

    code = "error-no-such-greeting"


class MayNot(NotPlayable):
    """Params: `needs`, the permission or role that would allow it."""

    code = "error-may-not"


class InvalidPersona(NotPlayable):
    """Params: `limit`."""

    code = "error-invalid-persona"


class BrokenCard(EngineError):
    """Params: `file`, `reason`."""

    code = "error-broken-card"


class CardTooLarge(EngineError):
    """Params: `name`, `section`, `tokens`, `room`."""

    code = "error-card-too-large"


class DailyCapReached(EngineError):
    """Params: `cap` in tokens, `resumes` as seconds since 1970 (text: no locale may group it)."""

    code = "error-daily-cap-reached"


class StaleSession(EngineError):
    """An append named a head that is no longer the newest. Use cases read on and decide again."""

    code = "error-stale-session"


class StorageUnavailable(EngineError):
    code = "error-storage-unavailable"


class Unexpected(EngineError):
    """Params: `reference`, which the log names beside the trace."""

    code = "error-unexpected"


class LineNotKept(Unexpected):
    """Params: `reference`. The one trouble in which something that was written is lost."""

    code = "error-line-not-kept"


class ModelFailed(EngineError):
    code = "error-model-failed"


class ModelUnavailable(ModelFailed):
    """Params: `reason`, short and without secrets."""

    code = "error-model-unavailable"


class ModelSilent(ModelFailed):
    """Params: `seconds` waited."""

    code = "error-model-silent"


class PromptTooLong(ModelFailed):
    """Params, where the endpoint told: `limit` of its context, `counted` of the prompt."""

    code = "error-prompt-too-long"


class ModelSaidNothing(ModelFailed):
    code = "error-model-said-nothing"
