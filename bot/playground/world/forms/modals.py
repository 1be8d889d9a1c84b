"""Answers that are no messages: modals and autocomplete choices."""

from bot.playground.world.forms.components import Reader
from bot.playground.world.forms.form import Form
from bot.playground.world.forms.shapes import Json

MOST_CHOICES = 25


def read_modal(form: Form) -> Json:
    form.need("custom_id", "title", "components")
    components = Reader().read(form, place="modal")
    if not components:
        form.fail("components", code="BASE_TYPE_BAD_LENGTH", message="Must be between 1 and 5.")
    return {
        "custom_id": form.text("custom_id", least=1, most=100),
        "title": form.text("title", least=1, most=45),
        "components": list(components),
    }


def read_choices(form: Form) -> list[Json]:
    read: list[Json] = []
    for each in form.forms("choices", most=MOST_CHOICES):
        each.need("name", "value")
        each.know("name_localizations")
        value = each.body.get("value")
        if isinstance(value, str):
            value = each.text("value", most=100)
        each.know("value")
        read.append({"name": each.text("name", least=1, most=100), "value": value})
    return read
