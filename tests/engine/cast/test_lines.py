"""What people type: out-of-character talk is cut, thoughts are set apart, nothing is guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cast.lines import Piece, pieces_of_player, without_asides
from bot.engine.log.events import Span


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        pytest.param("Hello.", "Hello.", id="plain"),
        pytest.param("((brb))", "", id="all of it out of character"),
        pytest.param("Hello ((brb tea)) there.", "Hello there.", id="in the middle"),
        pytest.param("Hello ((never closed", "Hello", id="never closed"),
        pytest.param("// is this on?", "", id="a line with slashes"),
        pytest.param("OOC: one sec", "", id="a line with OOC"),
        pytest.param("ooc: one sec", "", id="in any case"),
        pytest.param(
            "I nod.\n// sorry, late\nAnd wait.", "I nod.\nAnd wait.", id="one line of three"
        ),
        pytest.param(
            "https://example.org", "https://example.org", id="slashes inside are no marker"
        ),
        pytest.param("(a whole action)", "(a whole action)", id="single brackets are play"),
    ],
)
def test_out_of_character_talk_is_cut(typed: str, kept: str) -> None:
    assert without_asides(typed) == kept


def said(text: str) -> Piece:
    return Piece(span=Span.SAID, text=text)


def thought(text: str) -> Piece:
    return Piece(span=Span.THOUGHT, text=text)


@pytest.mark.parametrize(
    ("typed", "pieces"),
    [
        pytest.param("Hello.", [said("Hello.")], id="speech"),
        pytest.param("*waves* Hello.", [said("*waves* Hello.")], id="action stays in its line"),
        pytest.param("(sits down)", [said("*sits down*")], id="a line in brackets is action"),
        pytest.param("She said (I think) no.", [said("She said (I think) no.")], id="not inside"),
        pytest.param(
            "Fine. <thought>It is not.</thought> Really.",
            [said("Fine."), thought("It is not."), said("Really.")],
            id="a thought in the middle",
        ),
        pytest.param("<THOUGHT>hm", [thought("hm")], id="never closed, any case"),
        pytest.param(
            "<whispers to='Mara'>psst", [said("<whispers to='Mara'>psst")], id="no other tag"
        ),
        pytest.param("<thought></thought>", [], id="nothing at all"),
    ],
)
def test_a_players_line_as_spans(typed: str, pieces: list[Piece]) -> None:
    assert list(pieces_of_player(typed)) == pieces


@given(st.text(alphabet="ab()/<>thoug \n*", max_size=60))
def test_no_piece_is_empty_and_no_thought_leaks(typed: str) -> None:
    pieces = pieces_of_player(without_asides(typed))

    assert all(piece.text.strip() for piece in pieces)
    assert not any("<thought>" in piece.text for piece in pieces if piece.span is Span.SAID)
