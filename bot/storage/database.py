"""The connection pool, and whether there is a database at its other end."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from asyncpg.exceptions import (  # pyright: ignore[reportMissingTypeStubs]
    InvalidAuthorizationSpecificationError,
    InvalidCatalogNameError,
    PostgresError,
)
from sqlalchemy import URL, AdaptedConnection, event, text
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.storage.addresses import normalised, shown
from bot.storage.errors import DatabaseUnavailable

OLDEST = 14
"""The oldest server version that is known to have all that we use."""
POOL = 10
CONNECT: dict[str, Any] = {"timeout": 10, "server_settings": {"application_name": "troupe"}}


def engine_for(url: str) -> AsyncEngine:
    """A pool for this address; it connects when first asked to.

    JSONB goes in and out as text: who writes and who reads has an encoder of its own.
    """
    engine = create_async_engine(
        normalised(url),
        pool_size=POOL,
        max_overflow=POOL,
        json_serializer=_as_is,
        json_deserializer=_as_is,
        hide_parameters=True,  # errors are logged; what people wrote is not
        connect_args=CONNECT,
    )
    event.listen(engine.sync_engine, "checkout", _still_open)
    return engine


def engine_for_schema(url: str) -> AsyncEngine:
    """For migrations: no pool, and JSON as SQLAlchemy's own reflection expects it."""
    return create_async_engine(normalised(url), poolclass=NullPool, connect_args=CONNECT)


def _as_is(json: str) -> str:
    return json


def _still_open(connection: AdaptedConnection, *_: object) -> None:
    """Take none that a restarted server has closed. Costs no round trip, as a ping would."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncGenerator[AsyncConnection]:
    """A connection for the length of the block.

    Raises:
        DatabaseUnavailable: on entering, when there is none to be had.
    """
    async with AsyncExitStack() as stack:
        try:
            db = await stack.enter_async_context(engine.connect())
        except (TimeoutError, PoolTimeout, OSError, PostgresError, DBAPIError) as error:
            raise unavailable(engine.url, error) from None
        yield db


async def verify(engine: AsyncEngine) -> int:
    """The server's major version, once it has answered.

    Raises:
        DatabaseUnavailable: nobody answers, the way in is barred, or the server is too old.
    """
    async with connected(engine) as db:
        version = int(await db.scalar(text("SHOW server_version_num")) or 0) // 10_000
    if version < OLDEST:
        what = f"The database {shown(engine.url)} is PostgreSQL {version}."
        raise DatabaseUnavailable(what, advice=f"Troupe needs PostgreSQL {OLDEST} or newer.")
    return version


def unavailable(url: URL, error: BaseException) -> DatabaseUnavailable:
    """What a failed connection means, in words for whoever hosts."""
    where = shown(url)
    cause = _driver_error(error)
    if isinstance(cause, InvalidAuthorizationSpecificationError):
        return DatabaseUnavailable(
            f"The database {where} does not let {url.username or 'this user'} in.",
            advice="Check the user and the password in DATABASE_URL.",
        )
    if isinstance(cause, InvalidCatalogNameError):
        return DatabaseUnavailable(
            f"There is no database {where}.",
            advice=f"Create it: createdb {url.database}",
        )
    return DatabaseUnavailable(
        f"The database {where} does not answer ({type(cause).__name__}).",
        advice="Check that PostgreSQL runs and that DATABASE_URL names its host and port.",
    )


def passes(error: DBAPIError) -> bool:
    """Whether the server only cannot just now: full, busy, shutting down, or another's follower.

    Then the same statements can succeed later; all else is a fault of the statements.
    """
    state: str = getattr(_driver_error(error), "sqlstate", None) or ""
    return state.startswith(_PASSING)


# https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, conflict, resources,
# intervention, system; a server that only reads for now, a lock that was not to be had.
_PASSING = ("08", "40", "53", "57", "58", "25006", "55P03")


def _driver_error(error: BaseException) -> BaseException:
    """What asyncpg or the operating system said, below SQLAlchemy's wrapping."""
    original: BaseException | None = getattr(error, "orig", None)
    return error if original is None else original.__cause__ or original
