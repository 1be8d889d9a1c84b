"""A host's own database: its URL, and what may be asked of it."""

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage.external import (
    OLDEST,
    DatabaseUnusable,
    ServerFacts,
    facts_of,
    hidden,
    normalised,
    require,
)


@pytest.mark.parametrize(
    ("given", "ours"),
    [
        pytest.param(
            "postgres://ann:pw@db.example:5433/play",
            "postgresql+asyncpg://ann:pw@db.example:5433/play",
            id="the short scheme",
        ),
        pytest.param(
            "postgresql+psycopg://ann@db/play", "postgresql+asyncpg://ann@db/play", id="a driver"
        ),
        pytest.param(
            "postgresql://ann:pw@db/play?sslmode=require&channel_binding=require",
            "postgresql+asyncpg://ann:pw@db/play?ssl=require",
            id="encryption as libpq names it",
        ),
        pytest.param(
            "postgresql+asyncpg://ann@/play?host=/run/pg&port=5432",
            "postgresql+asyncpg://ann@/play?host=%2Frun%2Fpg&port=5432",
            id="a socket",
        ),
        pytest.param(
            " postgresql://ann:p%40ss%2Fword@db/play\n",
            "postgresql+asyncpg://ann:p%40ss%2Fword@db/play",
            id="a password with signs, and space around it all",
        ),
    ],
)
def test_a_url_as_providers_print_it_becomes_one_for_our_driver(given: str, ours: str) -> None:
    assert normalised(given) == ours


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("mysql://ann:secret@db/play", id="another database"),
        pytest.param("ann:secret@db", id="no URL at all"),
        pytest.param("postgresql://ann:secret@db:port/play", id="a port that is no number"),
    ],
)
def test_a_url_that_cannot_work_is_refused_without_showing_its_password(url: str) -> None:
    with pytest.raises(DatabaseUnusable) as refused:
        normalised(url)

    assert "secret" not in str(refused.value)


def test_a_password_is_hidden_for_the_log_wherever_it_stands() -> None:
    shown = hidden("postgresql+asyncpg://ann:secret@db/play?password=secret")

    assert "secret" not in shown
    assert "ann" in shown


async def test_a_server_tells_its_version_and_extensions(database_url: str) -> None:
    engine = create_async_engine(database_url)

    facts = await facts_of(engine)
    await engine.dispose()

    assert facts.version >= OLDEST
    assert "plpgsql" in facts.extensions


def test_a_server_that_is_too_old_is_refused() -> None:
    with pytest.raises(DatabaseUnusable, match="13 is too old"):
        require(ServerFacts(version=13, extensions=frozenset()))
