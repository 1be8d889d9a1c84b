"""The recent lines a prompt takes: whole lines, newest last, beginning at a step of the story.

The window's start moves in steps, not with each line: a provider's prefix cache keeps what stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.cast.views import Line
from bot.engine.log.events import Span
from bot.engine.ports import TokenCounter

ALWAYS = 5
"""The current line and the four before it are never left out."""
STEP = 40
"""Seqs per step: a player's line and its answer take about four."""
LONGEST_LINE = 4000
"""Characters; a longer line is clipped, and says so."""
LONGEST_WINDOW = 40
MESSAGE_OVERHEAD = 4
"""Tokens that a message costs besides its text, about (EMBEDDED: token counts)."""

CLIPPED = " […]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A line as the prompt tells it."""

    own: bool
    text: str
    tokens: int


def window_of(
    lines: Sequence[Line],
    *,
    room: int,
    count: TokenCounter,
    longest_line: int = LONGEST_LINE,
    most: int | None = None,
) -> tuple[Told, ...]:
    """The newest lines that fit into `room` tokens, but at least the last `ALWAYS`.

    These are never left out, but shortened where together they would take more than `most`.
    """
    recent = lines[-LONGEST_WINDOW:]
    told = [_told(line, count=count, longest=longest_line) for line in recent]
    spent, start = 0, len(told)
    while start > 0 and spent + told[start - 1].tokens <= room:
        start -= 1
        spent += told[start].tokens
    start = min(_next_step(recent, start), max(0, len(told) - ALWAYS))
    return _within(told[start:], most, count) if most is not None else tuple(told[start:])


def _within(told: Sequence[Told], most: int, count: TokenCounter) -> tuple[Told, ...]:
    """Shorten the longest lines, all to the same length, until all fit."""
    shares: dict[int, int] = {}
    left = max(most, 0)
    cheapest_first = sorted(range(len(told)), key=lambda at: told[at].tokens)
    for waiting, at in zip(range(len(told), 0, -1), cheapest_first, strict=True):
        shares[at] = min(told[at].tokens, left // waiting)
        left -= shares[at]
    return tuple(_shortened(line, shares[at], count) for at, line in enumerate(told))


def _shortened(line: Told, most: int, count: TokenCounter) -> Told:
    text, tokens = line.text, line.tokens
    while tokens > most and text:
        # A text's beginning can be dearer than its end, so the first guess may not do.
        keep = min(len(text) * max(most - MESSAGE_OVERHEAD, 0) // tokens, len(text) - 1)
        text = text[:keep]
        tokens = count(text + CLIPPED) + MESSAGE_OVERHEAD
    if text == line.text:
        return line
    return Told(own=line.own, text=text.rstrip() + CLIPPED, tokens=tokens)


def _next_step(lines: Sequence[Line], start: int) -> int:
    """Where the next step of the story begins, if anything has to be left out at all."""
    if start == 0 or start >= len(lines):
        return start
    step = lines[start - 1].turn // STEP
    while start < len(lines) and lines[start].turn // STEP == step:
        start += 1
    return start


def _told(line: Line, *, count: TokenCounter, longest: int) -> Told:
    text = "\n".join(_span_text(span.span, span.text or "") for span in line.spans)
    if len(text) > longest:
        text = text[:longest].rstrip() + CLIPPED
    if not line.own:
        text = f"{line.name}: {text}"
    return Told(own=line.own, text=text, tokens=count(text) + MESSAGE_OVERHEAD)


def _span_text(span: Span, text: str) -> str:
    return f"<thought>{text}</thought>" if span is Span.THOUGHT else text
