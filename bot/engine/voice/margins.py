"""The second reading: where lines begin, whose they are, and where the speaker's part is over."""

from collections import deque

from bot.engine.voice.echo import Echo
from bot.engine.voice.markup import Stray, Token
from bot.engine.voice.openings import Openings
from bot.engine.voice.pieces import Pieces
from bot.engine.voice.prefixes import PLAIN, UNDECIDED, Beginning, Names, Start
from bot.engine.voice.quoting import Quoting
from bot.engine.voice.tags import Means, Tag
from bot.engine.voice.templates import Turns
from bot.engine.voice.wrapping import wrapping_of

_BLOCK = 512
"""Characters read at once: what is taken from a line's beginning costs no more than this."""
_PREFIXES_PER_LINE = 3
_OPENINGS = 40
"""What is taken off before the first word, at most: a text of nothing else ends somewhere."""
_END_OF_THOUGHT = Tag("thought", Means.THOUGHT, closing=True, whole=False, source="")


class Margins:
    """Passes text and tags on to `pieces`, without what stands at the beginning of lines.

    A line's beginning is held until it is known whose it is; then it is read again, from the
    front of `_coming`, as what it turned out to be.
    """

    def __init__(self, *, names: Names, openings: Openings, echo: Echo, pieces: Pieces) -> None:
        self.ended = False
        self._names = names
        self._openings = openings
        self._echo = echo
        self._pieces = pieces
        self._coming: deque[Token] = deque()
        self._begin_answer()

    def _begin_answer(self) -> None:
        self._fresh = True
        self._skipping = False
        """What comes is another's turn, before our own has begun."""
        self._unwrapped = False
        self._quoting = Quoting()
        self._begin_line()

    def _begin_line(self, *, taken: int = 0) -> None:
        self._held: list[str | Tag] = []
        self._line = ""
        self._beginning = True
        self._taken = taken

    def feed(self, token: Token) -> None:
        if isinstance(token, str):
            blocks = range(0, len(token), _BLOCK)
            self._coming.extend(token[start : start + _BLOCK] for start in blocks)
        else:
            self._coming.append(token)
        self._read()

    def finish(self) -> None:
        """Nothing comes any more: what was undecided is decided."""
        while self._beginning and self._line and not self.ended:
            self._decide(final=True)
            self._read()

    def _read(self) -> None:
        while self._coming and not self.ended:
            token = self._coming.popleft()
            match token:
                case str():
                    if not self._skipping:
                        self._text(token)
                case Tag():
                    if not self._skipping:
                        self._tag(token)
                case Stray.REASONING_END:
                    self._reasoning_ends()
                case _:
                    self._turn(token)

    def _decide_before(self, token: Token) -> bool:
        """Whether the line's beginning had to be decided first; `token` is then read again."""
        if not (self._beginning and self._line):
            return False
        self._coming.appendleft(token)
        self._decide(final=True)
        return True

    # ── Marks ─────────────────────────────────────────────────────────────────────────────────

    def _turn(self, turns: Turns) -> None:
        if turns is Turns.NOTHING or self._decide_before(turns):
            return
        if self._pieces.anything:
            self.ended = True
        elif turns is not Turns.OVER:
            self._begin_anew()
            self._skipping = turns is Turns.ANOTHERS

    def _reasoning_ends(self) -> None:
        """The reasoning began in the prompt, or a thought is closed with the wrong tag."""
        if self._pieces.thinking:
            self._tag(_END_OF_THOUGHT)
        else:
            self._begin_anew()

    def _begin_anew(self) -> None:
        self._pieces.forget()
        self._begin_answer()

    def _tag(self, tag: Tag) -> None:
        if self._beginning and (not tag.opens_span or self._may_be_wrapped()):
            self._held.append(tag)
        elif self._beginning and self._held:
            if not self._decide_before(tag):
                self._coming.appendleft(tag)
                self._release()
        else:
            self._beginning = False
            self._pass_on(tag)

    def _pass_on(self, tag: Tag) -> None:
        if tag.means is Means.NOTHING:
            if self._quoting.in_code:
                self._emit(tag.source)
            return
        aside = self._pieces.aside
        self._pieces.tag(tag)
        if aside and not self._pieces.aside:
            self._begin_line()  # what follows is shown as a line of its own

    # ── Text ──────────────────────────────────────────────────────────────────────────────────

    def _text(self, text: str) -> None:
        if not self._beginning:
            line, line_break, rest = text.partition("\n")
            self._emit(line)
            if line_break:
                self._break_line(rest)
        elif self._held or self._fresh or text[0] in self._names.known:
            cut = text.find("\n") + 1 or len(text)
            self._held.append(text[:cut])
            self._line += text[:cut]
            if cut < len(text):
                self._coming.appendleft(text[cut:])
            self._decide(final=False)
        else:
            self._beginning = False
            self._text(text)

    def _break_line(self, rest: str) -> None:
        following = rest.lstrip("\n")
        for _ in range(min(2, 1 + len(rest) - len(following))):
            self._quoting.add("\n")
            self._pieces.break_line()
        self._begin_line()
        if following:
            self._coming.appendleft(following)

    def _decide(self, *, final: bool) -> None:
        look = self._look(final=final)
        match look.start:
            case Start.UNDECIDED:
                pass
            case Start.ANOTHERS:
                self.ended = True
            case Start.OWN:
                self._read_again(look.length, look.keep)
            case Start.PLAIN:
                self._release()

    def _look(self, *, final: bool) -> Beginning:
        if self._taken >= (_OPENINGS if self._fresh else _PREFIXES_PER_LINE):
            return PLAIN
        if self._fresh:
            look = self._wrapped(final=final) or self._openings.look(self._line, final=final)
        else:
            look = self._names.look(self._line, final=final)
            if look.start is Start.PLAIN:
                look = Beginning(self._echo.is_closing(self._line))
        undecided = look.start is Start.UNDECIDED
        if undecided and final:
            return PLAIN
        if not undecided and not self._fresh and self._quoting.protects:
            return PLAIN
        return look

    def _may_be_wrapped(self) -> bool:
        return self._fresh and self._wrapped(final=False) is UNDECIDED

    def _wrapped(self, *, final: bool) -> Beginning | None:
        if self._unwrapped or not self._line[:1].strip():
            return None
        wrapping = wrapping_of(self._line, self._names, final=final)
        if wrapping is None or not wrapping.whole:
            return wrapping and UNDECIDED
        self._unwrapped = True
        if wrapping.after:
            self._held = _without(self._held, len(self._line) - wrapping.after, wrapping.after)
        return Beginning(Start.OWN, wrapping.before)

    def _read_again(self, length: int, keep: str) -> None:
        """The first `length` characters are gone; what follows begins the line."""
        left = _without(self._held, 0, length)
        self._begin_line(taken=self._taken + 1)
        self._coming.extendleft(reversed([keep, *left] if keep else left))

    def _release(self) -> None:
        """The line is the speaker's own, as it stands."""
        self._coming.extendleft(reversed(self._held))
        self._beginning, self._held, self._line = False, [], ""

    def _emit(self, text: str) -> None:
        self._quoting.add(text)
        if text.strip():
            self._fresh = False
        self._pieces.add(text)
        self.ended = self.ended or self._pieces.looping


def _without(held: list[str | Tag], start: int, length: int) -> list[str | Tag]:
    """The tokens without `length` characters of their text from `start` on."""
    kept: list[str | Tag] = []
    at = 0
    for token in held:
        if isinstance(token, str):
            first = min(max(start - at, 0), len(token))
            last = min(max(start + length - at, 0), len(token))
            kept.append(token[:first] + token[last:])
            at += len(token)
        else:
            kept.append(token)
    return [token for token in kept if token]
