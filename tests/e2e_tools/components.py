"""Buttons, selects and modals as a client finds and fills them."""

from typing import Any

Json = dict[str, Any]
_BUTTON = 2
_SELECTS = (3, 5, 6, 7, 8)
_ONE_VALUE = (4, 21, 23)


def walk(components: list[Json]) -> list[Json]:
    found: list[Json] = []
    for each in components:
        found.append(each)
        found += walk(each.get("components", []))
        found += walk([each[key] for key in ("accessory", "component") if each.get(key)])
    return found


def find_component(
    message: Json,
    *,
    custom_id: str | None = None,
    label: str | None = None,
    is_select: bool = False,
) -> Json:
    """Find a button by label or custom id, or a select by custom id (or the only one)."""
    there = [each for each in walk(message["components"]) if "custom_id" in each]
    for each in there:
        if is_select != (each["type"] in _SELECTS):
            continue
        if custom_id in (None, each["custom_id"]) and label in (None, each.get("label")):
            return each
    shown = [each.get("label") or each["custom_id"] for each in there]
    wish = label or custom_id or "a component"
    text = f"There is no {wish!r} on the message; there are: {shown}"
    raise AssertionError(text)


def answers(modal: Json, given: Json) -> list[Json]:
    """Fill a modal. Lists answer selects, uploads and checkbox groups; others take one value."""
    fields = [each for each in walk(modal["components"]) if "custom_id" in each]
    unknown = set(given) - {each["custom_id"] for each in fields}
    if unknown:
        text = f"The modal has no {unknown}; it has: {[each['custom_id'] for each in fields]}"
        raise AssertionError(text)
    filled: list[Json] = []
    for each in fields:
        key = "value" if each["type"] in _ONE_VALUE else "values"
        default = each.get("value", each.get("default"))
        value = given.get(each["custom_id"], default)
        if value is not None:
            filled.append({"type": each["type"], "custom_id": each["custom_id"], key: value})
    return filled
