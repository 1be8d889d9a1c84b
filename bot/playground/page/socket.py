"""The page's socket: one member's view of the world, live."""

import asyncio
import json

from aiohttp import WSMsgType, web

from bot.playground.page.edge import NO_KEY, acting
from bot.playground.page.guard import Guard
from bot.playground.page.sight import CHANGES_SIGHT, is_for, shown_to, sight_of, world_frame
from bot.playground.rest.call import json_reply
from bot.playground.sockets import Sockets
from bot.playground.world.permissions import Permission
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import Event, World


class Window:
    """What one open page is told."""

    def __init__(self, world: World, user: Snowflake) -> None:
        self._world = world
        self._user = user
        self._sight = self._look()
        self.outbox: asyncio.Queue[str] = asyncio.Queue()
        self._show_world()

    def hear(self, event: Event) -> None:
        if is_for(self._world, event, user=self._user):
            data = shown_to(self._world, event, user=self._user)
            self.outbox.put_nowait(_frame(event.kind, data))
        if event.kind in CHANGES_SIGHT:
            sight = self._look()
            if sight != self._sight:
                self._sight = sight
                self._show_world()

    def _look(self) -> tuple[dict[Snowflake, Permission], frozenset[Snowflake]]:
        guilds = (guild for guild, user in self._world.members if user == self._user)
        return sight_of(self._world, self._user), frozenset(guilds)

    def _show_world(self) -> None:
        self.outbox.put_nowait(_frame("WORLD", world_frame(self._world, self._user)))


async def accept(
    world: World, guard: Guard, request: web.Request, sockets: Sockets
) -> web.StreamResponse:
    if not guard.has_key(request):
        return json_reply(NO_KEY, status=401)
    user = acting(world, request.query.get("as"))
    if user is None:
        return json_reply({"code": 10013, "message": "Unknown User"}, status=404)
    ws = web.WebSocketResponse(heartbeat=30.0)
    await ws.prepare(request)
    sockets.add(ws)
    window = Window(world, user)
    stop = world.listen(window.hear)
    try:
        async with asyncio.TaskGroup() as tasks:
            writer = tasks.create_task(_write(ws, window))
            async for message in ws:
                if message.type is not WSMsgType.TEXT:
                    break
            writer.cancel()
    finally:
        stop()
    return ws


async def _write(ws: web.WebSocketResponse, window: Window) -> None:
    while True:
        text = await window.outbox.get()
        try:
            await ws.send_str(text)
        except ConnectionError:
            return


def _frame(kind: str, data: object) -> str:
    return json.dumps({"t": kind, "d": data}, separators=(",", ":"))
