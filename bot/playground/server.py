"""The local Discord as one server: `async with serve(world, host=…, port=…) as place:`."""

import asyncio
import errno
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from bot.playground.complaints import Complaints
from bot.playground.faults import Faults
from bot.playground.gateway import socket as gateway
from bot.playground.gateway.hub import Hub
from bot.playground.keeping import Keeper
from bot.playground.page import edge as page_edge
from bot.playground.page import faulting, files, keepsakes, overrides, own, ruling, talking, using
from bot.playground.page import socket as page_socket
from bot.playground.page.guard import Guard
from bot.playground.page.patience import Patience
from bot.playground.proxies import Proxies
from bot.playground.rest import api, cdn, edge
from bot.playground.rest.edge import Desk, Witness
from bot.playground.rest.faults import HttpFaults
from bot.playground.rest.limits import Limits
from bot.playground.resting import Rest
from bot.playground.sockets import Sockets
from bot.playground.world.world import World

MOST_BYTES = 26 * 1024 * 1024


class PortTaken(Exception):
    """Something else listens there."""

    def __init__(self, *, host: str, port: int) -> None:
        super().__init__(
            f"Port {port} on {host} is taken by another program."
            " Set PLAYGROUND_PORT to another one, or to 0 for a free one."
        )
        self.host = host
        self.port = port


class NotLoopback(Exception):
    """The playground has no accounts: it must not be reachable from other machines."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """A running playground: where it is, and the handles that tests turn."""

    world: World
    url: str
    gateway_url: str
    page_link: str
    key: str
    bot_token: str
    complaints: Complaints
    limits: Limits
    faults: Faults
    hub: Hub
    proxies: Proxies
    # Called with every request of the bot and its answer.
    witnesses: list[Witness]

    @property
    def bot_is_connected(self) -> bool:
        return self.hub.is_connected


@asynccontextmanager
async def serve(
    world: World,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    key: str | None = None,
    file: Path | None = None,
) -> AsyncGenerator[Place]:
    """Serve the world until the block ends; with `file` it is saved there as it changes."""
    listening = _listen(host, port)
    key = key or world.ports.chance.token()
    guard = Guard(key)
    complaints = Complaints()
    limits = Limits(now=asyncio.get_running_loop().time)
    hub = Hub(world, complaints)
    http_faults = HttpFaults()
    faults = Faults(world=world, http=http_faults, hub=hub)
    desk = Desk(world=world, limits=limits, faults=http_faults, complaints=complaints, witnesses=[])
    app = web.Application(client_max_size=MOST_BYTES, middlewares=[guard.middleware()])
    proxies = Proxies(world)
    _mount(app, desk, guard=guard, hub=hub)
    page_edge.mount(app, world, guard, faulting.routes(faults))
    page_edge.mount(app, world, guard, keepsakes.routes(proxies))
    guard.port = listening.getsockname()[1]
    world.links.base = f"http://{host}:{guard.port}"
    ends = [hub.close, Patience(world).close, Rest(world).close, proxies.close]
    if file is not None:
        ends.append(Keeper(world, file).close)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        yield Place(
            world=world,
            url=world.links.base,
            gateway_url=f"ws://{host}:{guard.port}/gateway",
            page_link=f"{world.links.base}/?key={key}",
            key=key,
            bot_token=world.application.token,
            complaints=complaints,
            limits=limits,
            faults=faults,
            hub=hub,
            witnesses=desk.witnesses,
            proxies=proxies,
        )
    finally:
        await runner.cleanup()
        listening.close()
        for end in ends:
            end()


def _mount(app: web.Application, desk: Desk, *, guard: Guard, hub: Hub) -> None:
    world = desk.world
    sockets = Sockets()
    app.on_shutdown.append(sockets.close)

    async def gateway_socket(request: web.Request) -> web.StreamResponse:
        return await gateway.accept(hub, request, sockets)

    async def live(request: web.Request) -> web.StreamResponse:
        return await page_socket.accept(world, guard, request, sockets)

    edge.mount(app, desk, api.ROUTES)
    cdn.mount(app, world)
    app.router.add_get("/gateway", gateway_socket)
    app.router.add_get("/gateway/", gateway_socket)
    app.router.add_get("/page/socket", live)
    page_routes = (*talking.ROUTES, *ruling.ROUTES, *using.ROUTES, *own.ROUTES, *overrides.ROUTES)
    page_edge.mount(app, world, guard, page_routes)
    app.router.add_get("/page/people", page_edge.open_handler(world, guard))
    suggest = page_edge.handler(world, guard, using.suggested)
    app.router.add_post("/page/autocomplete", suggest)
    files.mount(app, guard)


def _listen(host: str, port: int) -> socket.socket:
    if host not in ("127.0.0.1", "localhost", "::1"):
        raise NotLoopback(host)
    family = socket.AF_INET6 if host == "::1" else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(host=host, port=port) from error
        raise
    return listening
