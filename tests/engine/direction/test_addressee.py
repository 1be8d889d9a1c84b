"""Who a line is for."""

import pytest

from bot.engine.direction.addressee import addressee
from bot.engine.ids import Slot

MARA, TOM, TIM = Slot(0), Slot(3), Slot(4)
CAST = {MARA: "Mara Quill", TOM: "Tom Reed", TIM: "Tim Reed"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Hello?", MARA, id="nobody is named: the lead"),
        pytest.param("Tom, what is that?", TOM, id="a first name"),
        pytest.param("tim reed!", TIM, id="a whole name in any case"),
        pytest.param("Tim and Tom, listen.", TIM, id="the first named"),
        pytest.param("Tomorrow then.", MARA, id="part of a word is no name"),
        pytest.param("Reed?", MARA, id="a family name alone is not enough"),
    ],
)
def test_who_is_addressed(text: str, expected: Slot) -> None:
    assert addressee(text, characters=CAST, lead=MARA) == expected


def test_a_first_name_that_two_share_calls_neither() -> None:
    shared = {MARA: "Mara Quill", TOM: "Tom Reed", TIM: "Tom Hale"}

    assert addressee("Tom?", characters=shared, lead=MARA) == MARA
    assert addressee("Tom Hale?", characters=shared, lead=MARA) == TIM
