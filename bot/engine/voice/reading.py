"""Reading a model's raw text as a character's line.

A pure function of the text so far, so a stream may be cut anywhere: what is not yet certain (an
unfinished tag, half a name) is held back until it is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.cast.lines import Piece
from bot.engine.log.events import Span

LONGEST_TAG = 64
"""Characters from `<` on that are held back at most; longer is text."""

_THINK = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|$)", re.DOTALL | re.IGNORECASE)
_ROLE_TOKEN = re.compile(r"<\|[a-z_]{1,40}\|>(?:(?:assistant|user|system)\b\s*)?", re.IGNORECASE)
# A tag begins with a letter, so hearts (<3), mentions (<@1>), emoji (<:x:1>) and times (<t:1>)
# are no tags.
_TAG = re.compile(r"<(/?)([a-z][a-z-]*)((?:\s[^<>]*)?)(/?)>", re.IGNORECASE)
_UNFINISHED = re.compile(rf"<(?:[/a-z|][^<>]{{0,{LONGEST_TAG}}})?$", re.IGNORECASE)
_FRESH_ROLE_TOKEN = re.compile(r"<\|[a-z_]{1,40}\|>[a-z]{0,9}$", re.IGNORECASE)
"""A role may be about to follow the token."""
_SPACES_AT_LINE_END = re.compile(r"(?<![ \t])[ \t]++\n")
"""Looked at once: a run of spaces that ends in no line break is not tried from its middle."""
_MANY_LINE_BREAKS = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """`pieces` may be shown and stored. `ended`: the line is over, whatever may still come."""

    pieces: tuple[Piece, ...]
    ended: bool = False


def read_line(
    raw: str, *, speaker: str, others: Sequence[str] = (), complete: bool = True
) -> Reading:
    """Read the raw text of `speaker`'s line.

    Args:
        raw: the model's text so far.
        speaker: the name whose prefix ("Mira: …") is taken off.
        others: names of others present; a line that opens with one of them and a colon is theirs,
            so ours ends before it.
        complete: False while more may come; then what is uncertain is held back.
    """
    text = _THINK.sub("", raw)
    if not complete:
        text = _FRESH_ROLE_TOKEN.sub("", text)
    text = _ROLE_TOKEN.sub("", text)
    if not complete:
        text = _UNFINISHED.sub("", text)
        text = _without_half_a_name(text, names=(speaker, *others))
    text = _own_prefix(speaker).sub("", text.lstrip(), count=1)
    text, ended = _own_part(text, others)
    pieces = _merged(_pieces(text))
    return Reading(pieces=tuple(piece for piece in pieces if piece.text), ended=ended)


def _own_part(text: str, others: Sequence[str]) -> tuple[str, bool]:
    if not others:
        return text, False
    theirs = _prefix_of(others).search(text)
    return (text[: theirs.start()], True) if theirs else (text, False)


def _own_prefix(name: str) -> re.Pattern[str]:
    return re.compile(
        rf"\A(?:\*\*|__)?{re.escape(name)}(?:\*\*|__)?\s*:(?:\*\*|__)?\s*", re.IGNORECASE
    )


def _prefix_of(names: Sequence[str]) -> re.Pattern[str]:
    any_name = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"^[ \t]*(?:\*\*|__)?(?:{any_name})(?:\*\*|__)?[ \t]*:", re.MULTILINE)


def _without_half_a_name(text: str, *, names: Sequence[str]) -> str:
    """Hold back a last line that may yet turn out to be the start of "Name:"."""
    start = text.rfind("\n") + 1
    begun = text[start:].strip().strip("*_").casefold()
    for name in names:
        prefix = f"{name.casefold()}:"
        if prefix != begun and prefix.startswith(begun):
            return text[:start]
    return text


def _pieces(text: str) -> list[Piece]:
    """Cut at thoughts, turn action tags into asterisks, drop unknown tags but keep their inside."""
    pieces: list[Piece] = []
    span, buffer, in_action, end = Span.SAID, "", False, 0

    def close() -> None:
        nonlocal buffer, in_action
        pieces.append(Piece(span=span, text=f"{buffer}*" if in_action else buffer))
        buffer, in_action = "", False

    for tag in _TAG.finditer(text):
        buffer += text[end : tag.start()]
        end = tag.end()
        closing, name = bool(tag.group(1)), tag.group(2).casefold()
        if name == "thought":
            close()
            span = Span.SAID if closing else Span.THOUGHT
        elif name == "action" and closing == in_action:
            # A second opening or closing tag in a row says nothing new.
            buffer = f"{buffer.rstrip()}*" if closing else f"{buffer}*"
            in_action = not closing
    buffer += text[end:]
    close()
    return pieces


def _merged(pieces: Sequence[Piece]) -> list[Piece]:
    """Tidy the white space, and join neighbours of one kind."""
    merged: list[Piece] = []
    for piece in pieces:
        text = _MANY_LINE_BREAKS.sub("\n\n", _SPACES_AT_LINE_END.sub("\n", piece.text)).strip()
        if not text.strip("* \n"):
            continue  # nothing, or an action in which nothing happens
        if merged and merged[-1].span is piece.span:
            merged[-1] = Piece(span=piece.span, text=f"{merged[-1].text}\n{text}")
        else:
            merged.append(Piece(span=piece.span, text=text))
    return merged
