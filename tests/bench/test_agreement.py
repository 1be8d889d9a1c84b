"""The checker of the chaos run sees what it should, and only that."""

from dataclasses import replace

import pytest

from bench._agreement import Channel, Line, Owned, Shown, compare

HELLO = Shown(id=10, text="Hello!", ours=False)
ANSWER = Shown(id=11, text="Good evening.", ours=True)
SAID = Line(turn=1, texts=("Hello!",), message=10, is_player=True)
ANSWERED = Line(turn=2, texts=("Good evening.",))
ROW = Owned(message=11, turn=2, part=0, state="there")
FINE = Channel(name="inn", lines=[SAID, ANSWERED], owned=[ROW], shown=[HELLO, ANSWER])


def faults(channel: Channel) -> list[str]:
    return [fault.partition(":")[0] for fault in compare(channel).faults]


def test_what_agrees_is_fine() -> None:
    assert faults(FINE) == []
    assert compare(FINE).unheard == []


def test_a_typed_line_that_the_log_lacks_is_unheard() -> None:
    assert compare(replace(FINE, lines=[ANSWERED])).unheard == [10]


@pytest.mark.parametrize(
    ("kind", "channel"),
    [
        pytest.param(
            "twice", replace(FINE, lines=[SAID, replace(SAID, turn=3), ANSWERED]), id="kept twice"
        ),
        pytest.param(
            "differs", replace(FINE, shown=[HELLO, replace(ANSWER, text="Good")]), id="half a line"
        ),
        pytest.param(
            "differs", replace(FINE, shown=[replace(HELLO, text="Hi"), ANSWER]), id="other words"
        ),
        pytest.param(
            "foreign",
            replace(FINE, shown=[HELLO, ANSWER, replace(ANSWER, id=12)]),
            id="posted twice, the ledger knows of one",
        ),
        pytest.param(
            "differs",
            replace(
                FINE,
                shown=[HELLO, ANSWER, replace(ANSWER, id=12)],
                owned=[ROW, replace(ROW, message=12)],
            ),
            id="posted twice, the ledger knows of both",
        ),
        pytest.param("foreign", replace(FINE, lines=[SAID]), id="shown, and not in the log"),
        pytest.param(
            "lost", replace(FINE, shown=[HELLO], owned=[replace(ROW, state="gone")]), id="not shown"
        ),
        pytest.param("due", replace(FINE, owned=[replace(ROW, is_due=True)]), id="still due"),
        pytest.param(
            "disorder",
            replace(FINE, shown=[HELLO, replace(ANSWER, id=9)], owned=[replace(ROW, message=9)]),
            id="the answer stands above the question",
        ),
        pytest.param(
            "disorder",
            replace(
                FINE,
                lines=[SAID, replace(SAID, turn=3, message=8), ANSWERED],
                shown=[HELLO, ANSWER, replace(HELLO, id=8)],
            ),
            id="two people's lines change places",
        ),
    ],
)
def test_what_does_not_agree_is_named(kind: str, channel: Channel) -> None:
    assert kind in faults(channel)


def test_a_line_whose_event_came_late_may_stand_elsewhere() -> None:
    late = replace(
        FINE,
        lines=[SAID, replace(SAID, turn=3, message=8), replace(ANSWERED, turn=4)],
        shown=[HELLO, ANSWER, replace(HELLO, id=8)],
        owned=[replace(ROW, turn=4)],
        late=frozenset({8}),
    )

    assert faults(late) == []


def test_what_is_typed_while_a_character_speaks_may_stand_on_either_side() -> None:
    meanwhile = replace(
        FINE,
        lines=[SAID, ANSWERED, replace(SAID, turn=3, message=9)],
        shown=[replace(HELLO, id=9), HELLO, ANSWER],
        late=frozenset({9}),
    )

    assert faults(meanwhile) == []


@pytest.mark.parametrize("stuck", ["Good", "Good ", "*Good*"])
def test_a_stuck_message_is_followed_by_exactly_its_rest(stuck: str) -> None:
    whole = f"{stuck.rstrip().rstrip('*')} evening."
    channel = replace(
        FINE,
        lines=[SAID, replace(ANSWERED, texts=(whole,))],
        shown=[HELLO, replace(ANSWER, text=stuck), replace(ANSWER, id=12, text="evening.")],
        owned=[replace(ROW, state="given_up"), replace(ROW, message=12)],
    )

    assert faults(channel) == []
    assert compare(channel).stuck == 1


def test_a_rest_that_is_none_is_seen() -> None:
    channel = replace(
        FINE,
        shown=[HELLO, replace(ANSWER, text="Good"), replace(ANSWER, id=12)],
        owned=[replace(ROW, state="given_up"), replace(ROW, message=12)],
    )

    assert faults(channel) == ["differs"]
