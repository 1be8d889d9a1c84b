"""The databases that tests get: fresh, and nobody else's."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests import postgres


async def run(url: str, statement: str) -> list[object]:
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            answer = await connection.execute(text(statement))
            return list(answer.scalars()) if answer.returns_rows else []
    finally:
        await engine.dispose()


async def test_two_databases_of_one_template_do_not_see_each_other(
    postgres_url: str, postgres_template: str
) -> None:
    async with (
        postgres.fresh_database(postgres_url, template=postgres_template) as one,
        postgres.fresh_database(postgres_url, template=postgres_template) as other,
    ):
        await run(one, "CREATE TABLE secret (word text)")

        found = await run(other, "SELECT tablename FROM pg_tables WHERE tablename = 'secret'")

    assert found == []


async def test_a_database_goes_away_though_somebody_is_still_connected(
    postgres_url: str, postgres_template: str
) -> None:
    async with postgres.fresh_database(postgres_url, template=postgres_template) as url:
        name = url.partition("?")[0].rpartition("/")[2]
        engine = create_async_engine(url)
        connection = await engine.connect()
    await connection.invalidate()
    await engine.dispose()

    assert name not in await run(postgres_url, "SELECT datname FROM pg_database")
