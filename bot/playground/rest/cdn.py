"""Files: attachments behind signed links, faces behind their hashes."""

import hashlib
import struct
import zlib
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.playground.world.pictures import type_of
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import World

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_GONE = "This content is no longer available."
# Hues that tell people apart, as Discord's own default faces do.
_COLORS = (0x5865F2, 0x757E8A, 0x3BA55C, 0xFAA61A, 0xED4245, 0xEB459F)
_SIZE = 32


def mount(app: web.Application, world: World) -> None:
    app.router.add_get("/attachments/{channel}/{attachment}/{filename}", _attachment(world))
    app.router.add_get("/avatars/{owner}/{name}", _face(world))
    app.router.add_get("/embed/avatars/{name}", _default_face)


def _attachment(world: World) -> _Handler:
    async def serve(request: web.Request) -> web.StreamResponse:  # aiohttp's shape
        identity = request.match_info["attachment"]
        data = world.files.get(Snowflake(int(identity))) if identity.isdecimal() else None
        is_good = world.links.is_good(
            request.raw_path.partition("?")[0],
            query=request.query_string,
            now=world.ports.clock.now(),
        )
        if data is None or not is_good:
            return web.Response(status=404, text=_GONE)
        return _file(data)

    return serve


def _face(world: World) -> _Handler:
    async def serve(request: web.Request) -> web.StreamResponse:  # aiohttp's shape
        data = world.faces.get(request.match_info["name"].partition(".")[0])
        return _file(data) if data is not None else web.Response(status=404, text=_GONE)

    return serve


async def _default_face(request: web.Request) -> web.StreamResponse:  # aiohttp's shape
    number = request.match_info["name"].partition(".")[0]
    color = _COLORS[int(number) % len(_COLORS)] if number.isdecimal() else _COLORS[0]
    return _file(one_color(color))


def _file(data: bytes) -> web.Response:
    """Serve bytes so that a browser never runs them, whatever they are."""
    headers = {
        "Content-Type": type_of(data) or "application/octet-stream",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Cache-Control": "private, max-age=3600",
        "ETag": f'"{hashlib.sha256(data).hexdigest()[:32]}"',
    }
    return web.Response(body=data, headers=headers)


def one_color(color: int) -> bytes:
    """Draw a square PNG of one colour."""
    row = b"\0" + color.to_bytes(3) * _SIZE
    header = struct.pack(">IIBBBBB", _SIZE, _SIZE, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(row * _SIZE)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    checksum = struct.pack(">I", zlib.crc32(name + data))
    return struct.pack(">I", len(data)) + name + data + checksum
