"""The rules of a script: read from TOML, checked, and told apart by purpose and words."""

import re
import tomllib
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

Milliseconds = Annotated[int, Field(ge=0, le=600_000)]
Pieces = Annotated[int, Field(ge=0)]


class BadScript(ValueError):
    """A script that cannot be read; the message says where and why."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Rule(_Strict):
    """When it applies, and what happens then. What is not said does not matter."""

    # When: all of these must hold.
    purpose: str = "*"
    words: tuple[str, ...] = ()
    any_words: tuple[str, ...] = ()
    pattern: str | None = None
    where: Literal["last", "prompt"] = "last"
    times: int | None = Field(default=None, ge=1)

    # What: the words.
    reply: tuple[str, ...] = ()
    reasoning: tuple[str, ...] = ()
    finish_reason: str = "stop"

    # What: the pace and the trouble. "After" counts pieces that were sent.
    first_delay_ms: Milliseconds | None = None
    delay_ms: Milliseconds | None = None
    hang: bool = False
    hang_after: Pieces | None = None
    cut_off_after: Pieces | None = None
    reset_after: Pieces | None = None
    fail_after: Pieces | None = None
    status: int | None = Field(default=None, ge=400, le=599)
    error: str = "scripted error"
    error_code: str | None = None
    retry_after_ms: Milliseconds = 1
    reset: bool = False

    @field_validator("words", "any_words", "reply", "reasoning", mode="before")
    @classmethod
    def _one_or_many(cls, value: object) -> object:
        return (value,) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _does_something(self) -> Self:
        try:
            self._pattern  # noqa: B018 - compiles it
        except re.error as error:
            msg = f"pattern: {error}"
            raise ValueError(msg) from error
        if not (self.reply or self.hang or self.reset or self.status):
            msg = 'a rule needs a reply, or hang, reset or status; to say nothing write reply = ""'
            raise ValueError(msg)
        return self

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        return re.compile(self.pattern, re.IGNORECASE) if self.pattern else None

    def match(self, *, purpose: str, last: str, prompt: str) -> dict[str, str] | None:
        """What was captured, or None if the rule does not apply."""
        if not fnmatchcase(purpose.casefold(), self.purpose.casefold()):
            return None
        text = last if self.where == "last" else prompt
        if not all(_says(text, word) for word in self.words):
            return None
        if self.any_words and not any(_says(text, word) for word in self.any_words):
            return None
        if self._pattern is None:
            return {}
        found = self._pattern.search(text)
        return None if found is None else {k: v or "" for k, v in found.groupdict().items()}


class Script(_Strict):
    """The file. Of the rules that apply the first one counts."""

    models: tuple[str, ...] = ("scripted",)
    context: int = Field(default=32_768, ge=1)
    """Tokens, counted as a quarter of the characters. A longer prompt is refused."""
    api_key: str | None = None
    refuses: tuple[str, ...] = ()
    """Parameters that are answered with 400, each named as OpenAI names them."""
    system: Literal["anywhere", "first", "none"] = "anywhere"
    """Where a system message may stand; a chat that is laid out otherwise is refused."""
    alternates: bool = False
    """Whether user and assistant must take turns, a user first."""
    first_delay_ms: Milliseconds = 0
    delay_ms: Milliseconds = 0
    rule: tuple[Rule, ...] = ()


def load_script(path: Path) -> Script:
    """Read a script.

    Raises:
        BadScript: it is not TOML, or a rule is not one.
    """
    try:
        return Script.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        msg = f"{path.name}: {error}"
        raise BadScript(msg) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"])
        msg = f"{path.name}: {place}: {first['msg']}"
        raise BadScript(msg) from error


def _says(text: str, word: str) -> bool:
    """Whether the words stand there, whole, in any case. `sing*` also finds "singing"."""
    end = r"\w*" if word.endswith("*") else ""
    inner = r"\s+".join(re.escape(part) for part in word.rstrip("*").split())
    return re.search(rf"(?<!\w){inner}{end}(?!\w)", text, re.IGNORECASE) is not None
