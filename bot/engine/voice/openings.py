"""What may stand before the first word of an answer, and goes."""

from bot.engine.voice.echo import Echo
from bot.engine.voice.preambles import Preambles
from bot.engine.voice.prefixes import PLAIN, UNDECIDED, Beginning, Names, Start

_LONGEST_LINE = 4000


class Openings:
    """First lines that are no part of the line: the prompt said back, a preamble, a heading."""

    def __init__(self, *, speaker: str, names: Names, echo: Echo) -> None:
        self._preambles = Preambles(speaker)
        self._names = names
        self._echo = echo

    def look(self, text: str, *, final: bool) -> Beginning:
        """`text` begins the answer. OWN: `length` characters of it go."""
        blank = len(text) - len(text.lstrip())
        if blank == len(text):
            return Beginning(Start.OWN, blank) if final else UNDECIDED
        if blank:
            return Beginning(Start.OWN, blank)
        line, line_break, _ = text.partition("\n")
        whole = bool(line_break) or final
        return _strictest(
            self._names.look(text, final=final),
            self._as_line(self._echo.look(line, whole=whole), line + line_break),
            self._as_line(self._preambles.look(line, whole=whole), line + line_break),
        )

    def _as_line(self, start: Start, line: str) -> Beginning:
        if len(line) > _LONGEST_LINE:
            return PLAIN
        if start is Start.OWN:
            return Beginning(Start.OWN, len(line))
        return UNDECIDED if start is Start.UNDECIDED else PLAIN


def _strictest(*looks: Beginning) -> Beginning:
    """Another's turn is sure at once; what goes is sure before what stays."""
    for start in (Start.ANOTHERS, Start.OWN, Start.UNDECIDED):
        for look in looks:
            if look.start is start:
                return look
    return PLAIN
