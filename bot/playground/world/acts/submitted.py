"""A modal that was sent: its answers, in the shape of the modal that the bot showed."""

from typing import Any, cast

from bot.playground.world.acts.options import Reading
from bot.playground.world.acts.pressed import chosen
from bot.playground.world.errors import fault
from bot.playground.world.forms.components import walk
from bot.playground.world.world import Json

TEXT_INPUT, TEXT = 4, 10
FILE_UPLOAD, RADIO_GROUP, CHECKBOX = 19, 21, 23
_ONE_VALUE = frozenset({TEXT_INPUT, RADIO_GROUP, CHECKBOX})
_SELECTS = frozenset({3, 5, 6, 7, 8})


def read_modal(reading: Reading, data: Json, *, modal: Json) -> Json:
    """Fill the modal with what was sent. Answers are found by their custom ids, at any depth."""
    sent = cast("list[Json]", data.get("components") or [])
    answers = {each["custom_id"]: each for each in walk(sent) if "custom_id" in each}
    known = {each["custom_id"] for each in walk(modal["components"]) if "custom_id" in each}
    if not known.issuperset(answers):
        raise fault("data.components", code="COMPONENT_UNKNOWN", message="Unknown component")
    filled = [_fill(reading, each, answers=answers) for each in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": filled}


def _fill(reading: Reading, part: Json, *, answers: dict[str, Json]) -> Json:
    shown: Json = {"type": part["type"], "id": part["id"]}
    if "components" in part:
        inside = [_fill(reading, each, answers=answers) for each in part["components"]]
        return {**shown, "components": inside}
    if "component" in part:
        return {**shown, "component": _fill(reading, part["component"], answers=answers)}
    if part["type"] == TEXT:
        return shown
    answer = answers.get(part["custom_id"], {})
    return {**shown, "custom_id": part["custom_id"], **_answer(reading, part, answer=answer)}


def _answer(reading: Reading, part: Json, *, answer: Json) -> Json:
    if part["type"] in _ONE_VALUE:
        return {"value": _value(part, answer.get("value"))}
    values = cast("list[Any]", answer.get("values") or [])
    if part["type"] in _SELECTS:
        return {"values": chosen(reading, values, component=part)}
    _check_count(part, len(values))
    if part["type"] == FILE_UPLOAD:
        return {"values": [reading.upload(str(each)) for each in values]}
    return {"values": [_known(part, each) for each in values]}


def _value(part: Json, value: object) -> object:
    if part["type"] == TEXT_INPUT:
        return _text(part, str(value or ""))
    return bool(value) if part["type"] == CHECKBOX else _radio(part, value)


def _text(part: Json, value: str) -> str:
    least = part.get("min_length") or (0 if part.get("required") is False else 1)
    if part.get("required") is False and not value:
        return value
    if not least <= len(value) <= part.get("max_length", 4_000):
        raise fault(_path(part), code="BASE_TYPE_BAD_LENGTH", message="Wrong length")
    return value


def _radio(part: Json, value: object) -> str | None:
    if value is None and part.get("required") is False:
        return None
    return _known(part, value)


def _known(part: Json, value: object) -> str:
    if value not in [each["value"] for each in part["options"]]:
        raise fault(_path(part), code="BASE_TYPE_CHOICES", message="Value is no option")
    return str(value)


def _check_count(part: Json, count: int) -> None:
    is_required = part.get("required") is not False
    if not count and not is_required:
        return
    if not part.get("min_values", int(is_required)) <= count <= part.get("max_values", 10):
        raise fault(_path(part), code="BASE_TYPE_BAD_LENGTH", message="Too few or too many")


def _path(part: Json) -> str:
    return f"data.components.{part['custom_id']}"
