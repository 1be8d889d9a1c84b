"""The entrance: a whole text, or as much as there is, of a speaker among others."""

from bot.engine.voice.reading import Reading, read_line
from tests.engine.voice.reading_aloud import said, secret


def test_a_line_is_read_where_only_names_are_known() -> None:
    reading = read_line("Mara: Evening.\nAda: Hello!", speaker="Mara", others=["Ada"])

    assert reading == Reading(pieces=(said("Evening."),), ended=True)


def test_while_more_may_come_what_is_uncertain_waits() -> None:
    assert read_line("Evening.\nAd", speaker="Mara", others=["Ada"], complete=False).pieces == (
        said("Evening."),
    )


def test_what_is_kept_is_in_order() -> None:
    raw = "<whispers>One.</whispers>Two.<whispers>Three.</whispers>Four.<whispers>Five."

    reading = read_line(raw, speaker="Mara")

    assert [piece.text for piece in reading.kept] == ["One.", "Two.", "Three.", "Four.", "Five."]
    assert [piece.text for piece in reading.pieces] == ["Two.", "Four."]
    assert reading.kept[0] == secret("One.")
