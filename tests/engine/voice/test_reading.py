"""A model's raw text as a line: cleaned, cut where it stops being the speaker's, never leaking."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cast.lines import Piece
from bot.engine.log.events import Span
from bot.engine.voice.reading import Reading, read_line

OTHERS = ("Ada", "Ben Okri")


def said(text: str) -> Piece:
    return Piece(span=Span.SAID, text=text)


def thought(text: str) -> Piece:
    return Piece(span=Span.THOUGHT, text=text)


def read(raw: str, *, complete: bool = True) -> Reading:
    return read_line(raw, speaker="Mara Quill", others=OTHERS, complete=complete)


BAD = [
    pytest.param("Mara Quill: Evening.", [said("Evening.")], id="own name"),
    pytest.param("**Mara Quill:** Evening.", [said("Evening.")], id="own name in bold"),
    pytest.param("**Mara Quill**: Evening.", [said("Evening.")], id="bold before the colon"),
    pytest.param("\n\n mara quill : Evening.", [said("Evening.")], id="own name, any case"),
    pytest.param("<think>They seem sad.</think>Evening.", [said("Evening.")], id="reasoning"),
    pytest.param("<think>Never closed", [], id="reasoning without an end"),
    pytest.param("<|im_start|>assistant\nEvening.<|im_end|>", [said("Evening.")], id="role tokens"),
    pytest.param("Evening.\nAda: Hello!", [said("Evening.")], id="speaks for the player"),
    pytest.param("Evening.\n**Ben Okri:** Hello!", [said("Evening.")], id="speaks in bold"),
    pytest.param("Ada: Hello!", [], id="only the player's line"),
    pytest.param("<action>nods</action> Aye.", [said("*nods* Aye.")], id="action tags"),
    pytest.param("<action>nods", [said("*nods*")], id="an action that is never closed"),
    pytest.param(
        "Aye. <thought>He lies.</thought> Sit.",
        [said("Aye."), thought("He lies."), said("Sit.")],
        id="a thought",
    ),
    pytest.param("Aye. <thought>He lies.", [said("Aye."), thought("He lies.")], id="open thought"),
    pytest.param(
        "<smiles/>Aye.<wink>So</wink>.", [said("Aye.So.")], id="unknown tags go, insides stay"
    ),
    pytest.param("   \n ", [], id="nothing"),
    pytest.param("Aye.\n\n\n\n\nSit.", [said("Aye.\n\nSit.")], id="a hole"),
]


@pytest.mark.parametrize(("raw", "pieces"), BAD)
def test_what_models_do_wrong_is_put_right(raw: str, pieces: list[Piece]) -> None:
    assert list(read(raw).pieces) == pieces


@pytest.mark.parametrize(
    "good",
    [
        "Ada, come here.",
        '*reads aloud* "Dear Ada: the ship sails at dawn."',
        "I said to Ada: wait.",
        "I <3 this place, <@123> and <t:1700000000:R> and <:lantern:42>.",
        "2 < 3 and 5 > 4.",
        "Note: the door sticks.",
        "A bold **word** and `code`.",
    ],
)
def test_good_lines_pass_unharmed(good: str) -> None:
    assert read(good) == Reading(pieces=(said(good),))


@pytest.mark.parametrize(("raw", "pieces"), BAD)
def test_no_cut_of_the_stream_shows_what_the_whole_would_not(raw: str, pieces: list[Piece]) -> None:
    whole = [(piece.span, piece.text) for piece in pieces]
    for cut in range(len(raw)):
        shown = read(raw[:cut], complete=False).pieces
        for number, piece in enumerate(shown):
            assert number < len(whole)
            span, text = whole[number]
            assert piece.span is span
            assert text.startswith(piece.text.removesuffix("*").rstrip())


def test_another_speakers_line_ends_ours_while_streaming() -> None:
    assert not read("Evening.\nAd", complete=False).ended
    assert read("Evening.\nAda:", complete=False).ended


@given(st.text(alphabet="aA:<>/thougcin*|_ \nMra Quil.", max_size=80))
def test_reading_is_total_and_never_shows_a_thought_as_speech(raw: str) -> None:
    reading = read(raw)

    assert all(piece.text == piece.text.strip() != "" for piece in reading.pieces)
    assert not any("<thought>" in piece.text.casefold() for piece in reading.pieces)
