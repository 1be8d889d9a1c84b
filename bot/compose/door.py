"""The playground's address, the same after a restart: an open page finds its way back by itself."""

import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import BaseModel, ValidationError

from bot.playground.server import Place, serve
from bot.playground.world.world import World


class Address(BaseModel):
    """Where the playground was the last time. Nothing yet: any port, a new key."""

    port: int = 0
    key: str | None = None
    link: str = ""


class Door:
    """Remembers the address in a file that only its owner can read: the key is in it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.last = _remembered(file)

    @asynccontextmanager
    async def serve(self, world: World, *, port: int, file: Path) -> AsyncGenerator[Place]:
        """Serve at `port`; where that is 0, at the last one if it is free.

        Raises:
            PortTaken: the port that was asked for is.
        """
        at = port or (self.last.port if _is_free(self.last.port) else 0)
        async with serve(world, port=at, key=self.last.key, file=file) as place:
            self._remember(place)
            yield place

    def _remember(self, place: Place) -> None:
        port = int(place.url.rsplit(":", 1)[1])
        address = Address(port=port, key=place.key, link=place.page_link)
        self._file.touch(mode=0o600)
        self._file.write_text(address.model_dump_json())


def _remembered(file: Path) -> Address:
    try:
        return Address.model_validate_json(file.read_bytes())
    except (FileNotFoundError, ValidationError):
        return Address()


def _is_free(port: int) -> bool:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
