"""Sharing one demo model among bots: who comes first starts it, who leaves last ends it.

Liveness is asked of the kernel (locks go with their process, also after kill -9) and of the
server itself, never of a process number. The server ends itself when no bot holds the lease.
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.background import spawn
from bot.llm.demo.child import Server, end_by_force, read_card, start_server
from bot.llm.demo.files import find_gguf, install
from bot.llm.demo.places import Places
from bot.llm.demo.trouble import OTHER_MODEL, DemoModelUnavailable
from bot.llm.demo.waiting import take, taken
from bot.locks import SUPPORTED, Lock

log = logging.getLogger(__name__)

_START_SECONDS = 120  # somebody else may be loading it
_LEAVE_SECONDS = 10
_LOOK_SECONDS = 0.5
_BACK_OFF = (0.0, 1.0, 2.0, 5.0, 10.0, 30.0)
_GOOD_LOOKS = 120  # in a row, after which an earlier death is forgotten


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoEndpoint:
    """Stays true while the block lasts: a server that is restarted keeps its address and key."""

    base_url: str
    api_key: str
    model: str


@asynccontextmanager
async def demo_model(data: Path, gguf: Path | None = None) -> AsyncGenerator[DemoEndpoint]:
    """Have the demo model served while the block lasts.

    Raises:
        DemoModelUnavailable: it cannot be; the message is for the person at the keyboard.
    """
    if not SUPPORTED:
        raise DemoModelUnavailable("this system has no kernel file locks.", to_do=OTHER_MODEL)
    file = await asyncio.to_thread(find_gguf, data, gguf) or await install(data)
    lease = _Lease(_places(data, file), file)
    server = await lease.join()
    watch = spawn(lease.watch(server), name="demo_model_watch")
    try:
        yield DemoEndpoint(base_url=f"{server.address}/v1", api_key=server.key, model=file.stem)
    finally:
        watch.cancel()
        await asyncio.wait({watch})
        await lease.leave()


def _places(data: Path, gguf: Path) -> Places:
    """One folder, and so one server, for each model file."""
    mark = hashlib.sha256(str(gguf.resolve()).encode()).hexdigest()[:8]
    folder = data / "demo-model" / mark
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return Places(folder)


class _Lease:
    def __init__(self, places: Places, gguf: Path) -> None:
        self._places = places
        self._gguf = gguf
        self._lease = Lock(places.lease)
        self._alive = Lock(places.alive)

    async def join(self) -> Server:
        """Take the lease, and start the server if none answers."""
        try:
            async with taken(Lock(self._places.start), seconds=_START_SECONDS):
                # A server that is just ending holds it alone, for a moment.
                await take(self._lease, seconds=_LEAVE_SECONDS, shared=True)
                return await self._running() or await start_server(self._places, self._gguf)
        except TimeoutError as error:
            self._lease.release()
            raise DemoModelUnavailable(
                "another bot has been starting it for too long.", to_do="Try again."
            ) from error
        except BaseException:
            self._lease.release()
            raise

    async def watch(self, server: Server) -> None:
        """Start the server again when it dies, at the same address, each time a bit later."""
        deaths = good_looks = 0
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            if not self._alive.free():
                good_looks += 1
                deaths = 0 if good_looks > _GOOD_LOOKS else deaths
                continue
            await asyncio.sleep(_BACK_OFF[min(deaths, len(_BACK_OFF) - 1)])
            deaths, good_looks = deaths + 1, 0
            await self._restart(server)

    async def _restart(self, server: Server) -> None:
        try:
            async with taken(Lock(self._places.start), seconds=_START_SECONDS):
                if self._alive.free():  # else another bot was faster
                    log.warning("demo_model_died")
                    await start_server(self._places, self._gguf, like=server)
        except (DemoModelUnavailable, TimeoutError) as error:
            log.error("demo_model_not_restarted", extra={"reason": str(error)})  # noqa: TRY400

    async def leave(self) -> None:
        """Give the lease back. The last one waits until the server has ended."""
        start = Lock(self._places.start)
        try:
            await take(start, seconds=_LEAVE_SECONDS)
            self._lease.release()
            async with asyncio.timeout(_LEAVE_SECONDS):
                # The kernel tells nobody when a lock becomes free: one has to look.
                while not self._alive.free() and not self._others():  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        except TimeoutError:
            if start.held:
                await asyncio.to_thread(end_by_force, self._places)
        finally:
            self._lease.release()
            start.release()

    async def _running(self) -> Server | None:
        """The server that answers, if one does. One that lives and does not is ended."""
        if self._alive.free():
            return None
        server = read_card(self._places)
        if server is not None and await server.answers():
            return server
        await asyncio.to_thread(end_by_force, self._places)
        return None

    def _others(self) -> bool:
        """Whether another bot holds the lease. Only meaningful while `start` is held."""
        with Lock(self._places.lease) as probe:
            if probe.take(shared=False, wait=False):
                return False  # nobody: the server has yet to notice
        with Lock(self._places.lease) as probe:
            if probe.take(shared=True, wait=False):
                # Held, but not by the server alone: by bots. Or it ended between the two looks.
                return not self._alive.free()
        return False  # the server has it: it is ending
