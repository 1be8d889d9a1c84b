"""The open WebSockets, so that the server can end without waiting for anybody."""

import weakref

from aiohttp import WSCloseCode, web


class Sockets:
    def __init__(self) -> None:
        self._open: weakref.WeakSet[web.WebSocketResponse] = weakref.WeakSet()

    def add(self, socket: web.WebSocketResponse) -> None:
        self._open.add(socket)

    async def close(self, _: web.Application) -> None:
        for socket in tuple(self._open):
            await socket.close(code=WSCloseCode.GOING_AWAY, message=b"The playground ends.")
