"""A line's pieces as Discord text."""

from collections.abc import Sequence
from typing import Literal, assert_never

import discord

from bot.engine.cast.lines import Piece
from bot.engine.log.events import Span
from bot.stage.markup import has_open_fence

Thoughts = Literal["dimmed", "spoiler", "hidden"]
NOTHING_SAID = "-# …"
"""Stands where a line has only thoughts, and those are hidden."""
BROKEN_BARS = "|\u200b|"
"""Bars within a spoiler would end it."""


def discord_text(
    pieces: Sequence[Piece],
    *,
    thoughts: Thoughts,
    cut_short: str | None = None,
    growing: bool = False,
) -> str:
    """The line as Discord shows it. Empty if nothing of it is shown.

    Args:
        pieces: the line, or what there is of it.
        thoughts: what becomes of them.
        cut_short: a mark for the end of a truncated line.
        growing: more may come. Then, as in a truncated line, an action that has begun is
            shown as one.
    """
    shown = [text for piece in pieces if (text := _piece(piece, thoughts=thoughts))]
    if shown and (growing or cut_short):
        shown[-1] = _with_action_closed(shown[-1])
    if pieces and not shown:
        shown = [NOTHING_SAID]
    if shown and cut_short:
        shown.append(f"-# {cut_short}")
    return discord.utils.escape_mentions("\n".join(shown))


def _piece(piece: Piece, *, thoughts: Thoughts) -> str:
    if piece.span is Span.SAID:
        return _closed(piece.text)
    match thoughts:
        case "dimmed":
            # A fence would swallow the marks of the lines after it.
            lines = piece.text.replace("```", "'''").splitlines()
            return "\n".join(f"-# 💭 {line.strip()}" for line in lines if line.strip())
        case "spoiler":
            return f"||💭 {_closed(piece.text).replace('||', BROKEN_BARS)}||"
        case "hidden":
            return ""
        case _:
            assert_never(thoughts)


def _with_action_closed(text: str) -> str:
    head, line_break, last = text.rpartition("\n")
    if "`" in text or last.count("*") % 2 == 0:
        return text
    last = last[:-1] if last.endswith("*") else f"{last.rstrip()}*"
    return f"{head}{line_break}{last}".rstrip()


def _closed(text: str) -> str:
    """What follows must not end up in a fence that the model forgot to close."""
    return f"{text}\n```" if has_open_fence(text) else text
