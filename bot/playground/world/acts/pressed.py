"""A button that was pressed, or a select that was chosen from."""

from typing import cast

from bot.playground.world.acts.options import Reading
from bot.playground.world.errors import fault
from bot.playground.world.forms.components import walk
from bot.playground.world.forms.form import as_snowflake
from bot.playground.world.messages import Message
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import Json

BUTTON, STRING_SELECT = 2, 3
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8


def read_press(reading: Reading, data: Json, *, message: Message) -> Json:
    custom_id = data.get("custom_id")
    found = [each for each in walk(message.components) if each.get("custom_id") == custom_id]
    if not found or found[0].get("disabled"):
        raise fault(
            "data.custom_id",
            code="COMPONENT_VALIDATION_FAILED",
            message="Component validation failed",
        )
    component = found[0]
    read: Json = {
        "component_type": component["type"],
        "custom_id": custom_id,
        "id": component["id"],
    }
    if component["type"] == BUTTON:
        return read
    return {**read, "values": chosen(reading, data.get("values") or [], component=component)}


def chosen(reading: Reading, values: object, *, component: Json) -> list[str]:
    """Check what was chosen in a select, and resolve it."""
    found = [str(each) for each in cast("list[object]", values)]
    least, most = component.get("min_values", 1), component.get("max_values", 1)
    is_optional = component.get("required") is False and not found
    if not is_optional and not least <= len(found) <= most:
        raise fault("data.values", code="BASE_TYPE_BAD_LENGTH", message="Too few or too many")
    if component["type"] == STRING_SELECT:
        allowed = {each["value"] for each in component["options"]}
        if not allowed.issuperset(found):
            raise fault("data.values", code="BASE_TYPE_CHOICES", message="Value is no option")
        return found
    for each in found:
        _resolve(reading, component["type"], as_snowflake(each))
    return found


def _resolve(reading: Reading, kind: int, identity: Snowflake | None) -> None:
    if identity is None:
        raise fault("data.values", code="NUMBER_TYPE_COERCE", message="Not a snowflake")
    if kind == USER_SELECT:
        reading.user(identity)
    elif kind == ROLE_SELECT:
        reading.role(identity)
    elif kind == CHANNEL_SELECT:
        reading.place(identity, viewer=reading.world.application.id)
    else:
        reading.mentionable(identity)
