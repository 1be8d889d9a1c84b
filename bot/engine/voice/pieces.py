"""A line's pieces as they grow: spans told apart, white space tidied, what is secret kept apart."""

from dataclasses import dataclass

from bot.engine.cast.lines import Piece
from bot.engine.log.events import Span
from bot.engine.voice.repetition import Loop
from bot.engine.voice.tags import Means, Tag


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret(Piece):
    """A piece that only its speaker perceives and that nobody is shown."""


class Pieces:
    """Gathers text and stage tags. `looping`: the line says the same again and again."""

    def __init__(self) -> None:
        self._done: list[Piece] = []
        self._span = Span.SAID
        self._secret = False
        self._act: tuple[str, str, str] | None = None
        """The act whose end may come, and text and white space as they were before it."""
        self._start_anew()

    def _start_anew(self) -> None:
        self._text = ""
        self._space = ""
        self._action_from: int | None = None
        self._loop = Loop()

    @property
    def looping(self) -> bool:
        return self._loop.found

    @property
    def thinking(self) -> bool:
        return self._span is Span.THOUGHT

    @property
    def aside(self) -> bool:
        """Whether what comes is for few."""
        return self.thinking or self._secret

    @property
    def anything(self) -> bool:
        return bool(self._done) or not _is_blank(self._text)

    def forget(self) -> None:
        """All of it was reasoning."""
        self._done.clear()
        self._span, self._secret, self._act = Span.SAID, False, None
        self._start_anew()

    def add(self, text: str) -> None:
        """Text without line breaks. Spaces wait: they count only if something follows."""
        if self._action_from is not None:
            text = text.replace("*", "")  # it would end the action
        if not self._text or self._action_from == len(self._text):
            text = text.lstrip()
        words = text.rstrip()
        if words:
            self._text += self._space + words
            self._space = text[len(words) :]
            if self._loop.found_in(self._text):
                self._text = _cut(self._text, self._loop.checked)
        else:
            self._space += text

    def break_line(self) -> None:
        self._act = None
        if self._text:
            breaks = self._space.count("\n")
            self._space = "\n" * min(breaks + 1, 2)

    def tag(self, tag: Tag) -> None:
        if tag.means is not Means.ACT:
            self._act = None
        match tag.means:
            case Means.ACTION:
                self._act_out(closing=tag.closing, whole=tag.whole)
            case Means.THOUGHT if not tag.whole:
                self._close()
                self._span = Span.SAID if tag.closing else Span.THOUGHT
            case Means.SECRET:
                self._close()
                self._secret = not tag.closing
            case Means.ACT:
                self._happen(tag)
            case _:
                pass

    def _act_out(self, *, closing: bool, whole: bool) -> None:
        if whole or closing == (self._action_from is None):
            return  # a second opening or closing tag in a row says nothing new
        if not closing:
            self._text += f"{self._space}*"
            self._space = ""
            self._action_from = len(self._text)
        else:
            self._text = self._with_action_closed()
            self._space, self._action_from = "", None

    def _with_action_closed(self) -> str:
        if self._action_from is None:
            return self._text
        if self._action_from == len(self._text):
            return self._text[:-1].rstrip()  # nothing happened
        return f"{self._text}*"

    def _happen(self, tag: Tag) -> None:
        if self._act is not None and tag.closing and tag.name == self._act[0]:
            _, self._text, self._space = self._act
        self._act = None
        if not tag.closing and not tag.whole:
            self._act = (tag.name, self._text, self._space)

    def _piece(self) -> Piece | None:
        text = self._with_action_closed()
        if _is_blank(text):
            return None  # nothing, or an action in which nothing happens
        return (
            Secret(span=Span.THOUGHT, text=text)
            if self._secret
            else Piece(span=self._span, text=text)
        )

    def _close(self) -> None:
        self._act = None
        piece = self._piece()
        if piece is not None:
            self._done = _joined(self._done, piece)
        self._start_anew()

    def so_far(self, *, final: bool) -> tuple[Piece, ...]:
        """All pieces. What stands within an act that may yet be closed waits for the end."""
        if self._act is not None and not final:
            _, text, space = self._act
            now = self._text, self._space
            self._text, self._space = text, space
            piece = self._piece()
            self._text, self._space = now
        else:
            piece = self._piece()
        return tuple(self._done) if piece is None else tuple(_joined(self._done, piece))


def _joined(pieces: list[Piece], piece: Piece) -> list[Piece]:
    """Neighbours of one kind become one."""
    if pieces and type(pieces[-1]) is type(piece) and pieces[-1].span is piece.span:
        joined = type(piece)(span=piece.span, text=f"{pieces[-1].text}\n{piece.text}")
        return [*pieces[:-1], joined]
    return [*pieces, piece]


def _cut(text: str, end: int) -> str:
    """The text as far as `end`. An action that is cut through is closed there."""
    kept = text[:end].rstrip()
    open_action = kept.rpartition("\n")[2].count("*") % 2 == 1
    if not open_action:
        return kept
    return kept[:-1].rstrip() if kept.endswith("*") else f"{kept}*"


def _is_blank(text: str) -> bool:
    return not text.strip("* \n")
