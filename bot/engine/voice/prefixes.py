"""Names at the beginning of a line: the speaker's own goes, another's means that they speak."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple


class Start(Enum):
    """What a line begins with."""

    UNDECIDED = auto()
    PLAIN = auto()
    OWN = auto()
    ANOTHERS = auto()


class Beginning(NamedTuple):
    """`length` characters are the speaker's prefix; `keep` stays of them."""

    start: Start
    length: int = 0
    keep: str = ""


UNDECIDED = Beginning(Start.UNDECIDED)
PLAIN = Beginning(Start.PLAIN)
ANOTHERS = Beginning(Start.ANOTHERS)

_INVISIBLE = " \t\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
"""Spaces, and marks of writing direction that some models put around names."""
_GAP = f"[{_INVISIBLE}]*+"
_COLON = f"{_GAP}[:：]"
_DECORATION = re.compile(f"[{_INVISIBLE}*_]*+")
_AROUND_NAME = re.compile(rf"\A[{_INVISIBLE}\s]++|[{_INVISIBLE}\s]++\Z")
_AFTER_NAME = re.compile(f"[{_INVISIBLE}*_:：]*+")
_LONGEST_DECORATION = 16

_OWN_HEADS = ("### Response", "### Assistant", "ASSISTANT", "Assistant", "{{char}}", "<BOT>")
_OTHER_HEADS = ("### Instruction", "### Input", "### User", "### Human", "USER", "{{user}}")


def words_in(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TITLES = words_in(
    "a an the old young mr mrs ms miss dr prof sir lady lord captain king queen prince "
    "princess saint st der die das herr frau le la les l' el los las il o a os as don doña "
    "dom dona"
)
_SHORTEST_ALIAS = 2


def aliases(name: str) -> tuple[str, ...]:
    """What a model may also call somebody: the first name, or the last after a title."""
    first, *others = name.split() or [""]
    alias = first if first.casefold().rstrip(".") not in _TITLES else "".join(others[-1:])
    return (alias,) if others and len(alias) >= _SHORTEST_ALIAS else ()


def _forms(names: Iterable[str]) -> tuple[str, ...]:
    """Each name as it may be encoded, longest first. An accent is one character or two."""
    bare = [name for wrapped in names if (name := _AROUND_NAME.sub("", wrapped))]
    forms = {unicodedata.normalize(form, name) for name in bare for form in ("NFC", "NFD")}
    return tuple(sorted(forms | set(bare), key=lambda form: (-len(form), form)))


def _any_of(forms: Sequence[str]) -> str:
    return "|".join(re.escape(form) for form in forms) or r"(?!)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """`speaker` and `others` in every form; the patterns find them with their colon."""

    speaker: tuple[str, ...]
    others: tuple[str, ...]
    own: re.Pattern[str]
    anothers: re.Pattern[str]
    known: frozenset[str]
    """The first characters that anything but plain text can begin with."""

    def look(self, line: str, *, final: bool) -> Beginning:
        """What a line begins with."""
        if self.anothers.match(line):
            return ANOTHERS
        own = self.own.match(line)
        if own and (final or _goes_on(line[own.end() :], bold=own.group(2))):
            # "**Mara: Evening.**" is all bold; its end would be left without a beginning.
            return Beginning(Start.OWN, own.end(), own.group(2) or "")
        if own or (not final and self._may_become(line)):
            return UNDECIDED
        return PLAIN

    def _may_become(self, line: str) -> bool:
        if "\n" in line:
            return False
        decoration = _DECORATION.match(line)
        start = decoration.end() if decoration else 0
        if start == len(line):
            return start <= _LONGEST_DECORATION
        # A name may itself begin with what looks like decoration.
        return any(self._begins(line[at:]) for at in range(min(start, _LONGEST_DECORATION) + 1))

    def _begins(self, text: str) -> bool:
        folded = text.casefold()
        return any(_fits(text, name) for name in self.others) or any(
            _fits(folded, name.casefold()) for name in self.speaker
        )


def _goes_on(rest: str, *, bold: str | None) -> bool:
    """Something follows the prefix that is not, perhaps, the end of its bold."""
    return bool(rest.strip("*_ ")) if bold else bool(rest)


def _fits(text: str, name: str) -> bool:
    """The name has begun; or it is whole and its colon may come: `Ada**`, `*Ada:` before `*`."""
    if name.startswith(text):
        return True
    rest = text[len(name) :]
    return (
        len(rest) <= _LONGEST_DECORATION
        and text.startswith(name)
        and _AFTER_NAME.fullmatch(rest) is not None
    )


@lru_cache(maxsize=256)
def names_for(speaker: str, others: tuple[str, ...]) -> Names:
    """The names that matter while `speaker` speaks. Who has the speaker's own name is no other."""
    own_name = speaker.strip().casefold()
    shown = [name for name in others if name.strip().casefold() not in {"", own_name}]
    taken = {name.strip().casefold() for name in shown}
    nicknames = [alias for alias in aliases(speaker) if alias.casefold() not in taken]
    heads = [head for head in _OTHER_HEADS if head.casefold() != own_name]
    own_heads = [head for head in _OWN_HEADS if head.casefold() not in taken]
    own_forms = _forms((speaker, *nicknames, *own_heads))
    other_forms = _forms((*shown, *heads))
    own, anothers = _any_of(own_forms), _any_of(other_forms)
    firsts = {form[0] for form in (*own_forms, *other_forms)}
    return Names(
        speaker=own_forms,
        others=other_forms,
        own=re.compile(
            rf"{_GAP}(?:(\*{{1,3}}|_{{1,3}}|){_GAP}(?:{own})(?:\1{_COLON}|{_COLON}{_GAP}\1)"
            rf"|(\*{{2,3}}|_{{2,3}}){_GAP}(?:{own}){_COLON})\s*+",
            re.IGNORECASE,
        ),
        anothers=re.compile(
            rf"{_GAP}(?:(?:\*{{2,3}}|_{{2,3}}|){_GAP}(?:{anothers})(?:\*{{2,3}}|_{{2,3}}|){_COLON}"
            rf"|([*_]){_GAP}(?:{anothers})(?:\1{_COLON}|{_COLON}{_GAP}\1))"
        ),
        known=frozenset(case for first in firsts for case in (first, first.lower(), first.upper()))
        | frozenset("*_ \t(\ufeff\u200b\u200c\u200d\u200e\u200f\u2066\u2067\u2068\u2069"),
    )
