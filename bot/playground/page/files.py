"""The page itself: its files, and the link that lets a browser in."""

from collections.abc import Awaitable, Callable
from pathlib import Path, PurePosixPath

from aiohttp import web

from bot.playground.page.guard import Guard

STATIC = Path(__file__).parent / "static"
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_NO_KEY = "This page needs the key: open the link that the playground printed when it started."


def mount(app: web.Application, guard: Guard, *, folder: Path = STATIC) -> None:
    app.router.add_get("/", _index(guard, folder))
    app.router.add_get("/static/{name:.+}", _file(guard, folder))


def _index(guard: Guard, folder: Path) -> _Handler:
    async def serve(request: web.Request) -> web.StreamResponse:  # aiohttp's shape
        if request.query.get("key") == guard.key:
            response = _onwards(request)
            response.set_cookie(guard.cookie, guard.key, httponly=True, samesite="Strict")
            return response
        if not guard.has_key(request):
            return web.Response(status=401, text=_NO_KEY)
        return _served(folder / "index.html")

    return serve


def _onwards(request: web.Request) -> web.Response:
    """Go on to the page without the key in its address.

    Who followed the link from another site is still that site's guest after a redirect, and a
    strict cookie would not come along; a page that loads the next one ends that.
    """
    if request.headers.get("Sec-Fetch-Site", "none") == "none":
        return web.Response(status=303, headers={"Location": "/"})
    page = '<!doctype html><meta http-equiv="refresh" content="0; url=/">'
    return web.Response(text=page, content_type="text/html")


def _file(guard: Guard, folder: Path) -> _Handler:
    async def serve(request: web.Request) -> web.StreamResponse:  # aiohttp's shape
        if not guard.has_key(request):
            return web.Response(status=401, text=_NO_KEY)
        parts = PurePosixPath(request.match_info["name"]).parts
        if ".." in parts:
            return web.Response(status=404)
        return _served(folder.joinpath(*parts))

    return serve


def _served(path: Path) -> web.StreamResponse:
    if not path.is_file():
        return web.Response(status=404, text="There is no such file.")
    return web.FileResponse(path, headers={"Cache-Control": "no-cache"})
