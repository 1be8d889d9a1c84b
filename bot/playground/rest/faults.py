"""Faults on demand: what goes wrong with which request, and how often."""

import asyncio
from dataclasses import dataclass, replace
from enum import StrEnum

from aiohttp import web

from bot.playground.rest.call import json_reply
from bot.playground.rest.limits import VIA


class FaultKind(StrEnum):
    RATE_LIMIT = "429"
    GLOBAL_RATE_LIMIT = "429_global"
    SERVER_ERROR = "500"
    BAD_GATEWAY = "502"
    SLOW = "slow"
    RESET_BEFORE = "reset_before"
    RESET_AFTER = "reset_after"


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpFault:
    id: str
    kind: FaultKind
    # "POST /webhooks/{webhook}/{token}", or "*" for every route of the bot.
    route: str = "*"
    # How many requests it meets; the first `after` ones pass.
    times: int = 1
    after: int = 0
    seconds: float = 1.0

    def fits(self, route: str) -> bool:
        return self.route in ("*", route)


class HttpFaults:
    def __init__(self) -> None:
        self.pending: list[HttpFault] = []

    def take(self, route: str) -> HttpFault | None:
        """Return the fault that this request meets, and count it."""
        for index, each in enumerate(self.pending):
            if not each.fits(route):
                continue
            if each.after:
                self.pending[index] = replace(each, after=each.after - 1)
                continue
            self._use(index)
            return each
        return None

    def _use(self, index: int) -> None:
        left = self.pending[index].times - 1
        if left:
            self.pending[index] = replace(self.pending[index], times=left)
        else:
            del self.pending[index]


def at_once(fault: HttpFault) -> web.Response | None:
    """Return the answer that a fault gives in place of the route's."""
    if fault.kind in (FaultKind.RATE_LIMIT, FaultKind.GLOBAL_RATE_LIMIT):
        is_global = fault.kind is FaultKind.GLOBAL_RATE_LIMIT
        return too_many(retry_after=fault.seconds, is_global=is_global)
    if fault.kind is FaultKind.SERVER_ERROR:
        return json_reply({"message": "500: Internal Server Error", "code": 0}, status=500)
    if fault.kind is FaultKind.BAD_GATEWAY:
        return web.Response(status=502, body=b"<html>502 Bad Gateway</html>")
    return None


def too_many(
    *, retry_after: float, is_global: bool, headers: dict[str, str] | None = None
) -> web.Response:
    body = {
        "message": "You are being rate limited.",
        "retry_after": round(retry_after, 3),
        "global": is_global,
    }
    marks = {
        "Via": VIA,
        "Retry-After": str(max(1, round(retry_after))),
        "X-RateLimit-Scope": "global" if is_global else "user",
        **({"X-RateLimit-Global": "true"} if is_global else {}),
        **(headers or {}),
    }
    return json_reply(body, status=429, headers=marks)


def cut(request: web.Request) -> web.Response:
    """Break the connection without a word."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)


async def wait(fault: HttpFault) -> None:
    await asyncio.sleep(fault.seconds)
