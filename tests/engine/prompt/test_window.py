"""The window takes whole lines, always the newest, and moves in steps."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cast.views import Line, SpokenSpan
from bot.engine.ids import Seq, Slot, Turn
from bot.engine.log.events import Span
from bot.engine.prompt.window import ALWAYS, MESSAGE_OVERHEAD, Told, window_of


def words(text: str) -> int:
    return len(text.split())


def line(
    turn: int, text: str = "one two three", *, own: bool = False, span: Span = Span.SAID
) -> Line:
    spoken = SpokenSpan(
        seq=Seq(turn), turn=Turn(turn), speaker=Slot(1), span=span, text=text, audience=(Slot(1),)
    )
    return Line(turn=Turn(turn), speaker=Slot(1), name="Ada", own=own, spans=(spoken,))


def texts(told: tuple[Told, ...]) -> list[str]:
    return [one.text for one in told]


def test_others_lines_carry_their_names_and_own_ones_do_not() -> None:
    told = window_of([line(1, "Hi."), line(2, "Hello.", own=True)], room=100, count=words)

    assert texts(told) == ["Ada: Hi.", "Hello."]


def test_own_thoughts_stay_marked() -> None:
    told = window_of([line(1, "He lies.", own=True, span=Span.THOUGHT)], room=100, count=words)

    assert texts(told) == ["<thought>He lies.</thought>"]


def test_the_newest_lines_stay_even_without_room() -> None:
    told = window_of([line(n, f"line {n}") for n in range(1, 21)], room=0, count=words)

    assert texts(told) == [f"Ada: line {n}" for n in range(21 - ALWAYS, 21)]


def test_an_oversized_line_is_clipped_and_says_so() -> None:
    (told,) = window_of([line(1, "a" * 9000)], room=10, count=words)

    assert told.text.endswith(" […]")
    assert len(told.text) < 4100


def test_the_start_moves_in_steps() -> None:
    """Two turns apart, the first line is mostly the same: a prefix cache keeps working."""
    lines = [line(3 * n, f"line {n}") for n in range(1, 101)]
    room = 20 * (3 + MESSAGE_OVERHEAD)
    starts = [texts(window_of(lines[:n], room=room, count=words))[0] for n in range(50, 101)]

    changes = sum(1 for before, after in pairwise(starts) if before != after)
    assert changes <= 6


@given(st.lists(st.integers(1, 30), max_size=40), st.integers(0, 300))
def test_the_window_is_a_tail_of_the_story_within_its_room(sizes: list[int], room: int) -> None:
    lines = [line(n, " ".join(["w"] * size)) for n, size in enumerate(sizes, start=1)]

    told = window_of(lines, room=room, count=words)

    assert len(told) >= min(ALWAYS, len(lines))
    if len(told) > ALWAYS:
        assert sum(one.tokens for one in told) <= room
