"""What people type, taken apart: out-of-character talk is cut, the rest becomes spans."""

import re
from dataclasses import dataclass

from bot.engine.log.events import Span

_ASIDES = re.compile(r"\(\(.*?(?:\)\)|$)", re.DOTALL)
_THOUGHT = re.compile(r"<thought>(.*?)(?:</thought>|$)", re.DOTALL | re.IGNORECASE)
_IN_BRACKETS = re.compile(r"^\((?!\()([^()]+)\)$")
_BLANK_RUN = re.compile(r"[ \t]{2,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A span before it is an event: what kind, and the words themselves."""

    span: Span
    text: str


def without_asides(text: str, *, line_markers: tuple[str, ...] = ("//", "OOC:")) -> str:
    """Cut what is out of character: `((…))` anywhere, and lines that begin with a marker."""
    kept = _ASIDES.sub(" ", text)
    markers = tuple(marker.casefold() for marker in line_markers)
    lines = (line for line in kept.splitlines() if not _opens_with(line, markers))
    return _BLANK_RUN.sub(" ", "\n".join(lines)).strip()


def pieces_of_player(text: str) -> tuple[Piece, ...]:
    """A player's line as spans, in order. A thought only where they marked one; never guessed.

    `_…_` stays as typed (Discord shows it as action already); a whole line in brackets is action.
    """
    pieces: list[Piece] = []
    end = 0
    for thought in _THOUGHT.finditer(text):
        pieces.append(Piece(span=Span.SAID, text=text[end : thought.start()]))
        pieces.append(Piece(span=Span.THOUGHT, text=thought.group(1)))
        end = thought.end()
    pieces.append(Piece(span=Span.SAID, text=text[end:]))
    stripped = (
        Piece(span=p.span, text=_action(p) if p.span is Span.SAID else p.text.strip())
        for p in pieces
    )
    return tuple(piece for piece in stripped if piece.text)


def _action(piece: Piece) -> str:
    lines = (_IN_BRACKETS.sub(r"*\1*", line.strip()) for line in piece.text.strip().splitlines())
    return "\n".join(lines).strip()


def _opens_with(line: str, markers: tuple[str, ...]) -> bool:
    return line.lstrip().casefold().startswith(markers)
