"""Names as Discord takes them, changed as little as it demands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.stage.graphemes import size
from bot.stage.names import FALLBACK, LONGEST, header, plain, webhook_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        pytest.param("Mara Quill", "Mara Quill", id="a good name stays"),
        pytest.param("  Mara \n Quill ", "Mara Quill", id="white space is tidied"),
        pytest.param("Bonnie and Clyde", "Bonnie and C\u200alyde", id="a refused word"),
        pytest.param("DISCORDIA", "D\u200aISCORDIA", id="a refused word in capitals"),
        pytest.param("Everyone", "E\u200averyone", id="a refused name"),
        pytest.param("here", "h\u200aere", id="the other refused name"),
        pytest.param("Everyone's Friend", "Everyone's Friend", id="only the whole name"),
        pytest.param("\u200b", FALLBACK, id="nothing to see"),
        pytest.param("a" * 100, "a" * 80, id="too long"),
        pytest.param("😀" * 50, "😀" * 40, id="counted as Discord counts"),
    ],
)
def test_names_for_webhooks(name: str, shown: str) -> None:
    assert webhook_name(name) == shown


@given(st.text(max_size=200))
def test_every_name_is_taken(name: str) -> None:
    shown = webhook_name(name)

    assert 1 <= size(shown) <= LONGEST
    assert shown == shown.strip()
    assert "clyde" not in shown.lower()
    assert "discord" not in shown.lower()
    assert shown.lower() not in {"everyone", "here"}


@given(st.text(max_size=200), st.integers(min_value=50, max_value=2000))
def test_a_header_fits_its_room(name: str, room: int) -> None:
    shown = header(name, room=room)

    assert size(shown) <= room
    assert shown.startswith("**")
    assert shown.endswith("**\n")


def test_a_header_is_bold_and_plain() -> None:
    assert header("Mara *Q*", room=100) == "**Mara \\*Q\\***\n"


def test_a_name_in_a_text_pings_nobody() -> None:
    assert plain("@everyone") == "@\u200beveryone"
