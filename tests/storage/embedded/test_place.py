"""Where the embedded PostgreSQL lies, and what it says when it cannot lie there."""

import asyncio
import logging
import os
import shutil
from pathlib import Path

import pytest
from blockbuster import blockbuster_ctx
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage.embedded import EmbeddedPostgresUnavailable, binaries, embedded_postgres, place
from bot.storage.embedded.supervisor import EmbeddedPostgres
from tests.storage.embedded.conftest import Bots
from tests.waiting import until

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only as root")


async def answer(url: str) -> int:
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        number = await connection.scalar(text("SELECT 42"))
    await engine.dispose()
    return int(str(number))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param('it\'s $HOME `now` "&" 50% ok? été', id="signs that shells and URLs read"),
        pytest.param("Doe, Jane" * 12, id="too long for a socket, and commas"),
    ],
)
async def test_it_runs_below_a_folder_of_any_name(folder: Path, name: str) -> None:
    async with embedded_postgres(folder / name) as url:
        assert await answer(url) == 42


async def test_the_event_loop_goes_on_while_it_starts_and_stops(bots: Bots) -> None:
    with blockbuster_ctx():
        async with embedded_postgres(bots.data):
            pass


async def test_whoever_is_cancelled_while_it_starts_leaves_nothing_running(bots: Bots) -> None:
    async def use() -> None:
        async with embedded_postgres(bots.data):
            await asyncio.Event().wait()

    async with asyncio.TaskGroup() as group:
        user = group.create_task(use())
        await until(bots.servers)
        user.cancel()

    assert user.cancelled()
    assert bots.servers() == []


@as_root
async def test_roots_database_moves_out_of_a_private_home_and_stays_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(place, "FOR_ROOT", folder / "for root")
    private = folder / "home"
    private.mkdir(mode=0o700)

    with caplog.at_level(logging.WARNING):
        async with embedded_postgres(private / "data") as url:
            assert await answer(url) == 42

    assert "postgres_lies_elsewhere" in caplog.messages
    assert private.stat().st_mode & 0o777 == 0o700, "nobody's home is opened up"
    [moved] = (folder / "for root").iterdir()
    private.chmod(0o755)
    assert place.place_for(private / "data").home == moved, "a database is never left behind"


@as_root
async def test_a_database_that_has_become_unreachable_is_not_replaced_by_an_empty_one(
    folder: Path,
) -> None:
    async with embedded_postgres(folder / "data"):
        pass
    folder.chmod(0o700)  # noqa: ASYNC240 - nothing else runs here

    with pytest.raises(EmbeddedPostgresUnavailable, match=r"cannot enter.*is untouched\."):
        EmbeddedPostgres(folder / "data").enter()


@as_root
async def test_programs_below_a_private_home_are_copied(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = _private_copy_of_the_programs(folder)

    def found(_: Path | None) -> Path:
        return private

    monkeypatch.setattr(binaries, "find_folder", found)

    async with embedded_postgres(folder / "data") as url:
        assert await answer(url) == 42

    assert (folder / "home").stat().st_mode & 0o777 == 0o700, "nobody's home is opened up"


def _private_copy_of_the_programs(folder: Path) -> Path:
    package = binaries.find_folder().parents[1]
    home = folder / "home"
    home.mkdir(mode=0o700)
    for part in (package, package.with_name(f"{package.name}.libs")):
        shutil.copytree(part, home / part.name, copy_function=os.link)
    return home / package.name / "pginstall" / "bin"


async def test_a_database_of_another_version_is_left_alone(bots: Bots) -> None:
    async with embedded_postgres(bots.data):
        pass
    version = bots.place.cluster / "PG_VERSION"
    ours = version.read_text()
    version.write_text("12\n")

    with pytest.raises(EmbeddedPostgresUnavailable, match="made by PostgreSQL 12"):
        EmbeddedPostgres(bots.data).enter()

    version.write_text(ours)
    async with embedded_postgres(bots.data) as url:
        assert await answer(url) == 42


async def test_what_the_server_said_is_told_when_it_does_not_start(bots: Bots) -> None:
    broken = embedded_postgres(bots.data, settings={"shared_buffers": "none"})

    with pytest.raises(EmbeddedPostgresUnavailable, match="shared_buffers"):
        await broken.__aenter__()

    assert bots.servers() == []


def test_programs_that_are_not_there_are_missed(folder: Path) -> None:
    with pytest.raises(EmbeddedPostgresUnavailable, match="PG_BIN_DIR"):
        EmbeddedPostgres(folder, bin_dir=folder).enter()


def test_without_the_package_it_says_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binaries, "PACKAGE", "no_such_package")

    with pytest.raises(EmbeddedPostgresUnavailable, match="not installed"):
        EmbeddedPostgres(folder).enter()


def test_a_folder_that_cannot_be_used_is_named(folder: Path) -> None:
    (folder / "data").write_text("a file, and no folder")

    with pytest.raises(EmbeddedPostgresUnavailable, match="cannot use its files"):
        EmbeddedPostgres(folder / "data").enter()
