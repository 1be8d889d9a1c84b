"""Database URLs as hosts write them, and as our driver wants them."""

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.storage.errors import DatabaseUnavailable

DRIVER = "postgresql+asyncpg"
_OURS = {"postgres", "postgresql", DRIVER}


def normalised(url: str) -> URL:
    """Accept what providers hand out: `postgres://…?sslmode=require&channel_binding=require`.

    Raises:
        DatabaseUnavailable: this is no URL of a PostgreSQL database.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        parsed = None
    if parsed is None or parsed.drivername not in _OURS:
        raise DatabaseUnavailable(
            "DATABASE_URL is not the address of a PostgreSQL database.",
            advice="Write it as postgresql://user:password@host:5432/database.",
        ) from None  # the cause quotes the URL, and with it the password
    query = {key: value for key, value in parsed.query.items() if key != "channel_binding"}
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    return parsed.set(drivername=DRIVER, query=query)


def shown(url: URL) -> str:
    """Where the database is, without who may enter: for logs and messages."""
    folder = url.query.get("host")
    host = url.host or (folder if isinstance(folder, str) else None) or "localhost"
    port = url.port or url.query.get("port") or 5432
    return f"{url.database or url.username} at {host}:{port}"
