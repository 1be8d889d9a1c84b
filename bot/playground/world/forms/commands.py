"""Application commands as they are posted: shape, names, and the 8,000 characters in all."""

from typing import Any, cast

from bot.playground.world.forms.form import Form
from bot.playground.world.forms.names import command_name
from bot.playground.world.forms.shapes import Json, given

MOST_OPTIONS = 25
MOST_CHARACTERS = 8_000
_SUB, _GROUP = 1, 2
_STRING, _INTEGER, _CHANNEL, _NUMBER = 3, 4, 7, 10
_OPTION_TYPES = range(1, 12)


def command(form: Form) -> Json:
    kind = form.choice("type", (1, 2, 3)) or 1
    is_slash = kind == 1
    body: Json = {
        "type": kind,
        "name": command_name(form, is_slash=is_slash),
        **_localized(form, "name", most=32),
        "description": _description(form) if is_slash else "",
        **_localized(form, "description", most=100),
        "default_member_permissions": _permissions(form),
        "nsfw": bool(form.switch("nsfw")),
        "contexts": form.items("contexts", most=3) or None,
        "integration_types": form.items("integration_types", most=2) or [0],
    }
    form.know("id", "application_id", "version", "handler")
    allowed = form.switch("dm_permission")
    body["dm_permission"] = True if allowed is None else allowed
    if not is_slash:
        form.text("description", most=0)
        form.know("options")
    elif form.has("options"):
        body["options"] = _options(form, depth=0)
    if _characters(body) > MOST_CHARACTERS:
        form.fail(
            None,
            code="APPLICATION_COMMAND_TOO_LARGE",
            message=f"Command exceeds maximum size ({MOST_CHARACTERS})",
        )
    return body


def _permissions(form: Form) -> str | None:
    found = form.snowflake("default_member_permissions")
    return None if found is None else str(found)


def _description(form: Form) -> str:
    form.need("description")
    return form.text("description", least=1, most=100) or ""


def _localized(form: Form, key: str, *, most: int) -> Json:
    name = f"{key}_localizations"

    def read(inner: Form) -> Json:
        return {locale: inner.text(locale, least=1, most=most) for locale in list(inner.body)}

    return {name: form.inner(name, read)}


def _options(form: Form, *, depth: int) -> list[Json]:
    found = [_option(each, depth=depth) for each in form.forms("options", most=MOST_OPTIONS)]
    names = [each["name"] for each in found]
    if len(set(names)) < len(names):
        form.fail(
            "options",
            code="APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
            message="Option names must be unique",
        )
    required = [bool(each.get("required")) for each in found]
    if required != sorted(required, reverse=True):
        form.fail(
            "options",
            code="APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
            message="Required options must be placed before non-required options",
        )
    return found


def _option(form: Form, *, depth: int) -> Json:
    form.need("type")
    # A group holds subcommands, a subcommand holds options, and that is all.
    kinds = [each for each in _OPTION_TYPES if each > _GROUP or depth == 0]
    if depth == 1:
        kinds.append(_SUB)
    kind = form.choice("type", kinds)
    body: Json = {
        "type": kind,
        "name": command_name(form, is_slash=True),
        **_localized(form, "name", most=32),
        "description": _description(form),
        **_localized(form, "description", most=100),
    }
    if kind in (_SUB, _GROUP):
        form.know("required", "autocomplete", "choices")
        body["options"] = _options(form, depth=depth + 1)
        return body
    form.know("options")
    return {**body, **_value(form, kind=kind)}


def _value(form: Form, *, kind: object) -> Json:
    choices = [_choice(each, kind=kind) for each in form.forms("choices", most=25)]
    found = given(
        required=form.switch("required"),
        autocomplete=form.switch("autocomplete"),
        choices=choices or None,
    )
    if choices and found.get("autocomplete"):
        form.fail(
            "autocomplete",
            code="APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
            message="Autocomplete cannot be used with choices",
        )
    if kind == _STRING:
        found |= given(
            min_length=form.number("min_length", most=6_000),
            max_length=form.number("max_length", least=1, most=6_000),
        )
    if kind in (_INTEGER, _NUMBER):
        form.know("min_value", "max_value")
        found |= given(min_value=form.body.get("min_value"), max_value=form.body.get("max_value"))
    if kind == _CHANNEL:
        found |= given(channel_types=form.items("channel_types", most=20) or None)
    return found


def _choice(form: Form, *, kind: object) -> Json:
    form.need("name", "value")
    value: Any = form.body.get("value")
    if kind == _STRING:
        value = form.text("value", most=100)
    return {
        "name": form.text("name", least=1, most=100) or "",
        **_localized(form, "name", most=100),
        "value": value,
    }


def _characters(body: Json) -> int:
    """Count what Discord counts; of several languages the longest."""
    own = sum(_longest(body, key) for key in ("name", "description"))
    values = sum(len(each["name"]) + len(str(each["value"])) for each in body.get("choices", []))
    return own + values + sum(_characters(each) for each in body.get("options", []))


def _longest(body: Json, key: str) -> int:
    localized = cast("dict[str, str]", body.get(f"{key}_localizations") or {})
    return max(len(text) for text in (str(body.get(key, "")), *localized.values()))
