"""What models write is cut and shaped in no time, whatever it is."""

import pytest

from bot.engine.cast.lines import Piece
from bot.engine.log.events import Span
from bot.stage.formatting import Thoughts, discord_text
from bot.stage.graphemes import clipped
from bot.stage.splitting import split
from tests.hostile import slow


def test_a_long_line_is_split_in_no_time() -> None:
    assert slow(split) == []


@pytest.mark.parametrize("thoughts", ["dimmed", "spoiler", "hidden"])
def test_a_line_is_formatted_in_no_time(thoughts: Thoughts) -> None:
    def shaped(text: str) -> str:
        pieces = [Piece(span=span, text=text) for span in Span]
        return discord_text(pieces, thoughts=thoughts, growing=True)

    assert slow(shaped) == []


def test_a_text_is_clipped_in_no_time() -> None:
    assert slow(lambda text: clipped(text, 1500)) == []
