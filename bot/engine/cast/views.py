"""Views: what one participant may read. The only door from the log to a prompt.

A `View` cannot be made outside this file: its constructor asks for a seal that is private here.
Storage filters by audience already; what slips through is refused here once more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.engine.ids import Seq, Slot, Turn, WordsId
from bot.engine.log.events import Span
from bot.engine.log.state import Character, Player, SessionState


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenSpan:
    """A span as the transcript holds it. `text` is None where its words were erased."""

    seq: Seq
    turn: Turn
    speaker: Slot
    span: Span
    text: str | None
    audience: tuple[Slot, ...]
    truncated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One turn as the knower perceived it: the spans that reached them, in order."""

    turn: Turn
    speaker: Slot
    name: str
    own: bool
    spans: tuple[SpokenSpan, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody the knower can see."""

    slot: Slot
    name: str
    is_player: bool
    pronouns: str = ""
    description: str = ""


class NotWitnessed(Exception):
    """A span was offered to a view whose knower did not perceive it: a fault of the caller's."""


class _Seal:
    """Only this file can name it."""


_SEAL = _Seal()


class View:
    """What `knower` may know at this point of the story."""

    __slots__ = ("knower", "lines", "present")

    def __init__(
        self, seal: _Seal, *, knower: Person, present: tuple[Person, ...], lines: tuple[Line, ...]
    ) -> None:
        if seal is not _SEAL:
            msg = "A view is made by view_of, from what its knower witnessed."
            raise TypeError(msg)
        self.knower = knower
        self.present = present
        self.lines = lines


def view_of(
    knower: Slot,
    *,
    state: SessionState,
    spans: Sequence[SpokenSpan],
    words: Mapping[WordsId, str],
) -> View:
    """Build the view of `knower` from spans in story order.

    Raises:
        NotWitnessed: a span has an audience without the knower.
    """
    for span in spans:
        if knower not in span.audience:
            raise NotWitnessed(span.seq, knower)
    people = {slot: _person(participant, words) for slot, participant in state.participants.items()}
    others = tuple(people[slot] for slot in state.slots() if slot != knower)
    return View(_SEAL, knower=people[knower], present=others, lines=_lines(knower, people, spans))


def words_named_by(state: SessionState) -> tuple[WordsId, ...]:
    """The words that a view of this state needs besides the spans' own."""
    named = (
        (p.name, p.pronouns, p.description) if isinstance(p, Player) else (p.name,)
        for p in state.participants.values()
    )
    return tuple(words for group in named for words in group if words is not None)


def names_in(state: SessionState, words: Mapping[WordsId, str]) -> Mapping[Slot, str]:
    """What each participant is called."""
    return {slot: _person(p, words).name for slot, p in state.participants.items()}


def _person(participant: Player | Character, words: Mapping[WordsId, str]) -> Person:
    def text(words_id: WordsId | None) -> str:
        return words.get(words_id, "") if words_id is not None else ""

    # An erased name leaves a person without one; "someone" is what everybody else sees too.
    name = text(participant.name) or "someone"
    if isinstance(participant, Character):
        return Person(slot=participant.slot, name=name, is_player=False)
    return Person(
        slot=participant.slot,
        name=name,
        is_player=True,
        pronouns=text(participant.pronouns),
        description=text(participant.description),
    )


def _lines(
    knower: Slot, people: Mapping[Slot, Person], spans: Sequence[SpokenSpan]
) -> tuple[Line, ...]:
    """In the order in which they began: what was typed while a character spoke comes after it."""
    turns: dict[Turn, list[SpokenSpan]] = {}
    for span in spans:
        if span.text is not None:
            turns.setdefault(span.turn, []).append(span)
    return tuple(
        Line(
            turn=turn,
            speaker=said[0].speaker,
            name=people[said[0].speaker].name,
            own=said[0].speaker == knower,
            spans=tuple(said),
        )
        for turn, said in sorted(turns.items())
    )
