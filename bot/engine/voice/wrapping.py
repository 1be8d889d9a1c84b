"""What stands around the whole answer and belongs to nobody: a code fence, or quotes.

Whether it is around the whole is known only at the end, so such an answer waits until then.
"""

import re
from typing import NamedTuple

from bot.engine.voice.prefixes import Names, Start

_FENCE = "```"
_PROSE = frozenset({"", "text", "txt", "plaintext", "plain", "markdown", "md", "roleplay", "rp"})
"""A fence that names another language holds code."""
_FENCE_LINE = re.compile(r"```([\w-]*)[ \t]*(\n|\Z)")
_QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»", "「": "」"}


class Wrapping(NamedTuple):
    """`before` and `after`: lengths of the wrapping, once `whole`. Not `whole`: not known yet."""

    whole: bool
    before: int = 0
    after: int = 0


UNKNOWN = Wrapping(whole=False)


def wrapping_of(text: str, names: Names, *, final: bool) -> Wrapping | None:
    """The wrapping around `text`, which begins with no white space. None: there is none."""
    if text.startswith(_FENCE) or (not final and _FENCE.startswith(text)):
        return _fence(text, final=final)
    if text[0] in _QUOTES:
        return _quotes(text, names, final=final)
    return None


def _fence(text: str, *, final: bool) -> Wrapping | None:
    line = _FENCE_LINE.match(text)
    if line is None:  # "```Evening.```" shows as code too
        return _around(text, len(_FENCE), (_FENCE,), final=final)
    if line.group(1).casefold() not in _PROSE:
        return None if line.group(2) or final else UNKNOWN
    if _FENCE not in text[line.end() :]:
        return Wrapping(final, line.end())
    return _around(text, line.end(), (_FENCE,), final=final)


def _quotes(text: str, names: Names, *, final: bool) -> Wrapping | None:
    """Quotes around speech alone are a way to write; around an action or a name they are not."""
    inside = text[1:]
    start = Start.OWN if inside.startswith("*") else names.look(inside, final=final).start
    if start is Start.UNDECIDED:
        return UNKNOWN
    return _around(text, 1, tuple(_QUOTES[text[0]]), final=final) if start is Start.OWN else None


def _around(text: str, before: int, closers: tuple[str, ...], *, final: bool) -> Wrapping | None:
    """The wrapping, if the first of `closers` is the last thing that stands there."""
    end = min((at for mark in closers if (at := text.find(mark, before)) >= 0), default=-1)
    if end < 0:
        return None if final else UNKNOWN
    if text[end + len(closers[0]) :].strip():
        return None
    return Wrapping(final, before, len(text) - end)
