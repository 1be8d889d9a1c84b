"""Buttons, selects and text inputs."""

from bot.playground.world.forms.form import Form
from bot.playground.world.forms.shapes import Json, emoji, given, needs_custom_id

_LINK, _PREMIUM = 5, 6
_MOST_OPTIONS = 25
_CHANNEL_SELECT = 8
_STRING_SELECT = 3


def button(form: Form) -> Json:
    form.need("style")
    style = form.choice("style", range(1, 7))
    part = given(
        style=style,
        label=form.text("label", most=80),
        emoji=form.inner("emoji", emoji),
        disabled=form.switch("disabled"),
        url=form.text("url", most=512),
    )
    form.know("sku_id")
    if style in (_LINK, _PREMIUM):
        form.know("custom_id")
        if style == _LINK:
            form.need("url")
        return part
    if form.has("url"):
        form.fail("url", code="BUTTON_COMPONENT_URL_NOT_ALLOWED", message="Only links have a URL")
    if not form.has("label") and not form.has("emoji"):
        form.fail("label", code="BASE_TYPE_REQUIRED", message="A label or an emoji is required")
    return {**part, "custom_id": needs_custom_id(form)}


def select(form: Form) -> Json:
    kind = form.body.get("type")
    part = given(
        custom_id=needs_custom_id(form),
        placeholder=form.text("placeholder", most=150),
        disabled=form.switch("disabled"),
        required=form.switch("required"),
    )
    form.know("default_values")
    least, most = form.number("min_values", most=25), form.number("max_values", least=1, most=25)
    part |= {"min_values": 1 if least is None else least, "max_values": most or 1}
    if part["min_values"] > part["max_values"]:
        form.fail("min_values", code="NUMBER_TYPE_MAX", message="Must not exceed max_values.")
    if kind == _CHANNEL_SELECT:
        part |= given(channel_types=form.items("channel_types", most=20) or None)
    if kind == _STRING_SELECT:
        part["options"] = options(form, most=_MOST_OPTIONS)
    elif form.has("default_values"):
        part["default_values"] = form.items("default_values", most=25)
    return part


def options(form: Form, *, most: int) -> list[Json]:
    form.need("options")
    found = [
        given(
            label=each.text("label", least=1, most=100) or "",
            value=each.text("value", least=1, most=100) or "",
            description=each.text("description", most=100),
            emoji=each.inner("emoji", emoji),
            default=each.switch("default"),
        )
        for each in form.forms("options", least=1, most=most)
    ]
    values = [each["value"] for each in found]
    if len(set(values)) < len(values):
        form.fail(
            "options",
            code="SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            message="The specified option value is already used",
        )
    return found


def text_input(form: Form) -> Json:
    form.need("style")
    # Inside a label the label stands above it; in an action row it carries its own.
    return given(
        custom_id=needs_custom_id(form),
        style=form.choice("style", (1, 2)),
        label=form.text("label", most=45),
        min_length=form.number("min_length", most=4_000),
        max_length=form.number("max_length", least=1, most=4_000),
        required=form.switch("required"),
        value=form.text("value", most=4_000),
        placeholder=form.text("placeholder", most=100),
    )
