"""Reaching the database: what is said when that fails, and what survives a restart of it."""

import socket

import pytest
from sqlalchemy import make_url, text

from bot.engine.errors import StorageUnavailable
from bot.storage.database import engine_for, verify
from bot.storage.errors import DatabaseUnavailable
from bot.storage.ids import TimeOrderedIds
from bot.storage.unit_of_work import PostgresStorage
from tests import postgres

HANG_UP = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
 WHERE pid <> pg_backend_pid() AND datname = current_database()
"""


async def trouble_with(url: str) -> DatabaseUnavailable:
    engine = engine_for(url)
    with pytest.raises(DatabaseUnavailable) as trouble:
        await verify(engine)
    await engine.dispose()
    return trouble.value


def a_free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


async def test_a_server_that_is_there_tells_its_version(postgres_url: str) -> None:
    engine = engine_for(postgres_url)

    assert await verify(engine) >= 14

    await engine.dispose()


@pytest.mark.parametrize(
    "place",
    [
        pytest.param("@127.0.0.1:{port}/app", id="nobody listens"),
        pytest.param("@/app?host=/nowhere/at/all", id="no such socket"),
        pytest.param("@nowhere.invalid/app", id="no such host"),
    ],
)
async def test_a_server_that_is_away_is_named_without_the_password(place: str) -> None:
    place = place.format(port=a_free_port())

    trouble = await trouble_with(f"postgresql://me:secret{place}")

    assert "does not answer" in trouble.what
    assert "DATABASE_URL" in trouble.advice
    assert "secret" not in str(trouble)


async def test_a_unit_of_work_says_so_too_when_nobody_answers() -> None:
    engine = engine_for(f"postgresql://me:secret@127.0.0.1:{a_free_port()}/app")

    with pytest.raises(StorageUnavailable):
        async with PostgresStorage(engine, TimeOrderedIds()).unit_of_work():
            pytest.fail("there is nothing to work with")

    await engine.dispose()


async def test_a_connection_lost_in_mid_transaction_is_told_the_same_way(
    database_url: str,
) -> None:
    engine, other = engine_for(database_url), engine_for(database_url)
    await verify(engine)

    async def reads_twice() -> None:
        async with PostgresStorage(engine, TimeOrderedIds()).unit_of_work() as work:
            await work.generations.unfinished()
            async with other.begin() as db:
                await db.execute(text(HANG_UP))
            await work.generations.unfinished()

    with pytest.raises(StorageUnavailable):
        await reads_twice()

    await engine.dispose()
    await other.dispose()


async def test_a_database_that_is_missing_is_named(postgres_url: str) -> None:
    trouble = await trouble_with(postgres.url_of(postgres_url, database="nobody_made_me"))

    assert "no database nobody_made_me" in trouble.what
    assert "createdb nobody_made_me" in trouble.advice


async def test_a_user_whom_the_server_does_not_know_is_told_so(postgres_url: str) -> None:
    stranger = make_url(postgres_url).set(username="stranger", password="secret")  # noqa: S106

    trouble = await trouble_with(stranger.render_as_string(hide_password=False))

    assert "stranger" in trouble.what
    assert "secret" not in str(trouble)


async def test_connections_that_the_server_closed_are_not_used_again(database_url: str) -> None:
    engine = engine_for(database_url)
    async with engine.connect() as one, engine.connect() as other:
        pids = [await db.scalar(text("SELECT pg_backend_pid()")) for db in (one, other)]
    killing = engine_for(database_url)
    async with killing.connect() as db:
        for pid in pids:
            await db.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": pid})
    await killing.dispose()

    for _ in pids:
        async with engine.connect() as db:
            assert await db.scalar(text("SELECT pg_backend_pid()")) not in pids

    await engine.dispose()


async def test_what_people_wrote_is_not_in_a_failed_statement(database_url: str) -> None:
    engine = engine_for(database_url)
    async with engine.connect() as db:
        with pytest.raises(Exception, match="parameters hidden"):
            await db.execute(text("SELECT :word ::int"), {"word": "a secret"})
    await engine.dispose()
