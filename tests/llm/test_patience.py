"""When to stop waiting: four bounds, one table, and no clock at all."""

import pytest

from bot.llm.patience import Patience, Vigil

PATIENCE = Patience(first=60, between=30, thinking=180, total=300)


def vigil(*signs: tuple[str, float]) -> Vigil:
    """An answer asked for at 0, with `("thought", 5)`, `("spoke", 9)` and so on."""
    watch = Vigil(patience=PATIENCE, began=0)
    for sign, at in signs:
        (watch.thought if sign == "thought" else watch.spoke)(at)
    return watch


@pytest.mark.parametrize(
    ("signs", "now", "deadline"),
    [
        pytest.param([], 0, 60, id="nothing yet: the first word's"),
        pytest.param([("spoke", 50)], 50, 80, id="a word: the next word's"),
        pytest.param([("thought", 50)], 50, 80, id="a thought is life"),
        pytest.param([("thought", 5), ("thought", 170)], 170, 185, id="thinking has its own bound"),
        pytest.param(
            [("thought", 5), ("spoke", 170)], 170, 200, id="a word ends thinking and its bound"
        ),
        pytest.param(
            [("spoke", 5), ("thought", 170), ("thought", 190)],
            190,
            220,
            id="thoughts between words have the usual bound",
        ),
        pytest.param([("spoke", 290)], 290, 300, id="in the end the whole answer's"),
        pytest.param([("spoke", 50)], 200, 230, id="nobody listened: that is not the model's"),
        pytest.param([("spoke", 50)], 320, 300, id="but the whole answer's bound holds"),
    ],
)
def test_when_to_stop_waiting(signs: list[tuple[str, float]], now: float, deadline: float) -> None:
    assert vigil(*signs).deadline(waiting_since=now) == deadline


@pytest.mark.parametrize(
    ("signs", "now", "seconds"),
    [
        pytest.param([], 59.2, 60, id="from the beginning"),
        pytest.param([("thought", 50)], 80, 80, id="thoughts are not heard by those who wait"),
        pytest.param([("spoke", 50)], 80, 30, id="from the last word"),
        pytest.param([], 0, 1, id="never nothing"),
    ],
)
def test_how_long_it_was_silent(signs: list[tuple[str, float]], now: float, seconds: int) -> None:
    assert vigil(*signs).silent_for(now) == seconds
