"""Where characters and prompts are looked for."""

from pathlib import Path

from bot.content.places import CHECKOUT, place_of


def test_a_folder_that_is_there_is_taken_as_given(tmp_path: Path) -> None:
    (tmp_path / "checkout" / "mine").mkdir(parents=True)
    (tmp_path / "mine").mkdir()

    assert place_of(tmp_path / "mine", checkout=tmp_path / "checkout") == tmp_path / "mine"


def test_else_the_one_beside_the_package_is_taken(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()

    assert place_of(Path("elsewhere"), checkout=tmp_path) == tmp_path / "elsewhere"


def test_in_a_wheel_they_lie_inside_the_package(tmp_path: Path) -> None:
    inside = tmp_path / "bot" / "content" / "shelved"
    inside.mkdir(parents=True)

    assert place_of(Path("shelved"), checkout=tmp_path) == inside


def test_a_folder_that_is_nowhere_keeps_the_name_that_people_wrote(tmp_path: Path) -> None:
    assert place_of(Path("nowhere"), checkout=tmp_path) == Path("nowhere")


def test_the_checkout_holds_the_characters() -> None:
    assert (CHECKOUT / "characters").is_dir()
