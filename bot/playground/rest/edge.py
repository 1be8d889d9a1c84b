"""From HTTP to a route and back: authorisation, limits, faults, errors."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from aiohttp import web

from bot.playground.complaints import Complaints
from bot.playground.rest.call import Call, Reply, Route, json_reply, read_body
from bot.playground.rest.faults import FaultKind, HttpFaults, at_once, cut, too_many, wait
from bot.playground.rest.limits import VIA, Limits, Verdict
from bot.playground.world.errors import DiscordError, UnknownThing
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import World

LOG = logging.getLogger(__name__)
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
PREFIX = "/api/v10"
TOO_MANY = 429


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request and its answer, parsed: what a test's oracle judges."""

    method: str
    path: str
    query: Mapping[str, str]
    body: object
    status: int
    reply: object


Witness = Callable[[Exchange], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What all routes of the bot share."""

    world: World
    limits: Limits
    faults: HttpFaults
    complaints: Complaints
    witnesses: list[Witness]


def mount(app: web.Application, desk: Desk, routes: Sequence[Route]) -> None:
    for route in routes:
        app.router.add_route(route.method, f"{PREFIX}{route.path}", _handler(desk, route))
    app.router.add_route("*", "/api/{rest:.*}", _unknown(desk))


def _handler(desk: Desk, route: Route) -> _Handler:
    async def handle(request: web.Request) -> web.StreamResponse:
        if not route.open and request.headers.get("Authorization") != (
            f"Bot {desk.world.application.token}"
        ):
            return json_reply({"message": "401: Unauthorized", "code": 0}, status=401)
        fault = desk.faults.take(route.name)
        if fault is not None:
            if fault.kind is FaultKind.SLOW:
                await wait(fault)
            if fault.kind is FaultKind.RESET_BEFORE:
                return cut(request)
            instead = at_once(fault)
            if instead is not None:
                return instead
        response = await _limited(desk, route, request)
        if fault is not None and fault.kind is FaultKind.RESET_AFTER:
            return cut(request)
        return response

    return handle


async def _limited(desk: Desk, route: Route, request: web.Request) -> web.Response:
    verdict = desk.limits.pass_through(
        route.name, params=request.match_info, channel=_webhooks_channel(desk, route, request)
    )
    if verdict.retry_after is not None:
        return too_many(
            retry_after=verdict.retry_after,
            is_global=verdict.is_global,
            headers=dict(verdict.headers),
        )
    return await _answered(desk, route, request, verdict=verdict)


async def _answered(
    desk: Desk, route: Route, request: web.Request, *, verdict: Verdict
) -> web.Response:
    body: object = None
    try:
        _check_query(route, request)
        body, uploads = await read_body(request)
        call = Call(
            world=desk.world,
            actor=desk.world.application.id,
            params=request.match_info,
            query=request.query,
            body=body,
            uploads=uploads,
        )
        reply = route.answer(call)
    except DiscordError as error:
        if isinstance(error, UnknownThing):
            desk.complaints.add(f"{request.method} {request.path}: {error.message}")
        reply = Reply(body=error.body(), status=error.status)
    exchange = Exchange(
        method=route.method,
        path=request.path.removeprefix(PREFIX),
        query=request.query,
        body=body,
        status=reply.status,
        reply=reply.body,
    )
    for witness in desk.witnesses:
        witness(exchange)
    headers = dict(verdict.headers)
    if reply.status == TOO_MANY:
        # Without Via, discord.py takes a 429 for a ban by the network in front of Discord.
        headers["Via"] = VIA
    return json_reply(reply.body, status=reply.status, headers=headers)


def _check_query(route: Route, request: web.Request) -> None:
    unknown = set(request.query) - route.query
    if unknown:
        raise UnknownThing("Unknown query: " + ", ".join(sorted(unknown)))


def _webhooks_channel(desk: Desk, route: Route, request: web.Request) -> int | None:
    """Return the channel whose budget a webhook's message takes from."""
    if not route.path.startswith("/webhooks/{webhook}/{token}"):
        return None
    text = request.match_info["webhook"]
    hook = desk.world.webhooks.get(Snowflake(int(text))) if text.isdecimal() else None
    return hook.channel if hook else None


def _unknown(desk: Desk) -> _Handler:
    async def handle(request: web.Request) -> web.StreamResponse:  # aiohttp's shape
        desk.complaints.add(f"Unknown route: {request.method} {request.path}")
        return json_reply({"message": "404: Not Found", "code": 0}, status=404)

    return handle
