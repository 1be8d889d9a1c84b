"""The bot's WebSocket: hello, identify or resume, heartbeats, member requests."""

import asyncio
import json
from collections import deque
from typing import Any, cast

from aiohttp import WSMsgType, web

from bot.playground.gateway.hub import Hub
from bot.playground.gateway.intents import KNOWN_INTENTS, Intent, Shard, refused_intents
from bot.playground.gateway.members import chunk
from bot.playground.gateway.ready import ready
from bot.playground.gateway.session import Close, Outbox, Session, frame
from bot.playground.sockets import Sockets
from bot.playground.world.show.guilds import guild_create_json
from bot.playground.world.world import Json

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, MEMBERS = 1, 2, 3, 4, 6, 8
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
ACK_SECONDS = 0.05
UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, INVALID_SEQ, RATE_LIMITED, TIMED_OUT = 4005, 4007, 4008, 4009
INVALID_SHARD, INVALID_VERSION, INVALID_INTENTS, DISALLOWED_INTENTS = 4010, 4012, 4013, 4014
SENDS, SENDS_SECONDS = 120, 60.0
# A client that closes with one of these is done with its session.
_GOODBYE = (1000, 1001)


class Connection:
    """One socket; it may carry a new session or take up an old one."""

    def __init__(self, hub: Hub, ws: web.WebSocketResponse, request: web.Request) -> None:
        self._hub = hub
        self._ws = ws
        self._request = request
        self._outbox: Outbox = asyncio.Queue()
        self._session: Session | None = None
        self._received: deque[float] = deque(maxlen=SENDS)
        self._be_patient()

    async def run(self) -> None:
        interval = int(self._hub.heartbeat_seconds * 1000)
        self._outbox.put_nowait(frame(op=HELLO, data={"heartbeat_interval": interval}))
        async with asyncio.TaskGroup() as tasks:
            writer = tasks.create_task(self._write())
            try:
                await self._read()
            finally:
                writer.cancel()
                self._part()

    async def _write(self) -> None:
        while True:
            item = await self._outbox.get()
            if isinstance(item, str):
                try:
                    await self._ws.send_str(item)
                except ConnectionError:
                    return
            elif item.code is None:
                self._break()
            else:
                await self._ws.close(code=item.code)

    async def _read(self) -> None:
        while True:
            try:
                async with asyncio.timeout_at(self._heard_by):
                    message = await self._ws.receive()
            except TimeoutError:
                await self._ws.close(code=TIMED_OUT)
                return
            if message.type is not WSMsgType.TEXT:
                return
            code = self._take(cast("str", message.data))
            if code is not None:
                self._outbox.put_nowait(Close(code=code))

    def _be_patient(self) -> None:
        """Wait for the next heartbeat twice as long as was agreed; other frames do not count."""
        now = asyncio.get_running_loop().time()
        self._heard_by = now + 2 * self._hub.heartbeat_seconds

    def _take(self, text: str) -> int | None:
        """Handle one frame; return a code to close with."""
        now = asyncio.get_running_loop().time()
        is_full = len(self._received) == SENDS
        if is_full and now - self._received[0] < SENDS_SECONDS:
            return RATE_LIMITED
        self._received.append(now)
        try:
            packet = cast("dict[str, Any]", json.loads(text))
        except ValueError:
            return DECODE_ERROR
        return self._handle(packet.get("op"), packet.get("d"))

    def _handle(self, op: object, data: Any) -> int | None:  # noqa: ANN401  # what a bot sent
        if op == HEARTBEAT:
            self._be_patient()
            # Discord is some milliseconds away. An answer in none overtakes the sender's own note
            # of when it sent, and a client then takes the last interval for its latency.
            ack = frame(op=HEARTBEAT_ACK)
            asyncio.get_running_loop().call_later(ACK_SECONDS, self._outbox.put_nowait, ack)
            return None
        if op in (IDENTIFY, RESUME):
            if self._session is not None:
                return ALREADY_AUTHENTICATED
            return self._identify(data) if op == IDENTIFY else self._resume(data)
        return self._ask(op, data)

    def _ask(self, op: object, data: Any) -> int | None:  # noqa: ANN401  # what a bot sent
        if op not in (PRESENCE, VOICE, MEMBERS):
            return UNKNOWN_OPCODE
        if self._session is None:
            return NOT_AUTHENTICATED
        if op == MEMBERS:
            self._send_members(self._session, cast("Json", data))
        return None

    def _identify(self, data: Json) -> int | None:
        world = self._hub.world
        if data.get("token") != world.application.token:
            return AUTHENTICATION_FAILED
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~KNOWN_INTENTS:
            return INVALID_INTENTS
        if refused_intents(world.application, intents):
            return DISALLOWED_INTENTS
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            return INVALID_SHARD
        shard = Shard(number=number, count=count)
        session = self._hub.open(intents=Intent(intents), shard=shard)
        session.outbox, self._session = self._outbox, session
        session.dispatch("READY", ready(world, session))
        bot = world.application.id
        for guild in world.guilds.values():
            if shard.has(guild.id) and (guild.id, bot) in world.members:
                session.dispatch("GUILD_CREATE", guild_create_json(world, guild, viewer=bot))
        return None

    def _resume(self, data: Json) -> int | None:
        if data.get("token") != self._hub.world.application.token:
            return AUTHENTICATION_FAILED
        session = self._hub.sessions.get(data.get("session_id", ""))
        seq = int(data.get("seq") or 0)
        if session is not None and seq > session.seq:
            return INVALID_SEQ
        if session is None or not session.can_resume(seq):
            self._outbox.put_nowait(frame(op=INVALID_SESSION, data=False))
            return None
        session.outbox, self._session = self._outbox, session
        session.replay(seq)
        session.dispatch("RESUMED", {})
        return None

    def _send_members(self, session: Session, data: Json) -> None:
        try:
            answer = chunk(self._hub.world, data, intents=session.intents)
        except ValueError as error:
            self._hub.complaints.add(f"Gateway op 8: {error}")
            return
        session.dispatch("GUILD_MEMBERS_CHUNK", answer)

    def _break(self) -> None:
        if self._request.transport is not None:
            self._request.transport.abort()

    def _part(self) -> None:
        session = self._session
        if session is None:
            return
        if session.outbox is self._outbox:
            session.outbox = None
        if self._ws.close_code in _GOODBYE:
            self._hub.sessions.pop(session.id, None)


async def accept(hub: Hub, request: web.Request, sockets: Sockets) -> web.StreamResponse:
    # discord.py asks for compression in the query, but reads plain text frames as well.
    ws = web.WebSocketResponse(max_msg_size=16_384)
    await ws.prepare(request)
    sockets.add(ws)
    if request.query.get("v", "10") not in ("9", "10"):
        await ws.close(code=INVALID_VERSION)
        return ws
    await Connection(hub, ws, request).run()
    return ws
