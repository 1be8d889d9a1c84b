"""Cuts a long line into parts that Discord takes, where a reader would cut it.

A cut depends only on what comes before it and shortly after, so while a line grows, the parts
that are full stay as they are.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.stage.graphemes import is_boundary, size
from bot.stage.markup import Stretch, stretches

LIMIT = 1950
"""Discord takes 2,000; the rest is for a name header."""

_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_LINE = re.compile(r"\n\s*")
_CODE_LINE = re.compile(r"\n")
_SENTENCE = re.compile(r"(?<=[.!?…。！？])[\"'”’»)\]*_|]*\s+")
_WORD = re.compile(r"\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """`body` is a slice of the line; `opens` and `closes` mend what the cuts went through."""

    body: str
    opens: str = ""
    closes: str = ""

    @property
    def text(self) -> str:
        return f"{self.opens}{self.body.rstrip()}{self.closes}"


def split(text: str, *, limit: int = LIMIT) -> tuple[Part, ...]:
    """The parts in order. Their bodies joined are the text; none is longer than `limit`."""
    if not text.strip():
        return ()
    cutter = _Cutter(text, limit)
    parts: list[Part] = []
    at = 0
    while at < len(text):
        end = cutter.next_cut(at)
        if not text[end:].strip():
            end = len(text)
        parts.append(cutter.part(at, end))
        at = end
    return tuple(parts)


class _Cutter:
    def __init__(self, text: str, limit: int) -> None:
        self._text = text
        self._limit = limit
        self._all = stretches(text)
        self._whole = [s for s in self._all if size(text[s.start : s.end]) <= limit]

    def part(self, at: int, end: int) -> Part:
        return Part(
            body=self._text[at:end],
            opens="".join(s.opens for s in self._open_at(at)),
            closes="".join(s.closes for s in reversed(self._open_at(end))),
        )

    def next_cut(self, at: int) -> int:
        """Where the part that begins at `at` ends: the first choice that there is."""
        if self._fits(at, len(self._text)):
            return len(self._text)
        reach = self._reach(at)
        window = self._window(at, reach)
        half = at + (reach - at) // 2
        for least in (half, at):
            # Outside of everything; then inside what is too long for any part.
            for kept in (self._all, self._whole):
                for places in self._kinds(window, at):
                    cut = self._last(places, at=at, least=least, kept=kept)
                    if cut is not None:
                        return cut
        anywhere = range(at + 1, reach + 1)
        atoms = [s for s in self._whole if s.atom]
        for kept in (atoms, ()):
            cut = self._last(anywhere, at=at, least=at, kept=kept)
            if cut is not None:
                return cut
        return self._by_force(at, reach)

    def _by_force(self, at: int, reach: int) -> int:
        """A single character that is longer than a part: cut it, but never a fence's marks."""
        for cut in range(reach, at, -1):
            if not self._in_marks(cut) and self._fits(at, cut):
                return cut
        return reach

    def _kinds(self, window: str, at: int) -> Iterator[Iterable[int]]:
        for pattern in (_PARAGRAPH, _LINE):
            yield self._ends(pattern, window, at, in_code=False)
        yield self._ends(_CODE_LINE, window, at, in_code=True)
        yield self._ends(_SENTENCE, window, at, in_code=False)
        yield self._ends(_WORD, window, at, in_code=None)
        yield sorted({edge for s in self._all for edge in (s.start, s.end)})

    def _ends(
        self, pattern: re.Pattern[str], window: str, at: int, *, in_code: bool | None
    ) -> list[int]:
        ends = [at + match.end() for match in pattern.finditer(window)]
        return [end for end in ends if in_code is None or self._in_code(end) is in_code]

    def _last(
        self, places: Iterable[int], *, at: int, least: int, kept: Sequence[Stretch]
    ) -> int | None:
        for cut in sorted(places, reverse=True):
            if cut <= least:
                return None
            if (
                is_boundary(self._text, cut)
                and not any(s.start < cut < s.end for s in kept)
                and not self._in_marks(cut)
                and self._text[at:cut].strip()
                and self._fits(at, cut)
            ):
                return cut
        return None

    def _fits(self, at: int, end: int) -> bool:
        return size(self.part(at, end).text) <= self._limit

    def _reach(self, at: int) -> int:
        """The furthest end that the plain text alone would allow."""
        room = self._limit - size("".join(s.opens for s in self._open_at(at)))
        end = at
        while end < len(self._text) and (room := room - size(self._text[end])) >= 0:
            end += 1
        return max(end, at + 1)

    def _window(self, at: int, reach: int) -> str:
        """Up to `reach`, and the white space after it: that costs a part nothing."""
        blank = _WORD.match(self._text, reach)
        return self._text[at : blank.end() if blank else reach]

    def _open_at(self, at: int) -> list[Stretch]:
        """What a cut here goes through. A fence that never closes is open at the very end too."""
        return [s for s in self._all if s.start < at and (at < s.end or self._unclosed(s, at))]

    def _unclosed(self, stretch: Stretch, at: int) -> bool:
        ends_here = at == stretch.end == stretch.rim
        return ends_here and stretch.code

    def _in_marks(self, at: int) -> bool:
        """On or inside the marks of something: there would be nothing between them in a part."""
        return any(
            s.start < at <= s.inner or s.rim <= at < s.end
            for s in self._all
            if s.inner > s.start or s.rim < s.end
        )

    def _in_code(self, at: int) -> bool:
        return any(s.code and s.start < at < s.end for s in self._all)
