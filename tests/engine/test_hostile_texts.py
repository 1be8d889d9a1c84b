"""What models and people write is read in no time, whatever it is."""

from collections.abc import Callable

import pytest

from bot.engine.cards.macros import expand
from bot.engine.cast.lines import pieces_of_player, without_asides
from bot.engine.direction.addressee import addressee
from bot.engine.ids import Slot
from bot.engine.voice.reading import read_line
from tests.hostile import slow

OTHERS = ("Ada Lovelace", "(a+)+", "</thought>", "**")
CHARACTERS = {Slot(0): "Mara Quill", Slot(1): "(a*)* a"}


def growing(text: str) -> object:
    return read_line(text, speaker="Mara", others=OTHERS, complete=False)


def whole(text: str) -> object:
    return read_line(text, speaker="Mara", others=OTHERS)


def addressed(text: str) -> object:
    return addressee(text, characters=CHARACTERS, lead=None)


def expanded(text: str) -> object:
    return expand(text, char="Mara", user="Ada")


@pytest.mark.parametrize(
    "read", [growing, whole, without_asides, pieces_of_player, addressed, expanded]
)
def test_a_text_is_read_in_no_time(read: Callable[[str], object]) -> None:
    assert slow(lambda text: read(f"x{text}x")) == []
