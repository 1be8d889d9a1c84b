"""Alembic's entry: runs on the connection it is given, or on DATABASE_URL from the command line."""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection

from bot.storage.database import engine_for_schema
from bot.storage.tables import METADATA


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        transaction_per_migration=True,
        compare_server_default=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_from_command_line() -> None:
    engine = engine_for_schema(os.environ["DATABASE_URL"])
    async with engine.connect() as connection:
        await connection.run_sync(run)
    await engine.dispose()


given: Connection | None = context.config.attributes.get("connection")
if given is None:
    asyncio.run(run_from_command_line())
else:
    run(given)
