"""A view holds what its knower witnessed, and cannot be made from anything else."""

from uuid import UUID

import pytest

from bot.engine.cast.audiences import Audience, audience_of
from bot.engine.cast.views import NotWitnessed, Person, SpokenSpan, View, view_of
from bot.engine.ids import AccountId, CharacterId, PersonaId, Seq, Slot, Turn, WordsId
from bot.engine.log.events import Span
from bot.engine.log.state import Character, Player, SessionState

MARA, ADA, BEN = Slot(0), Slot(1), Slot(2)
WORDS = {WordsId(UUID(int=n)): name for n, name in enumerate(["Mara", "Ada", "Ben"])}


def a_state() -> SessionState:
    def player(slot: Slot) -> Player:
        return Player(
            slot=slot,
            account=AccountId(UUID(int=100 + slot)),
            persona=PersonaId(UUID(int=200 + slot)),
            name=WordsId(UUID(int=slot)),
        )

    mara = Character(slot=MARA, character=CharacterId("mara"), name=WordsId(UUID(int=0)))
    return SessionState(lead=MARA, participants={MARA: mara, ADA: player(ADA), BEN: player(BEN)})


def span(
    seq: int, speaker: Slot, text: str | None, audience: set[Slot], turn: int = 0
) -> SpokenSpan:
    return SpokenSpan(
        seq=Seq(seq),
        turn=Turn(turn or seq),
        speaker=speaker,
        span=Span.SAID,
        text=text,
        audience=tuple(sorted(audience)),
    )


def test_a_span_that_the_knower_missed_is_refused() -> None:
    secret = span(1, ADA, "The key is under the stone.", {ADA, BEN})

    with pytest.raises(NotWitnessed):
        view_of(MARA, state=a_state(), spans=[secret], words=WORDS)


def test_a_view_cannot_be_made_by_hand() -> None:
    nobody = Person(slot=MARA, name="Mara", is_player=False)

    with pytest.raises(TypeError, match="view_of"):
        View(object(), knower=nobody, present=(), lines=())  # pyright: ignore[reportArgumentType]


def test_spans_of_one_turn_are_one_line() -> None:
    spans = [span(4, ADA, "Well.", {MARA, ADA}, turn=4), span(5, ADA, "Yes.", {MARA, ADA}, turn=4)]

    view = view_of(MARA, state=a_state(), spans=spans, words=WORDS)

    assert [(line.name, len(line.spans)) for line in view.lines] == [("Ada", 2)]


def test_erased_words_leave_no_line() -> None:
    view = view_of(MARA, state=a_state(), spans=[span(4, ADA, None, {MARA, ADA})], words=WORDS)

    assert view.lines == ()


def test_an_erased_name_leaves_someone() -> None:
    words = {words_id: name for words_id, name in WORDS.items() if name != "Ada"}
    spans = [span(4, ADA, "Hello.", {MARA, ADA})]

    view = view_of(MARA, state=a_state(), spans=spans, words=words)

    assert view.lines[0].name == "someone"


def test_a_knowers_own_lines_are_marked() -> None:
    spans = [span(4, MARA, "Hello.", {MARA}), span(5, BEN, "Hi.", {MARA, BEN})]

    view = view_of(MARA, state=a_state(), spans=spans, words=WORDS)

    assert [line.own for line in view.lines] == [True, False]


@pytest.mark.parametrize(
    ("kind", "there", "expected"),
    [
        pytest.param(
            Span.SAID, None, Audience(heard_by=(MARA, ADA, BEN)), id="everybody hears speech"
        ),
        pytest.param(
            Span.THOUGHT,
            None,
            Audience(heard_by=(MARA,), shown_to=(ADA, BEN)),
            id="a thought is the thinker's, though players can read it",
        ),
        pytest.param(
            Span.SAID,
            (MARA, ADA),
            Audience(heard_by=(MARA, ADA), shown_to=(BEN,)),
            id="who came while it was spoken can read it only",
        ),
    ],
)
def test_who_perceives(kind: Span, there: tuple[Slot, ...] | None, expected: Audience) -> None:
    assert audience_of(kind, speaker=MARA, state=a_state(), there=there) == expected


def test_lines_stand_in_the_order_in_which_they_began() -> None:
    spans = [
        span(4, ADA, "Hello.", {MARA, ADA}),
        span(6, ADA, "And?", {MARA, ADA}),
        span(7, MARA, "Sit.", {MARA, ADA}, turn=5),
    ]

    view = view_of(MARA, state=a_state(), spans=spans, words=WORDS)

    assert [line.turn for line in view.lines] == [4, 5, 6]
