"""Stretches of Discord's markdown that belong together: fences, code, spoilers, emphasis, emoji."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """`text[start:end]` with its marks; the words lie in `text[inner:rim]`.

    `opens` and `closes` are what a part needs that begins or ends inside. `atom`: nothing could
    make half of it good again (an emoji, a link).
    """

    start: int
    end: int
    inner: int
    rim: int
    opens: str = ""
    closes: str = ""
    atom: bool = False
    code: bool = False


_FENCE = re.compile(r"```(?:[\w+#.-]{0,20}\n)?")
_FENCE_END = "```"
_INLINE_CODE = re.compile(r"(``?)(?!`)[^`\n]+\1(?!`)")
_LINE_PREFIX = re.compile(r"^(-# |>>> |> )[^\n]+", re.MULTILINE)
_ATOMS = re.compile(
    r"<a?:\w{1,40}:\d{5,25}>|<[@#][!&]?\d{5,25}>|<t:-?\d{1,20}(?::\w)?>"
    r"|\[[^\[\]\n]{1,300}\]\([^()\s]{1,500}\)|https?://\S+|\\[^\w\s]"
)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Marks round words, within one paragraph, as Discord pairs them.

    Openings and closings are looked for apart: a pattern for both would read on to the end of the
    paragraph from each opening that nothing closes.
    """

    mark: str
    opening: re.Pattern[str]
    closing: re.Pattern[str]

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        closings = [match.start() for match in self.closing.finditer(text)]
        breaks = [match.start() for match in _PARAGRAPH_BREAK.finditer(text)]
        over = 0
        for opening in self.opening.finditer(text):
            if opening.start() < over:
                continue
            inner = opening.end()
            closing = _first(closings, inner + 1)
            if closing is not None and closing <= (_first(breaks, inner) or len(text)):
                over = closing + len(self.mark)
                yield opening.start(), over


_PARAGRAPH_BREAK = re.compile(r"\n(?=[ \t]*\n)")


def _first(places: Sequence[int], least: int) -> int | None:
    at = bisect_left(places, least)
    return places[at] if at < len(places) else None


def _pairs(mark: str) -> _Pairs:
    escaped, lone = re.escape(mark), re.escape(mark[0])
    before = rf"(?<![\\{lone}])" if mark != "_" else r"(?<![\\\w])"
    after = rf"(?!{lone})" if mark != "_" else r"(?!\w)"
    return _Pairs(
        mark,
        re.compile(rf"{before}{escaped}(?=[^\s{lone}])"),
        re.compile(rf"(?<=[^\s{lone}]){escaped}{after}"),
    )


_SPOILER = re.compile(r"\|\|.+?\|\|", re.DOTALL)
_EMPHASIS = tuple(_pairs(mark) for mark in ("***", "**", "__", "~~", "*", "_"))


def stretches(text: str) -> tuple[Stretch, ...]:
    """All of them, outer ones before those inside."""
    found = list(_fences(text))
    prose = _blanked(text, found)
    inline = [
        _marked(*match.span(), mark=match.group(1), code=True)
        for match in _INLINE_CODE.finditer(prose)
    ]
    found += inline
    prose = _blanked(prose, inline)
    found += (_marked(*match.span(), mark="||") for match in _SPOILER.finditer(prose))
    for pairs in _EMPHASIS:
        found += (_marked(start, end, mark=pairs.mark) for start, end in pairs.find(prose))
    found += (
        Stretch(start=m.start(), end=m.end(), inner=m.start(), rim=m.end(), atom=True)
        for m in _ATOMS.finditer(prose)
    )
    found += _prefixed_lines(prose)
    return tuple(sorted(found, key=lambda stretch: (stretch.start, -stretch.end)))


def _fences(text: str) -> Iterator[Stretch]:
    at = 0
    while (opening := _FENCE.search(text, at)) is not None:
        closing = text.find(_FENCE_END, opening.end())
        closed = closing >= 0
        at = closing + len(_FENCE_END) if closed else len(text)
        head = opening.group()
        yield Stretch(
            start=opening.start(),
            end=at,
            inner=opening.end(),
            rim=closing if closed else at,
            opens=head if head.endswith("\n") else f"{head}\n",
            closes=f"\n{_FENCE_END}",
            code=True,
        )


def has_open_fence(text: str) -> bool:
    """Whether the text ends inside a fence that nothing closes."""
    fences = list(_fences(text))
    return bool(fences) and fences[-1].rim == len(text)


def _marked(start: int, end: int, *, mark: str, code: bool = False) -> Stretch:
    return Stretch(
        start=start,
        end=end,
        inner=start + len(mark),
        rim=end - len(mark),
        opens=mark,
        closes=mark,
        code=code,
    )


def _prefixed_lines(text: str) -> Iterator[Stretch]:
    for match in _LINE_PREFIX.finditer(text):
        prefix = match.group(1)
        start, end = match.span()
        yield Stretch(start=start, end=end, inner=start + len(prefix), rim=end, opens=prefix)


def _blanked(text: str, hidden: Sequence[Stretch]) -> str:
    """The text with these stretches, given in order, made unreadable at the same length."""
    kept: list[str] = []
    at = 0
    for stretch in hidden:
        kept += (text[at : stretch.start], "\x00" * (stretch.end - stretch.start))
        at = stretch.end
    return "".join(kept) + text[at:]
