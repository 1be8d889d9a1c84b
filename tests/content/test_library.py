"""Cards on disk: as fresh as the disk, and nothing from outside the folder."""

import json
import os
from pathlib import Path

import pytest

from bot.content.files import FreshFolder
from bot.content.library import MOST_BYTES, DiskCardLibrary
from bot.engine.errors import BrokenCard, UnknownCharacter
from bot.engine.ids import CharacterId

MARA = CharacterId("mara")
PNG = b"\x89PNG\r\n\x1a\n and so on"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    folder = tmp_path / "characters"
    folder.mkdir()
    return folder


@pytest.fixture
def library(shelf: Path) -> DiskCardLibrary:
    return DiskCardLibrary(shelf)


def card_json(name: str = "Mara", *, face: str | None = None, id_: str = "mara") -> bytes:
    card: dict[str, object] = {"id": id_, "name": name, "description": "Plays.", "greeting": "Hm."}
    return json.dumps({**card, "visuals": {"avatar": face}} if face else card).encode()


def names(library: DiskCardLibrary) -> list[str]:
    return [card.name for card in library.cards()]


def reasons(library: DiskCardLibrary) -> list[tuple[object, object]]:
    return [(broken.params["file"], broken.params["reason"]) for broken in library.broken()]


def test_a_card_changes_with_its_file(shelf: Path, library: DiskCardLibrary) -> None:
    (shelf / "mara.json").write_bytes(card_json("Mara"))
    before = library.card("mara")

    (shelf / "mara.json").write_bytes(card_json("Mara Quill"))
    after = library.card("mara")

    assert (before.name, after.name) == ("Mara", "Mara Quill")
    assert before.version != after.version


def test_a_file_put_in_the_place_of_another_is_seen_at_the_same_time_and_size(
    shelf: Path, library: DiskCardLibrary
) -> None:
    (shelf / "mara.json").write_bytes(card_json("Mara"))
    assert names(library) == ["Mara"]

    (shelf / "new").write_bytes(card_json("Mira"))
    was = (shelf / "mara.json").stat()
    os.utime(shelf / "new", ns=(was.st_atime_ns, was.st_mtime_ns))
    (shelf / "new").replace(shelf / "mara.json")

    assert names(library) == ["Mira"]


def test_a_card_that_breaks_is_never_served_from_before(
    shelf: Path, library: DiskCardLibrary
) -> None:
    (shelf / "mara.json").write_bytes(card_json())
    assert names(library) == ["Mara"]

    (shelf / "mara.json").write_bytes(b"{")

    assert names(library) == []
    with pytest.raises(BrokenCard):
        library.card("mara")


def test_a_card_that_is_mended_is_there_again(shelf: Path, library: DiskCardLibrary) -> None:
    (shelf / "mara.json").write_bytes(b"{")
    assert names(library) == []

    (shelf / "mara.json").write_bytes(card_json())

    assert names(library) == ["Mara"]
    assert reasons(library) == []


def test_a_card_whose_file_is_gone_is_unknown(shelf: Path, library: DiskCardLibrary) -> None:
    (shelf / "mara.json").write_bytes(card_json())
    assert names(library) == ["Mara"]

    (shelf / "mara.json").unlink()

    with pytest.raises(UnknownCharacter):
        library.card("mara")


def test_two_files_with_one_id_are_told_apart_by_their_names(
    shelf: Path, library: DiskCardLibrary
) -> None:
    (shelf / "b.json").write_bytes(card_json("Second"))
    (shelf / "a.json").write_bytes(card_json("First"))

    assert names(library) == ["First"]
    assert reasons(library) == [("b.json", "id: a.json has the same")]


def test_an_id_goes_before_a_name(shelf: Path, library: DiskCardLibrary) -> None:
    (shelf / "a.json").write_bytes(card_json("tomas", id_="mara"))
    (shelf / "b.json").write_bytes(card_json("Old Tomas", id_="tomas"))

    assert library.card("Tomas").name == "Old Tomas"


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    library = DiskCardLibrary(tmp_path / "nowhere")

    assert names(library) == []
    assert reasons(library) == [(str(tmp_path / "nowhere"), "No such file or directory")]


