"""Whether the database's schema is up to date, and making it so.

Alembic is loaded only when there is something to migrate: that takes longer than the rest of a
start, and almost every start finds the schema as it should be.
"""

import re
from importlib import import_module
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import ProgrammingError

from bot.storage.database import engine_for_schema, verify

_REVISION = re.compile(r'^revision(?:: str)? = "(\w+)"', re.MULTILINE)
_BEFORE = re.compile(r'^down_revision(?:: [^=]+)? = "(\w+)"', re.MULTILINE)


async def bring_up_to_date(url: str) -> None:
    """Migrate to the newest version, if the database is not there yet.

    Raises:
        DatabaseUnavailable: no database there, it is newer than this code, or it stays locked.
    """
    if await _version(url) != newest():
        await import_module("bot.storage.migrate").upgrade(url)


def newest() -> str:
    """The last migration: the one that no other comes after."""
    sources = [file.read_text() for file in (scripts() / "versions").glob("*.py")]
    before = {found for source in sources for found in _BEFORE.findall(source)}
    (last,) = {found for source in sources for found in _REVISION.findall(source)} - before
    return last


def scripts() -> Path:
    """Where the migrations lie: beside the package in a checkout, inside it in a wheel."""
    here = Path(__file__).resolve()
    places = (here.parents[2] / "alembic", here.parent / "alembic")
    found = next((place for place in places if (place / "env.py").is_file()), None)
    if found is None:
        msg = f"No migrations in {places[0]} or {places[1]}."
        raise FileNotFoundError(msg)
    return found


async def _version(url: str) -> str | None:
    engine = engine_for_schema(url)
    try:
        await verify(engine)
        async with engine.connect() as db:
            return await db.scalar(text("SELECT version_num FROM alembic_version"))
    except ProgrammingError:
        return None  # no such table: nothing was ever migrated here
    finally:
        await engine.dispose()
