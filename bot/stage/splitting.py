"""Cuts a long line into parts that Discord takes, where a reader would cut it.

A cut depends only on what comes before it and shortly after, so while a line grows, the parts
that are full stay as they are.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from bot.stage.graphemes import is_boundary, size
from bot.stage.markup import Stretch, stretches

LIMIT = 1950
"""Discord takes 2,000; the rest is for a name header."""

BLOCK = 256
"""Places of a text that are looked up together."""

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


class _Cover:
    """Which places of a text lie in something: looked up, not searched for, at each place."""

    def __init__(self, length: int, ranges: Iterable[tuple[int, int]]) -> None:
        """`ranges` are from the first place to the last, both counted."""
        changes = [0] * (length + 2)
        for first, last in ranges:
            if first <= last:
                changes[first] += 1
                changes[last + 1] -= 1
        self._depth = list(accumulate(changes))

    def __contains__(self, at: int) -> bool:
        return self._depth[at] > 0


class _Cutter:
    def __init__(self, text: str, limit: int) -> None:
        self._text = text
        self._limit = limit
        every = stretches(text)
        fitting = [s for s in every if size(text[s.start : s.end]) <= limit]
        self._all = _inside(text, every)
        self._whole = _inside(text, fitting)
        self._atoms = _inside(text, [s for s in fitting if s.atom])
        self._code = _inside(text, [s for s in every if s.code])
        # On or inside the marks of something there would be nothing between them in a part.
        marks = [
            marked
            for s in every
            if s.inner > s.start or s.rim < s.end
            for marked in ((s.start + 1, s.inner), (s.rim, s.end - 1))
        ]
        self._marks = _Cover(len(text), marks)
        self._edges = sorted({edge for s in every for edge in (s.start, s.end)})
        self._near = _by_block(every)

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
        for kept in (self._atoms, _Cover(len(self._text), ())):
            cut = self._last(anywhere, at=at, least=at, kept=kept)
            if cut is not None:
                return cut
        return self._by_force(at, reach)

    def _by_force(self, at: int, reach: int) -> int:
        """A single character that is longer than a part: cut it, but never a fence's marks."""
        for cut in range(reach, at, -1):
            if cut not in self._marks and self._fits(at, cut):
                return cut
        return reach

    def _kinds(self, window: str, at: int) -> Iterator[Iterable[int]]:
        for pattern in (_PARAGRAPH, _LINE):
            yield self._ends(pattern, window, at, in_code=False)
        yield self._ends(_CODE_LINE, window, at, in_code=True)
        yield self._ends(_SENTENCE, window, at, in_code=False)
        yield self._ends(_WORD, window, at, in_code=None)
        edges = self._edges
        yield edges[bisect_right(edges, at) : bisect_right(edges, at + len(window))]

    def _ends(
        self, pattern: re.Pattern[str], window: str, at: int, *, in_code: bool | None
    ) -> list[int]:
        ends = [at + match.end() for match in pattern.finditer(window)]
        return [end for end in ends if in_code is None or (end in self._code) is in_code]

    def _last(self, places: Iterable[int], *, at: int, least: int, kept: _Cover) -> int | None:
        for cut in sorted(places, reverse=True):
            if cut <= least:
                return None
            if (
                is_boundary(self._text, cut)
                and cut not in kept
                and cut not in self._marks
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
        near = self._near.get(at // BLOCK, ())
        return [s for s in near if s.start < at and (at < s.end or self._unclosed(s, at))]

    def _unclosed(self, stretch: Stretch, at: int) -> bool:
        ends_here = at == stretch.end == stretch.rim
        return ends_here and stretch.code


def _inside(text: str, kept: Iterable[Stretch]) -> _Cover:
    return _Cover(len(text), ((s.start + 1, s.end - 1) for s in kept))


def _by_block(every: Iterable[Stretch]) -> Mapping[int, Sequence[Stretch]]:
    """The stretches that reach into each block of the text, in their order."""
    near: defaultdict[int, list[Stretch]] = defaultdict(list)
    for stretch in every:
        for block in range(stretch.start // BLOCK, stretch.end // BLOCK + 1):
            near[block].append(stretch)
    return near
