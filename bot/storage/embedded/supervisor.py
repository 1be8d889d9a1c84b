"""The embedded PostgreSQL for as long as somebody uses it.

Every process that uses it holds a shared lock. Whoever comes starts the server if none runs;
whoever leaves last stops it. Both happen while holding the exclusive start lock.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode

from bot.storage.embedded.binaries import binaries_for
from bot.storage.embedded.cluster import DATABASE, USER, ensure_cluster
from bot.storage.embedded.errors import EmbeddedPostgresUnavailable
from bot.storage.embedded.place import PORT, Place, place_for
from bot.storage.embedded.server import PATIENCE, Server
from bot.storage.embedded.sharing import SharedUse

log = logging.getLogger(__name__)
T = TypeVar("T")


@asynccontextmanager
async def embedded_postgres(
    data: Path, *, bin_dir: Path | None = None, settings: Mapping[str, str] | None = None
) -> AsyncGenerator[str]:
    """The URL of a running server whose cluster lies below `data`.

    Close connection pools before leaving. `settings` are PostgreSQL's own and hold only if
    this call starts the server.

    Raises:
        EmbeddedPostgresUnavailable: it does not run; nothing of an older database was lost.
    """
    use = EmbeddedPostgres(data, bin_dir=bin_dir, settings=settings)
    try:
        yield await _to_the_end(use.enter)
    finally:
        await _to_the_end(use.leave)


class EmbeddedPostgres:
    """One use of the server, for code that does not run in an event loop."""

    def __init__(
        self, data: Path, *, bin_dir: Path | None = None, settings: Mapping[str, str] | None = None
    ) -> None:
        self._data = data
        self._bin_dir = bin_dir
        self._settings = settings or {}
        self._use: SharedUse | None = None
        self._server: Server | None = None

    def enter(self) -> str:
        """Start or join the server. What was begun is undone if it fails."""
        try:
            return self._enter()
        except BaseException as error:
            self.leave()
            match error:
                case TimeoutError():
                    raise self._blocked() from None
                case OSError():
                    raise self._out_of_reach(error) from error
                case _:
                    raise

    def _enter(self) -> str:
        place = place_for(self._data)
        self._use = SharedUse(place.home)
        with self._use.alone(patience=PATIENCE):
            self._use.join()
            self._run(place)
        return url_of(place)

    def _blocked(self) -> EmbeddedPostgresUnavailable:
        return EmbeddedPostgresUnavailable(
            what="Another process has been starting or stopping the embedded PostgreSQL for"
            f" {PATIENCE / 60:.0f} minutes.",
            advice="End that process, then start again.",
        )

    def _out_of_reach(self, error: OSError) -> EmbeddedPostgresUnavailable:
        return EmbeddedPostgresUnavailable(
            what=f"The embedded PostgreSQL cannot use its files: {error}.",
            advice=f"Start as the user who owns {self._data.resolve()}, or set TROUPE_DATA.",
        )

    def leave(self) -> None:
        """Stop the server if nobody else uses it. Does nothing when nothing was entered."""
        if self._use is None or not self._use.joined:
            return
        try:
            with self._use.alone(patience=PATIENCE):
                if self._server is not None and self._use.is_last():
                    self._server.stop()
                    log.info("postgres_stopped")
        except TimeoutError:
            log.warning("postgres_left_running", extra={"path": str(self._data)})
        finally:
            self._use.leave()

    def _run(self, place: Place) -> None:
        binaries = binaries_for(place.owner, bin_dir=self._bin_dir, home=place.home)
        ensure_cluster(place, binaries)
        self._server = Server(place=place, binaries=binaries, settings=self._settings)
        attached = self._server.accepts()
        if not attached:
            self._server.start()
        event = "postgres_attached" if attached else "postgres_started"
        log.info(event, extra={"path": str(place.cluster), "version": binaries.major})


def url_of(place: Place) -> str:
    where = urlencode({"host": str(place.sockets), "port": PORT})
    return f"postgresql+asyncpg://{USER}@/{DATABASE}?{where}"


async def _to_the_end(work: Callable[[], T]) -> T:
    """Run blocking work in a thread, and see it through even if we are cancelled meanwhile.

    A start that goes on behind our back would leave a server that nobody stops.
    """
    running = asyncio.get_running_loop().run_in_executor(None, work)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait([running])
        running.exception()  # seen, and of no interest to whoever is leaving
        raise
