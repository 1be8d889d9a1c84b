"""The page's panel for proxies, and the whole world as a file for a bug report."""

from typing import Any

from bot.playground.proxies import Proxies
from bot.playground.rest.call import NOTHING, Call, Reply, Route, route
from bot.playground.world.codec import encode
from bot.playground.world.errors import fault
from bot.playground.world.proxying import Proxy, ProxyKind
from bot.playground.world.saving import world_body


def world_file(call: Call) -> Reply:
    return Reply(body=world_body(call.world))


def routes(proxies: Proxies) -> tuple[Route, ...]:
    def shown(call: Call) -> Reply:
        return Reply(body=_shown(call))

    def added(call: Call) -> Reply:
        form = call.form()
        form.need("kind", "name")
        kind = form.choice("kind", [str(each) for each in ProxyKind])
        user = form.snowflake("user_id") or call.actor
        name = form.text("name", least=1, most=80) or ""
        prefix, suffix = form.text("prefix", most=100), form.text("suffix", most=100)
        form.finish()
        if not prefix and not suffix:
            raise fault("prefix", code="BASE_TYPE_REQUIRED", message="This field is required")
        call.world.user(user)
        proxies.add(
            Proxy(
                kind=ProxyKind(str(kind)),
                user=user,
                name=name,
                prefix=prefix or "",
                suffix=suffix or "",
            )
        )
        return Reply(body=_shown(call), status=201)

    def dropped(call: Call) -> Reply:
        call.world.proxies.clear()
        return NOTHING

    path = "/page/proxies"
    return (
        route("GET", path, shown),
        route("POST", path, added),
        route("DELETE", path, dropped),
        route("GET", "/page/world", world_file),
    )


def _shown(call: Call) -> list[Any]:
    return [{**encode(each), "user": str(each.user)} for each in call.world.proxies]
