"""The page's panel for faults."""

from typing import Any

from bot.playground.faults import Faults
from bot.playground.rest.call import NOTHING, Call, Reply, Route, route
from bot.playground.rest.faults import FaultKind
from bot.playground.world.errors import fault
from bot.playground.world.forms.channels import permission
from bot.playground.world.forms.form import Form
from bot.playground.world.ports import Snowflake

_GATEWAY = ("gateway_drop", "gateway_lose", "gateway_reconnect", "gateway_invalidate")
_EVENTS = ("duplicate", "late", "lost")
_WORLD = ("delete_webhook", "move_webhook", "delete_channel", "take_permission")
KINDS = (*(str(each) for each in FaultKind), *_EVENTS, *_GATEWAY, *_WORLD)


def routes(faults: Faults) -> tuple[Route, ...]:
    def shown(_: Call) -> Reply:
        return Reply(body=_shown(faults))

    def made(call: Call) -> Reply:
        form = call.form()
        form.need("kind")
        kind = form.choice("kind", KINDS)
        form.faults.check()
        _make(faults, str(kind), form)
        form.finish()
        return Reply(body=_shown(faults), status=201)

    def cleared(_: Call) -> Reply:
        faults.clear()
        return NOTHING

    path = "/page/faults"
    return (
        route("GET", path, shown),
        route("POST", path, made),
        route("DELETE", path, cleared),
    )


def _shown(faults: Faults) -> list[dict[str, Any]]:
    http = [
        {
            "id": each.id,
            "kind": str(each.kind),
            "route": each.route,
            "times": each.times,
            "after": each.after,
            "seconds": each.seconds,
        }
        for each in faults.http.pending
    ]
    events = [
        {"id": each.id, "kind": str(each.kind), "event": each.event, "after": each.after}
        for each in faults.hub.twists
    ]
    return [*http, *events]


def _make(faults: Faults, kind: str, form: Form) -> None:
    if kind in _GATEWAY:
        _shake(faults, kind)
    elif kind in _EVENTS:
        form.need("event")
        event = form.text("event", most=40) or ""
        faults.twist(kind, event=event, after=form.number("after", most=1_000) or 1)
    elif kind in _WORLD:
        _break(faults, kind, form)
    else:
        faults.fail(
            kind,
            route=form.text("route", most=200) or "*",
            times=form.number("times", least=1, most=1_000) or 1,
            after=form.number("after", most=1_000) or 0,
            seconds=_seconds(form),
        )


def _shake(faults: Faults, kind: str) -> None:
    if kind == "gateway_reconnect":
        faults.reconnect_gateway()
    elif kind == "gateway_invalidate":
        faults.invalidate_gateway()
    else:
        faults.drop_gateway(resumable=kind == "gateway_drop")


def _break(faults: Faults, kind: str, form: Form) -> None:
    target = _needed(form, "guild_id" if kind == "take_permission" else "id")
    if kind == "delete_webhook":
        faults.delete_webhook(target)
    elif kind == "move_webhook":
        faults.move_webhook(target, to=_needed(form, "to"))
    elif kind == "delete_channel":
        faults.delete_channel(target)
    else:
        faults.take_permission(permission(form, "permission"), guild=target)


def _needed(form: Form, key: str) -> Snowflake:
    found = form.snowflake(key)
    if found is None:
        raise fault(key, code="BASE_TYPE_REQUIRED", message="This field is required")
    return found


def _seconds(form: Form) -> float:
    value = form.body.get("seconds", 1.0)
    form.know("seconds")
    return float(value) if isinstance(value, (int, float)) else 1.0
