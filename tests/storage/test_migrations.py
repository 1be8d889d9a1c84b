"""The schema can be built from nothing, is what the tables say, and can be taken down again."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage.errors import DatabaseUnavailable
from bot.storage.migrate import check, downgrade, upgrade
from bot.storage.schema import bring_up_to_date, newest, scripts
from tests import postgres


@pytest.fixture
async def empty_url(postgres_url: str) -> AsyncGenerator[str]:
    async with postgres.fresh_database(postgres_url, template="template1") as url:
        yield url


async def execute(url: str, statement: str) -> None:
    engine = create_async_engine(url)
    async with engine.begin() as db:
        await db.execute(text(statement))
    await engine.dispose()


async def test_the_schema_is_what_the_tables_say(database_url: str) -> None:
    assert await check(database_url) == []


async def test_a_difference_is_found(database_url: str) -> None:
    await execute(database_url, "ALTER TABLE words DROP COLUMN author")

    [difference] = await check(database_url)

    assert "author" in difference


async def test_an_empty_database_is_behind(empty_url: str) -> None:
    assert await check(empty_url) == ["Target database is not up to date."]


async def test_what_was_taken_down_can_be_built_again(database_url: str) -> None:
    await downgrade(database_url)
    await upgrade(database_url)

    assert await check(database_url) == []


async def test_of_two_that_start_at_once_the_second_waits(empty_url: str) -> None:
    await asyncio.gather(upgrade(empty_url), upgrade(empty_url))

    assert await check(empty_url) == []


async def test_a_schema_from_a_newer_version_is_left_alone(database_url: str) -> None:
    await execute(database_url, "UPDATE alembic_version SET version_num = 'from_the_future'")

    with pytest.raises(DatabaseUnavailable, match="update Troupe"):
        await upgrade(database_url)


def test_the_folder_does_not_hide_the_library() -> None:
    assert not (scripts() / "__init__.py").exists()


def test_migrations_are_named_by_their_day() -> None:
    files = [path.name for path in Path(scripts(), "versions").glob("*.py")]

    assert files
    assert all(name[:4].isdigit() and name[10] == "_" for name in files)


def test_the_newest_migration_is_the_one_that_alembic_finds() -> None:
    assert newest() == ScriptDirectory(str(scripts())).get_current_head()


async def test_an_empty_database_is_brought_up_to_date_and_stays_so(empty_url: str) -> None:
    await bring_up_to_date(empty_url)
    await bring_up_to_date(empty_url)

    assert await check(empty_url) == []


async def test_a_schema_from_a_newer_version_is_refused_at_the_start(database_url: str) -> None:
    await execute(database_url, "UPDATE alembic_version SET version_num = 'from_the_future'")

    with pytest.raises(DatabaseUnavailable, match="update Troupe"):
        await bring_up_to_date(database_url)
