"""Small shapes that several forms share."""

from typing import Any

from bot.playground.world.forms.form import Form

Json = dict[str, Any]


def given(**parts: object) -> Json:
    """Leave out what was not sent."""
    return {name: part for name, part in parts.items() if part is not None}


def emoji(form: Form) -> Json:
    found = given(name=form.text("name", most=32), animated=form.switch("animated"))
    identity = form.snowflake("id")
    return found if identity is None else {"id": str(identity), **found}


def needs_custom_id(form: Form) -> str | None:
    form.need("custom_id")
    return form.text("custom_id", least=1, most=100)
