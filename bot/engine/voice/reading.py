"""Reading a model's raw text as a character's line.

A pure function of the text so far, so a stream may be cut anywhere: what is not yet certain (an
unfinished tag, half a name) is held back until it is. An `Ear` reads the same text piece by piece,
each character once; `docs/voice.md` says what is stripped, cut and counted, and why.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.cast.lines import Piece
from bot.engine.log.events import Span
from bot.engine.voice.echo import Echo
from bot.engine.voice.margins import Margins
from bot.engine.voice.markup import Markup
from bot.engine.voice.openings import Openings
from bot.engine.voice.persona_feelings import feelings_in, without_feelings
from bot.engine.voice.pieces import Pieces, Secret
from bot.engine.voice.prefixes import names_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """`pieces` may be shown and stored. `ended`: the line is over, whatever may still come.

    `unshown` are secrets that only the speaker perceives: stored, never shown; each with how many
    of `pieces` stand before it. `looping`: it ended because it said the same again and again.
    `feelings`: sentences that feel for a player; counted when the line is complete.
    """

    pieces: tuple[Piece, ...]
    ended: bool = False
    unshown: tuple[tuple[int, Secret], ...] = ()
    looping: bool = False
    feelings: tuple[str, ...] = ()

    @property
    def kept(self) -> tuple[Piece, ...]:
        """Everything that is stored, in order."""
        kept: list[Piece] = list(self.pieces)
        for place, secret in reversed(self.unshown):
            kept.insert(place, secret)
        return tuple(kept)

    @property
    def said(self) -> str:
        """What all who are there hear."""
        return "\n".join(piece.text for piece in self.pieces if piece.span is Span.SAID)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """Whose line is read, and what must be known for it.

    `speaker`: the name whose prefix ("Mira: …") is taken off. `others`: names of others present; a
    line that opens with one of them and a colon is theirs, so ours ends before it. `personas`:
    those of them that players speak for. `prompt`: texts that the model may say back.
    `drops_feelings`: sentences that feel for a player go.
    """

    speaker: str
    others: tuple[str, ...] = ()
    personas: tuple[str, ...] = ()
    prompt: tuple[str, ...] = ()
    drops_feelings: bool = False


class Ear:
    """Reads a line while it comes. The same text gives the same reading, however it is cut."""

    def __init__(self, hearing: Hearing) -> None:
        self._hearing = hearing
        names = names_for(hearing.speaker, hearing.others)
        echo = Echo(hearing.prompt, speaker=hearing.speaker, others=hearing.others)
        openings = Openings(speaker=hearing.speaker, names=names, echo=echo)
        self._markup = Markup()
        self._pieces = Pieces()
        self._margins = Margins(names=names, openings=openings, echo=echo, pieces=self._pieces)

    def hear(self, more: str) -> Reading:
        """Read on, and say what may be shown by now."""
        self._hear(more, final=False)
        return self._reading(final=False)

    def hear_out(self, rest: str = "") -> Reading:
        """The reading of the whole: nothing comes any more."""
        self._hear(rest, final=True)
        self._margins.finish()
        return self._reading(final=True)

    def _hear(self, more: str, *, final: bool) -> None:
        if not self._margins.ended:
            for token in self._markup.feed(more, final=final):
                self._margins.feed(token)

    def _reading(self, *, final: bool) -> Reading:
        over = final or self._margins.ended
        pieces = self._pieces.so_far(final=over)
        personas = self._hearing.personas
        if self._hearing.drops_feelings:
            pieces = _dropping_feelings(pieces, personas, final=over)
        shown = tuple(piece for piece in pieces if not isinstance(piece, Secret))
        reading = Reading(
            pieces=shown,
            ended=self._margins.ended,
            unshown=_places(pieces) if len(shown) < len(pieces) else (),
            looping=self._pieces.looping,
        )
        return replace(reading, feelings=feelings_in(reading.said, personas)) if final else reading


def read_line(
    raw: str, *, speaker: str, others: Sequence[str] = (), complete: bool = True
) -> Reading:
    """Read the raw text of `speaker`'s line, where nothing more is known than who is there.

    Args:
        raw: the model's text so far.
        speaker: whose line it is.
        others: names of others present.
        complete: False while more may come; then what is uncertain is held back.
    """
    return read(raw, Hearing(speaker=speaker, others=tuple(others)), complete=complete)


def read(raw: str, hearing: Hearing, *, complete: bool = True) -> Reading:
    """Read the raw text of a line."""
    ear = Ear(hearing)
    return ear.hear_out(raw) if complete else ear.hear(raw)


def _places(pieces: Sequence[Piece]) -> tuple[tuple[int, Secret], ...]:
    places: list[tuple[int, Secret]] = []
    for number, piece in enumerate(pieces):
        if isinstance(piece, Secret):
            places.append((number - len(places), piece))
    return tuple(places)


def _dropping_feelings(
    pieces: Sequence[Piece], personas: Sequence[str], *, final: bool
) -> tuple[Piece, ...]:
    kept: list[Piece] = []
    for number, piece in enumerate(pieces, start=1):
        over = final or number < len(pieces)
        if piece.span is Span.SAID:
            text = without_feelings(piece.text, personas, final=over)
            if text.strip("* \n"):
                kept.append(replace(piece, text=text))
        else:
            kept.append(piece)
    return tuple(kept)
