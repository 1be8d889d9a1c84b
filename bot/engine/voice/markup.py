"""The first reading of the raw text: marks are taken out of it, everything else is text.

Fed piece by piece; what may still become a mark is kept until it has, or cannot any more.
"""

import re
from enum import Enum, auto

from bot.engine.voice.reasoning import (
    LONGEST_END,
    STRAY_END,
    Reasoning,
    may_become_reasoning,
    reasoning_at,
)
from bot.engine.voice.tags import (
    LONGEST_TAG,
    Tag,
    broken_secret_at,
    cut_off_tag,
    may_become_tag,
    tag_at,
)
from bot.engine.voice.templates import Turns, may_become_token, token_at


class Stray(Enum):
    REASONING_END = auto()


Token = str | Tag | Turns | Stray

# Only where the next character may go on: a run of brackets is stepped over at once.
_MARK = re.compile(r"<(?=[a-zA-Z/|｜]|<(?:[S/]|\Z)|\Z)|\[(?=[/A-Zgt]|\Z)|◁(?=[/t]|\Z)")
_WINDOW = LONGEST_TAG + 1
_SHORTEST_CUT_MARK = 3
"""Less of a mark at the very end is a bracket that somebody wrote."""


class Markup:
    """Turns raw text into text and marks."""

    def __init__(self) -> None:
        self._rest = ""
        self._reasoning: Reasoning | None = None

    def feed(self, more: str, *, final: bool = False) -> list[Token]:
        """What `more` adds. `final`: nothing comes after it, so nothing is kept back."""
        text = self._rest + more
        tokens: list[Token] = []
        at = 0
        while at < len(text):
            before = at
            at = self._read_on(text, at, tokens, final=final)
            if at == before:
                break
        self._rest = text[at:]
        return tokens

    def _read_on(self, text: str, at: int, tokens: list[Token], *, final: bool) -> int:
        """Read up to the next mark or past it; `at` while what is there is undecided."""
        if self._reasoning is not None:
            return self._skip(self._reasoning, text, at)
        mark = _MARK.search(text, at)
        plain = mark.start() if mark else len(text)
        if plain > at:
            tokens.append(text[at:plain])
            return plain
        window = text[at : at + _WINDOW]
        decided = len(window) == _WINDOW or final
        return at + self._read_mark(window, tokens, final=decided)

    def _skip(self, reasoning: Reasoning, text: str, at: int) -> int:
        end = reasoning.ends.search(text, at)
        if end is None:
            return max(at, len(text) - LONGEST_END)
        self._reasoning = None
        return end.end()

    def _read_mark(self, window: str, tokens: list[Token], *, final: bool) -> int:
        """Read what begins here; its length, or 0 while it may still become something else."""
        if begun := reasoning_at(window):
            self._reasoning, length = begun
            return length
        if stray := STRAY_END.match(window):
            tokens.append(Stray.REASONING_END)
            return stray.end()
        if token := token_at(window, final=final):
            tokens.append(token[0])
            return token[1]
        if not final and may_become_token(window):
            return 0
        return _read_tag(window, tokens, final=final)


def _read_tag(window: str, tokens: list[Token], *, final: bool) -> int:
    tag = tag_at(window)
    if tag is None:
        return _unfinished(window, tokens, final=final)
    tokens.append(tag)
    return len(tag.source)


def _unfinished(window: str, tokens: list[Token], *, final: bool) -> int:
    begun = may_become_tag(window)
    if not final and (begun or may_become_reasoning(window)):
        return 0
    if final and ((begun and cut_off_tag(window)) or _is_cut_mark(window)):
        return len(window)
    if secret := broken_secret_at(window):
        tokens.append(secret)
        return len(secret.source)
    tokens.append(window[0])
    return 1


def _is_cut_mark(window: str) -> bool:
    """The stream broke off within a mark: "<|im_en"."""
    long_enough = len(window) >= _SHORTEST_CUT_MARK
    return long_enough and (may_become_reasoning(window) or may_become_token(window))
