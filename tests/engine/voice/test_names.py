"""Names as people choose them: with marks of patterns, in any script, however encoded."""

import unicodedata
from typing import Literal

import pytest

from bot.engine.voice.prefixes import aliases
from bot.engine.voice.reading import Hearing, read
from tests.engine.voice.reading_aloud import cut, leaks, said

NAMES = [
    "(a+)+$",
    "Mr. [X] {2}",
    r"back\slash \d",
    "*Star*",
    "_Low_",
    "^.*",
    "a|b",
    "محمد",
    "שרה לוי",
    "\u200fרות",
    "Zoë",
    unicodedata.normalize("NFD", "Émilie Noël"),
    "Ngọc Ánh",
    "张伟",
    "👩\u200d🚀 Pilot",
    "İpek",
    "Straße",
    "O'Neil",
    "Ann-Kathrin",
    "Ada: the First",
    "#1",
    "<3 Rose",
]


@pytest.mark.parametrize("name", NAMES)
def test_another_of_that_name_ends_the_line(name: str) -> None:
    hearing = Hearing(speaker="Mara Quill", others=(name,))
    raw = f"Evening.\n{name}: Hello!"

    assert read(raw, hearing).pieces == (said("Evening."),)
    assert leaks(raw, hearing=hearing) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_speaker_of_that_name_is_read(name: str) -> None:
    hearing = Hearing(speaker=name, others=("Ben",))
    raw = f"**{name}:** Evening.\n\n{name}: Sit.\nBen: Aye."

    assert read(raw, hearing).pieces == (said("Evening.\n\nSit."),)
    assert leaks(raw, hearing=hearing) == []
    assert cut(raw, 1, hearing=hearing) == read(raw, hearing)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_an_accent_is_one_character_or_two(form: Literal["NFC", "NFD"]) -> None:
    written = "NFD" if form == "NFC" else "NFC"
    hearing = Hearing(speaker="Mara", others=(unicodedata.normalize(form, "Zoë"),))

    raw = f"Evening.\n{unicodedata.normalize(written, 'Zoë')}: Hello!"

    assert read(raw, hearing).pieces == (said("Evening."),)


def test_marks_of_direction_around_a_name_do_not_hide_it() -> None:
    hearing = Hearing(speaker="Mara", others=("רות",))

    assert read("Evening.\n\u200fרות\u200f: שלום", hearing).pieces == (said("Evening."),)


def test_the_longer_of_two_names_is_told_from_the_shorter() -> None:
    hearing = Hearing(speaker="Mara", others=("Ada", "Ada Lovelace"))

    assert read("Aye.\nAda Lovelace: Hello!", hearing).pieces == (said("Aye."),)
    assert read("Aye.\nAda Love: a poem.", hearing).pieces == (said("Aye.\nAda Love: a poem."),)


def test_nobody_has_no_name() -> None:
    hearing = Hearing(speaker="", others=("", "  "))

    assert read(": Evening.\n: Sit.", hearing).pieces == (said(": Evening.\n: Sit."),)


@pytest.mark.parametrize(
    ("name", "also"),
    [
        ("Mara Quill", ("Mara",)),
        ("Dr. Vale", ("Vale",)),
        ("The Old Lamp", ("Lamp",)),
        ("Mara", ()),
        ("", ()),
    ],
)
def test_who_has_two_names_is_called_by_one(name: str, also: tuple[str, ...]) -> None:
    assert aliases(name) == also


def test_a_first_name_that_another_has_is_theirs() -> None:
    hearing = Hearing(speaker="Ada Quill", others=("Ada",))

    assert read("Evening.\nAda: Hello!", hearing).pieces == (said("Evening."),)
