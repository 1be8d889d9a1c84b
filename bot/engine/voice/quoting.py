"""Whether a place in a line lies in a quotation, in code, or in what the speaker has announced.

Read only when it matters, which is seldom; then from where the last reading ended.
"""

import re
from collections.abc import Mapping

_MARK = re.compile(r"```|[`\"“”„«»「『\n]|(?<=[\s(])[‹]")
_CLOSES: Mapping[str, str] = {
    '"': '"', "“": "”", "„": "“”", "”": "”", "«": "»", "»": "«", "「": "」", "『": "』", "‹": "›",
}  # fmt: skip
_END_OF_QUOTE = {mark: re.compile(f"```|[`{ends}\n]") for mark, ends in _CLOSES.items()}
_OPENS_AFTER = frozenset(" \t\n([*_—–-…")
_UNTIL_BLANK_LINE = '"'
"""A straight quote lasts to the end of its paragraph at most: many are never closed."""


class Quoting:
    """What is open at the end of the text so far."""

    def __init__(self) -> None:
        self._unread: list[str] = []
        self._tail = "\n"
        self._quote = ""
        self._fence = False
        self._code = False
        self._announced = False
        self._line: str = ""
        """The end of the line so far: what it ends with tells whether it announces."""
        self._lines_in_block = 0

    def add(self, text: str) -> None:
        self._unread.append(text)

    @property
    def in_code(self) -> bool:
        self._read()
        return self._fence or self._code

    @property
    def protects(self) -> bool:
        """Whether a name at the beginning of the line that comes is nobody's cue."""
        self._read()
        return self._fence or bool(self._quote) or self._announced

    def _read(self) -> None:
        if not self._unread:
            return
        text = "".join(self._unread)
        self._unread.clear()
        at = 0
        while at < len(text):
            at = self._read_on(text, at)
        self._tail = text[-1]

    def _read_on(self, text: str, at: int) -> int:
        """Read up to the next mark and past it."""
        mark = (_END_OF_QUOTE[self._quote] if self._quote else _MARK).search(text, at)
        end = mark.start() if mark else len(text)
        self._line = (self._line + text[at:end])[-8:]
        if mark is None:
            return end
        found = str(mark.group())
        if found == "\n":
            self._end_line()
            return mark.end()
        before = text[end - 1] if end else self._tail
        self._line = (self._line + found)[-8:]
        if found == "```":
            self._fence = not self._fence
        elif found == "`":
            self._code = not self._code
        elif not self._fence and not self._code:
            self._quote = self._quote_after(found, before)
        return mark.end()

    def _quote_after(self, mark: str, before: str) -> str:
        if self._quote:
            return "" if mark in _CLOSES[self._quote] else self._quote
        opens = mark not in '"”»' or before in _OPENS_AFTER
        return mark if opens else ""

    def _end_line(self) -> None:
        line = self._line.rstrip('*_ \t"”')
        blank, self._line, self._code = not line, "", False
        if blank:
            if self._quote == _UNTIL_BLANK_LINE:
                self._quote = ""
            # The blank line between the announcement and the text does not end it.
            self._announced = self._announced and self._lines_in_block == 0
            return
        if line.endswith((":", "：")) or (self._announced and line.endswith(",")):
            self._announced, self._lines_in_block = True, 0
        else:
            self._lines_in_block += 1
