"""What only modals hold: file uploads, radio groups, checkboxes."""

from bot.playground.world.forms.controls import options
from bot.playground.world.forms.form import Form
from bot.playground.world.forms.shapes import Json, given, needs_custom_id

_MOST_FILES = 10
_MOST_CHOICES = 10


def file_upload(form: Form) -> Json:
    return given(
        custom_id=needs_custom_id(form),
        min_values=form.number("min_values", most=_MOST_FILES),
        max_values=form.number("max_values", least=1, most=_MOST_FILES),
        required=form.switch("required"),
    )


def radio_group(form: Form) -> Json:
    return given(
        custom_id=needs_custom_id(form),
        options=options(form, most=_MOST_CHOICES),
        required=form.switch("required"),
    )


def checkbox_group(form: Form) -> Json:
    return given(
        custom_id=needs_custom_id(form),
        options=options(form, most=_MOST_CHOICES),
        min_values=form.number("min_values", most=_MOST_CHOICES),
        max_values=form.number("max_values", least=1, most=_MOST_CHOICES),
        required=form.switch("required"),
    )


def checkbox(form: Form) -> Json:
    return given(custom_id=needs_custom_id(form), default=form.switch("default"))
