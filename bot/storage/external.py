"""A database that the host brings: its URL as our driver wants it, and what the server can do."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sqlalchemy import URL, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine

OLDEST = 14
"""The oldest major version of PostgreSQL that we run on."""

_OURS = "postgresql+asyncpg"
_RENAMED: Mapping[str, str] = MappingProxyType({"sslmode": "ssl"})
# Of libpq and unknown to asyncpg, which decides these by itself.
_DROPPED = frozenset({"channel_binding", "gssencmode"})


class DatabaseUnusable(Exception):
    """The host's database cannot be used as it is; the text says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerFacts:
    version: int
    """The major version."""
    extensions: frozenset[str]
    """What may be created there, not what is."""


def normalised(url: str) -> str:
    """Turn a URL as providers print it into one for SQLAlchemy with asyncpg."""
    try:
        parsed = make_url(url.strip())
    except (ArgumentError, ValueError):
        # The text itself is left out: it may hold a password.
        raise DatabaseUnusable(
            "DATABASE_URL is no URL. It looks like postgresql://user:password@host:5432/name."
        ) from None
    if parsed.get_backend_name() not in {"postgres", "postgresql"}:
        raise DatabaseUnusable(
            "DATABASE_URL must begin with postgresql://, since Troupe keeps its log in PostgreSQL."
        )
    query = {
        _RENAMED.get(name, name): value
        for name, value in parsed.query.items()
        if name not in _DROPPED
    }
    return parsed.set(drivername=_OURS, query=query).render_as_string(hide_password=False)


def hidden(url: str | URL) -> str:
    """The URL as it may stand in a log."""
    parsed = make_url(url)
    if "password" in parsed.query:
        parsed = parsed.update_query_dict({"password": "***"})
    return parsed.render_as_string(hide_password=True)


async def facts_of(engine: AsyncEngine) -> ServerFacts:
    """Ask the server what it is.

    Raises:
        DatabaseUnusable: it is older than what we run on.
    """
    async with engine.connect() as connection:
        number = await connection.scalar(text("SELECT current_setting('server_version_num')"))
        names = await connection.scalars(text("SELECT name FROM pg_available_extensions"))
        facts = ServerFacts(version=int(str(number)) // 10_000, extensions=frozenset(names))
    require(facts)
    return facts


def require(facts: ServerFacts) -> None:
    if facts.version < OLDEST:
        message = f"PostgreSQL {facts.version} is too old: Troupe needs {OLDEST} or newer."
        raise DatabaseUnusable(message)
