"""What every library of cards does, on disk and in the fake."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.content.library import DiskCardLibrary
from bot.engine.cards.house import card_from_house
from bot.engine.errors import BrokenCard, UnknownCharacter
from bot.engine.ids import CharacterId
from bot.engine.ports import CardLibrary
from tests.fakes.content import FakeCardLibrary

PNG = b"\x89PNG\r\n\x1a\n and so on"
MARA = CharacterId("mara-quill")
TOMAS = CharacterId("tomas")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """The files that a library of the contract is made from."""

    files: dict[str, bytes]
    faces: dict[CharacterId, bytes]


def file_of(character: CharacterId, name: str) -> bytes:
    face = f"{character}.png"
    card = {"id": character, "name": name, "description": "Plays.", "greeting": "Well met."}
    return json.dumps({**card, "visuals": {"avatar": face}}).encode()


FULL = Shelf(
    files={
        "mara-quill.json": file_of(MARA, "Mara Quill"),
        "tomas.json": file_of(TOMAS, "eld Tomas"),
        "torn.json": b'{"id": "torn"',
    },
    faces={MARA: PNG, TOMAS: PNG},
)
EMPTY = Shelf(files={}, faces={})

MakeLibrary = Callable[[Shelf], CardLibrary]


class CardLibraryContract:
    def test_cards_come_by_name_in_any_case(self, library_of: MakeLibrary) -> None:
        names = [card.name for card in library_of(FULL).cards()]

        assert names == ["eld Tomas", "Mara Quill"]

    @pytest.mark.parametrize("wanted", ["mara-quill", "Mara Quill", "MARA-QUILL", " mara quill "])
    def test_a_card_is_found_by_id_or_name(self, library_of: MakeLibrary, wanted: str) -> None:
        assert library_of(FULL).card(wanted).id == MARA

    @pytest.mark.parametrize("wanted", ["mara", "", "../mara-quill", "mara-quill.json"])
    def test_what_is_no_id_and_no_name_is_unknown(
        self, library_of: MakeLibrary, wanted: str
    ) -> None:
        with pytest.raises(UnknownCharacter) as unknown:
            library_of(FULL).card(wanted)

        assert unknown.value.params == {"wanted": wanted}

    def test_a_broken_card_is_an_error_for_that_card_alone(self, library_of: MakeLibrary) -> None:
        library = library_of(FULL)

        with pytest.raises(BrokenCard) as broken:
            library.card("Torn")

        assert broken.value.params["file"] == "torn.json"
        assert library.card("mara-quill").name == "Mara Quill"

    def test_what_is_broken_can_be_listed(self, library_of: MakeLibrary) -> None:
        assert files_of(library_of(FULL).broken()) == ["torn.json"]

    def test_a_face_is_a_picture_or_nothing(self, library_of: MakeLibrary) -> None:
        library = library_of(FULL)

        assert library.face(MARA) == PNG
        assert library.face(CharacterId("nobody")) is None

    def test_an_empty_library_has_nothing_and_nothing_is_broken(
        self, library_of: MakeLibrary
    ) -> None:
        library = library_of(EMPTY)

        assert (list(library.cards()), list(library.broken())) == ([], [])


def files_of(broken: Sequence[BrokenCard]) -> list[str | int]:
    return [error.params["file"] for error in broken]


class TestFakeCardLibrary(CardLibraryContract):
    @pytest.fixture
    def library_of(self) -> MakeLibrary:
        def make(shelf: Shelf) -> CardLibrary:
            library = FakeCardLibrary(faces=shelf.faces)
            for file, raw in shelf.files.items():
                try:
                    library.shelf.append(card_from_house(raw, file=file, version="v1"))
                except BrokenCard as error:
                    library.unreadable.append(error)
            return library

        return make


class TestDiskCardLibrary(CardLibraryContract):
    @pytest.fixture
    def library_of(self, tmp_path: Path) -> MakeLibrary:
        def make(shelf: Shelf) -> CardLibrary:
            for file, raw in shelf.files.items():
                (tmp_path / file).write_bytes(raw)
            for character, face in shelf.faces.items():
                (tmp_path / f"{character}.png").write_bytes(face)
            return DiskCardLibrary(tmp_path)

        return make
