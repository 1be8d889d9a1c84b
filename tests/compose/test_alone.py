"""One playground per folder, one bot per token; and an address that stays."""

from pathlib import Path

import pytest

from bot.compose.alone import AlreadyRuns, alone, lock_of
from bot.compose.door import Door
from bot.playground.world.beginning import new_world


def test_the_second_is_told_where_the_first_is(tmp_path: Path) -> None:
    lock = tmp_path / "data" / "playground.lock"

    with (
        alone(lock, otherwise="unused"),
        pytest.raises(AlreadyRuns, match="over there"),
        alone(lock, otherwise="over there"),
    ):
        pytest.fail("two at once")


def test_afterwards_the_next_one_may(tmp_path: Path) -> None:
    for _ in range(2):
        with alone(tmp_path / "lock", otherwise="taken"):
            pass


def test_bots_with_different_tokens_may_run_side_by_side(tmp_path: Path) -> None:
    one, other = (lock_of(token, data=tmp_path) for token in ("one", "other"))

    assert one != other
    assert "one" not in one.name.split("-")


async def test_the_playground_opens_where_it_was(tmp_path: Path) -> None:
    async with Door(tmp_path / "link").serve(new_world(), port=0, file=tmp_path / "w") as place:
        first = place.page_link
    async with Door(tmp_path / "link").serve(new_world(), port=0, file=tmp_path / "w") as place:
        second = place.page_link

    assert first == second
    assert (tmp_path / "link").stat().st_mode & 0o077 == 0


async def test_where_its_place_is_taken_it_opens_elsewhere(tmp_path: Path) -> None:
    async with (
        Door(tmp_path / "link").serve(new_world(), port=0, file=tmp_path / "w") as place,
        Door(tmp_path / "link").serve(new_world(), port=0, file=tmp_path / "v") as other,
    ):
        assert place.url != other.url


async def test_an_address_that_cannot_be_read_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "link").write_text("{")

    async with Door(tmp_path / "link").serve(new_world(), port=0, file=tmp_path / "w") as place:
        assert place.key
