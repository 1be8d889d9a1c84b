"""Stretches of Discord's markdown that belong together: fences, code, spoilers, emphasis, emoji."""

import re
from collections.abc import Iterator
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


def _paired(mark: str) -> re.Pattern[str]:
    """Marks round words, within one paragraph, as Discord pairs them."""
    escaped = re.escape(mark)
    lone = re.escape(mark[0])
    before = rf"(?<![\\{lone}])" if mark != "_" else r"(?<![\\\w])"
    after = rf"(?!{lone})" if mark != "_" else r"(?!\w)"
    inside = rf"(?=[^\s{lone}])(?:(?!\n[ \t]*\n).)+?(?<=[^\s{lone}])"
    return re.compile(before + escaped + inside + escaped + after, re.DOTALL)


_SPOILER = re.compile(r"\|\|.+?\|\|", re.DOTALL)
_EMPHASIS = tuple((mark, _paired(mark)) for mark in ("***", "**", "__", "~~", "*", "_"))


def stretches(text: str) -> tuple[Stretch, ...]:
    """All of them, outer ones before those inside."""
    found = list(_fences(text))
    prose = _blanked(text, found)
    inline = [
        _marked(match, mark=match.group(1), code=True) for match in _INLINE_CODE.finditer(prose)
    ]
    found += inline
    prose = _blanked(prose, inline)
    found += (_marked(match, mark="||") for match in _SPOILER.finditer(prose))
    for mark, pattern in _EMPHASIS:
        found += (_marked(match, mark=mark) for match in pattern.finditer(prose))
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


def _marked(match: re.Match[str], *, mark: str, code: bool = False) -> Stretch:
    start, end = match.span()
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


def _blanked(text: str, hidden: list[Stretch]) -> str:
    """The text with these stretches made unreadable, at the same length."""
    for stretch in hidden:
        hole = "\x00" * (stretch.end - stretch.start)
        text = f"{text[: stretch.start]}{hole}{text[stretch.end :]}"
    return text
