"""The bot's gateway without a library: frames in, frames out."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from bot.playground.server import Place

Json = dict[str, Any]
ALL_INTENTS = 0x3FFFFFF


class RawGateway:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse, token: str) -> None:
        self._socket = socket
        self._token = token
        self.seq = 0
        self.session = ""

    async def send(self, op: int, data: object) -> None:
        await self._socket.send_json({"op": op, "d": data})

    async def send_text(self, text: str) -> None:
        await self._socket.send_str(text)

    async def identify(self, *, intents: int = ALL_INTENTS, **more: object) -> None:
        data: Json = {"token": self._token, "intents": intents, "properties": {}, **more}
        await self.send(2, data)

    async def resume(self, session: str, *, seq: int) -> None:
        await self.send(6, {"token": self._token, "session_id": session, "seq": seq})

    async def next(self) -> Json:
        """Return the next frame; when the server closes, its code as {"closed": …}."""
        message = await self._socket.receive(timeout=5)
        if message.type is not aiohttp.WSMsgType.TEXT:
            return {"op": None, "t": None, "closed": self._socket.close_code}
        frame: Json = json.loads(message.data)
        self.seq = frame.get("s") or self.seq
        if frame["t"] == "READY":
            self.session = frame["d"]["session_id"]
        return frame

    async def until(self, kind: str) -> Json:
        """Return the data of the next event of that name, passing over others."""
        while True:
            frame = await self.next()
            if frame["t"] == kind:
                return frame["d"]
            if "closed" in frame:
                message = f"Closed with {frame['closed']} before {kind}"
                raise AssertionError(message)

    async def kinds_until(self, kind: str) -> list[str]:
        """Return the names of the events up to one of that name."""
        found: list[str] = []
        while not found or found[-1] != kind:
            found.append((await self.next())["t"])
        return found


@asynccontextmanager
async def raw_gateway(place: Place) -> AsyncGenerator[RawGateway]:
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(place.gateway_url) as socket,
    ):
        gateway = RawGateway(socket, place.bot_token)
        assert (await gateway.next())["op"] == 10
        yield gateway
