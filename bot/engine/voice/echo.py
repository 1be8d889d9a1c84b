"""The prompt said back: our own closing words, or lines of the sections above the story."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from bot.engine.voice.prefixes import Start

SHORTEST_ECHO = 20
"""Characters: a shorter line may be the speaker's own."""


def _closings(names: Sequence[str]) -> tuple[str, ...]:
    return ("(Your last answer", *(f"(Now {name}'s " for name in names if name))


class Echo:
    """Knows the prompt's lines. What a character says in it (examples) is no echo."""

    def __init__(self, prompt: Iterable[str], *, speaker: str, others: Sequence[str]) -> None:
        said = tuple(f"{name}:" for name in (speaker, *others) if name)
        lines = {line.strip() for text in prompt for line in text.splitlines()}
        self._lines = sorted(
            line for line in lines if len(line) >= SHORTEST_ECHO and not line.startswith(said)
        )
        self._closings = _closings((speaker, *others))

    def look(self, line: str, *, whole: bool) -> Start:
        """`whole`: the line is over. OWN: an echo, to be dropped."""
        text = line.strip()
        if whole:
            return Start.OWN if self._is_closing(text) or self._holds(text) else Start.PLAIN
        if self._is_closing(text):
            return Start.UNDECIDED
        begun = any(closing.startswith(text) for closing in self._closings)
        return Start.UNDECIDED if begun or self._begins(text) else Start.PLAIN

    def is_closing(self, line: str) -> Start:
        """Within the line: the model goes on with the prompt, so its own part is over."""
        text = line.lstrip()
        if self._is_closing(text):
            return Start.ANOTHERS
        begun = any(closing.startswith(text) for closing in self._closings)
        return Start.UNDECIDED if text and begun else Start.PLAIN

    def _is_closing(self, text: str) -> bool:
        return text.startswith(self._closings)

    def _begins(self, text: str) -> bool:
        at = bisect_left(self._lines, text)
        return at < len(self._lines) and self._lines[at].startswith(text)

    def _holds(self, text: str) -> bool:
        at = bisect_left(self._lines, text)
        return at < len(self._lines) and self._lines[at] == text
