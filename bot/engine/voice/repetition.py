"""Telling when a line says nothing new: the same again and again, or what was said before."""

import re
from collections.abc import Sequence
from functools import cached_property

STEP = 32
"""Characters between two looks for a loop."""
_PROBE = 24
_LONGEST_ROUND = 400
_ROUNDS = 4
_SHORTEST_LOOP = 160

OWN_LINES = 20
"""How many of the speaker's last lines are compared."""
TESTED_FROM = 20
"""Words: a shorter line may repeat another."""
TESTED_WHILE_STREAMING_FROM = 60
TOO_MUCH = 0.4
"""The share of a line's five-word runs that one earlier line holds already."""
_RUN = 5
_FEW_LINES = 5
_IN_A_ROW = 3

# Scripts without spaces: each character counts as a word.
_WORD = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]|[^\W\u0e00-\u0e7f\u3040-\u9fff]+")


class Loop:
    """Looks at a growing text at fixed places, so that how it was cut changes nothing."""

    def __init__(self) -> None:
        self.checked = _SHORTEST_LOOP - STEP
        self.found = False

    def found_in(self, text: str) -> bool:
        while not self.found and self.checked + STEP <= len(text):
            self.checked += STEP
            self.found = _loops(text, self.checked)
        return self.found


def _loops(text: str, end: int) -> bool:
    """Whether the last characters before `end` are one round, four times or more."""
    probe = text[end - _PROBE : end]
    before = text.rfind(probe, max(0, end - _LONGEST_ROUND - _PROBE), end - 1)
    if before < 0:
        return False
    round_ = end - _PROBE - before
    start = end - max(_ROUNDS * round_, _SHORTEST_LOOP)
    return start >= 0 and text[start + round_ : end] == text[start : end - round_]


def words_of(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _runs(words: Sequence[str]) -> list[tuple[str, ...]]:
    return list(zip(*(words[start:] for start in range(_RUN)), strict=False))


class OwnLines:
    """What the speaker said before, oldest first."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._texts = lines[-OWN_LINES:]

    @cached_property
    def _lines(self) -> list[list[str]]:
        return [words_of(line) for line in self._texts]

    @cached_property
    def _known(self) -> list[frozenset[tuple[str, ...]]]:
        return [frozenset(_runs(words)) for words in self._lines]

    def share_in(self, text: str, *, words_at_least: int = TESTED_FROM) -> float:
        """The largest share of `text`'s five-word runs that one earlier line holds."""
        words = words_of(text)
        if len(words) < words_at_least:
            return 0.0
        runs = _runs(words)
        shares = (sum(run in known for run in runs) / len(runs) for known in self._known)
        return max(shares, default=0.0)

    def grows_too_short(self, text: str) -> bool:
        """Whether this line and the two before it have under half the words that are usual."""
        lengths = [len(words) for words in self._lines]
        if len(lengths) < _FEW_LINES:
            return False
        usual = sorted(lengths)[len(lengths) // 2]
        newest = [*lengths, len(words_of(text))][-_IN_A_ROW:]
        return all(length * 2 < usual for length in newest)
