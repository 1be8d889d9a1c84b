"""A database that cannot just now is waited for; a fault of ours is not."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from bot.engine.errors import StorageUnavailable
from bot.storage.addresses import normalised
from bot.storage.database import engine_for
from bot.storage.ids import TimeOrderedIds
from bot.storage.unit_of_work import PostgresStorage


async def fails_with(state: str, engine: AsyncEngine) -> None:
    raises = f"DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$"
    async with PostgresStorage(engine, TimeOrderedIds()).unit_of_work() as work:
        await work._db.execute(text(raises))


@pytest.mark.parametrize(
    "state",
    [
        pytest.param("53100", id="disk full"),
        pytest.param("53300", id="too many connections"),
        pytest.param("57014", id="statement took too long"),
        pytest.param("57P01", id="shutting down"),
        pytest.param("25006", id="only reads, after a failover"),
        pytest.param("40P01", id="deadlock"),
        pytest.param("40001", id="conflict"),
        pytest.param("55P03", id="locked"),
        pytest.param("58030", id="disk broken"),
    ],
)
async def test_what_passes_is_storage_that_is_away(state: str, database_url: str) -> None:
    engine = engine_for(database_url)

    with pytest.raises(StorageUnavailable):
        await fails_with(state, engine)

    await engine.dispose()


@pytest.mark.parametrize("state", ["23505", "42601", "22P02"])
async def test_a_fault_of_ours_is_none(state: str, database_url: str) -> None:
    engine = engine_for(database_url)

    with pytest.raises(DBAPIError):
        await fails_with(state, engine)

    await engine.dispose()


async def test_a_pool_with_nothing_to_give_is_storage_that_is_away(database_url: str) -> None:
    engine = create_async_engine(
        normalised(database_url),
        poolclass=AsyncAdaptedQueuePool,
        pool_size=1,
        max_overflow=0,
        pool_timeout=0.01,
    )

    async def one_more() -> None:
        async with PostgresStorage(engine, TimeOrderedIds()).unit_of_work():
            pytest.fail("there was none left")

    async with engine.connect():
        with pytest.raises(StorageUnavailable):
            await one_more()

    await engine.dispose()