def test_a_file_of_more_than_a_megabyte_is_refused(shelf: Path, library: DiskCardLibrary) -> None:
    (shelf / "mara.json").write_bytes(b" " * (MOST_BYTES + 1))

    assert reasons(library) == [("mara.json", "1,000,001 bytes; at most 1,000,000 are read")]


def test_hidden_files_are_left_alone(shelf: Path, library: DiskCardLibrary) -> None:
    (shelf / ".mara.json").write_bytes(b"half written")

    assert reasons(library) == []


def test_a_pipe_is_refused_and_not_waited_for(shelf: Path, library: DiskCardLibrary) -> None:
    os.mkfifo(shelf / "mara.json")

    assert reasons(library) == [("mara.json", "not a file")]


def test_a_link_to_outside_is_refused(shelf: Path, library: DiskCardLibrary) -> None:
    outside = shelf.parent / "secret.json"
    outside.write_bytes(card_json("Secret"))
    (shelf / "mara.json").symlink_to(outside)

    assert names(library) == []
    assert reasons(library) == [("mara.json", "lies outside its folder")]


def test_a_link_to_itself_is_refused(shelf: Path, library: DiskCardLibrary) -> None:
    (shelf / "mara.json").symlink_to(shelf / "mara.json")

    assert [file for file, _ in reasons(library)] == ["mara.json"]


def test_a_link_within_the_folder_is_followed(shelf: Path, library: DiskCardLibrary) -> None:
    (shelf / "kept").write_bytes(card_json())
    (shelf / "mara.json").symlink_to("kept")

    assert names(library) == ["Mara"]


def test_a_folder_may_itself_be_a_link(shelf: Path) -> None:
    (shelf / "mara.json").write_bytes(card_json())
    (shelf.parent / "link").symlink_to(shelf)

    assert names(DiskCardLibrary(shelf.parent / "link")) == ["Mara"]


def test_a_face_changes_with_its_file(shelf: Path, library: DiskCardLibrary) -> None:
    (shelf / "mara.json").write_bytes(card_json(face="mara.png"))
    (shelf / "mara.png").write_bytes(PNG)
    assert library.face(MARA) == PNG

    (shelf / "mara.png").write_bytes(PNG + b", redrawn")

    assert library.face(MARA) == PNG + b", redrawn"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(None, "No such file or directory", id="missing"),
        pytest.param(b"GIF89a", "not a PNG picture", id="another format"),
        pytest.param(PNG + b" " * MOST_BYTES, "1,000,018 bytes; at most", id="too large"),
    ],
)
def test_a_card_plays_without_its_face_and_says_so(
    shelf: Path, library: DiskCardLibrary, content: bytes | None, reason: str
) -> None:
    (shelf / "mara.json").write_bytes(card_json(face="mara.png"))
    if content is not None:
        (shelf / "mara.png").write_bytes(content)

    [(file, said)] = reasons(library)

    assert names(library) == ["Mara"]
    assert library.face(MARA) is None
    assert file == "mara.png"
    assert str(said).startswith(reason)


def test_a_face_that_links_to_outside_is_refused(shelf: Path, library: DiskCardLibrary) -> None:
    (shelf.parent / "secret.png").write_bytes(PNG)
    (shelf / "mara.png").symlink_to(shelf.parent / "secret.png")
    (shelf / "mara.json").write_bytes(card_json(face="mara.png"))

    assert library.face(MARA) is None
    assert reasons(library) == [("mara.png", "lies outside its folder")]


def test_a_file_is_parsed_once_and_few_stay_parsed(tmp_path: Path) -> None:
    parsed: list[str] = []

    def parse(file: str, raw: bytes) -> bytes:
        parsed.append(file)
        return raw

    folder = FreshFolder(tmp_path, parse, keep=2, limit=10)
    for file in "abc":
        (tmp_path / file).touch()

    for file in ("a", "a", "b", "c", "c", "a"):
        folder.read(file)

    assert parsed == ["a", "b", "c", "a"]
