"""Who may talk to the server: this machine only, and the page only with the run's key."""

import hmac
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

_LOCAL = frozenset({"127.0.0.1", "localhost", "[::1]"})
# Everything the page may load comes from this server.
_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "media-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


class Guard:
    def __init__(self, key: str) -> None:
        self.key = key
        self.port = 0

    @property
    def cookie(self) -> str:
        # Cookies know no ports: two playgrounds on one machine must not share a name.
        return f"playground_key_{self.port}"

    def has_key(self, request: web.Request) -> bool:
        given = request.cookies.get(self.cookie, "")
        return hmac.compare_digest(given.encode(), self.key.encode())

    def middleware(self) -> Middleware:
        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not self._is_local(request):
                # A page of another site that resolves its own name to this machine ends here.
                return web.Response(status=403, text="Only for this machine.")
            response = await handler(request)
            if not response.prepared:
                response.headers.setdefault("Content-Security-Policy", _POLICY)
                response.headers.setdefault("X-Content-Type-Options", "nosniff")
                response.headers.setdefault("Referrer-Policy", "no-referrer")
            return response

        return check

    def _is_local(self, request: web.Request) -> bool:
        allowed = {f"{name}:{self.port}" for name in _LOCAL}
        if request.host not in allowed:
            return False
        origin = request.headers.get("Origin")
        if origin is None:
            return _comes_from_here(request)
        parts = urlsplit(origin)
        return parts.scheme == "http" and parts.netloc in allowed


def _comes_from_here(request: web.Request) -> bool:
    """Let in who came by the address bar, from our own page, or by following the printed link."""
    if request.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin"):
        return True
    return request.path == "/" and request.headers.get("Sec-Fetch-Mode") == "navigate"
