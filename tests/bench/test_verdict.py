"""What the log lacks is explained by the bot's absence, or it is lost."""

import pytest

from bench._agreement import Channel, Line, Owned, Shown
from bench._verdict import IN_FLIGHT, Verdict, judge

TYPED = 10 << 30
KEPT = Line(turn=1, texts=("Hello!",), message=TYPED, is_player=True)


def verdict(*, away: tuple[int, int] | None = None, late: bool = False) -> Verdict:
    shown = [Shown(id=TYPED, text="Hello!", ours=False)]
    channel = Channel(name="inn", lines=[], owned=[], shown=shown)
    ids = frozenset({TYPED}) if late else frozenset[int]()
    return judge([channel], away=[] if away is None else [away], late=ids)


def test_what_was_typed_while_the_bot_was_there_is_lost() -> None:
    assert verdict().faults
    assert verdict(away=(TYPED - 9, TYPED - 8)).faults
    assert verdict(away=(TYPED + IN_FLIGHT + 1, TYPED + 2 * IN_FLIGHT)).faults


@pytest.mark.parametrize(
    "found",
    [
        pytest.param(verdict(away=(TYPED - 1, TYPED + 1)), id="typed while it was away"),
        pytest.param(verdict(away=(TYPED + 1, TYPED + 9)), id="typed just before it went"),
        pytest.param(verdict(late=True), id="held back by Discord"),
    ],
)
def test_what_the_bot_missed_is_told_apart(found: Verdict) -> None:
    assert found.faults == []
    assert len(found.missed) == 1


@pytest.mark.parametrize("answer", ["a line", "a note"])
def test_a_kept_line_wants_an_answer_or_a_note(answer: str) -> None:
    shown = [
        Shown(id=TYPED, text="Hello!", ours=False),
        Shown(id=TYPED + 1, text="Hm.", ours=True),
    ]
    is_line = answer == "a line"
    line = [Line(turn=2, texts=("Hm.",))] if is_line else []
    row = Owned(message=TYPED + 1, turn=2 if is_line else None, part=0, state="there")
    answered = Channel(name="inn", lines=[KEPT, *line], owned=[row], shown=shown)
    silent = Channel(name="inn", lines=[KEPT], owned=[], shown=shown[:1])

    assert judge([answered], away=[], late=frozenset()).unanswered == []
    assert len(judge([silent], away=[], late=frozenset()).unanswered) == 1
