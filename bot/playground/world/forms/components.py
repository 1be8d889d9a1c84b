"""Message components: which may stand where, and their limits."""

from collections.abc import Callable
from typing import Any

from bot.playground.world.forms.controls import button, select, text_input
from bot.playground.world.forms.form import Form
from bot.playground.world.forms.modal_parts import (
    checkbox,
    checkbox_group,
    file_upload,
    radio_group,
)
from bot.playground.world.forms.shapes import Json, given

MOST = 40
MOST_TEXT = 4_000
ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = frozenset({3, 5, 6, 7, 8})
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23
_INSIDE_CONTAINER = frozenset({ACTION_ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR})
_TOP = {
    "message": frozenset({ACTION_ROW}),
    "v2": _INSIDE_CONTAINER | {CONTAINER},
    "modal": frozenset({ACTION_ROW, TEXT, LABEL}),
}
_IN_LABEL = SELECTS | {TEXT_INPUT, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}


class Reader:
    """Reads one message's or modal's components; counts them and keeps custom ids apart."""

    def __init__(self) -> None:
        self._count = 0
        self._text = 0
        self._custom_ids: set[str] = set()
        self._makers: dict[int, Callable[[Form], Json]] = {
            ACTION_ROW: self._row,
            BUTTON: button,
            TEXT_INPUT: text_input,
            SECTION: self._section,
            TEXT: self._display,
            THUMBNAIL: self._thumbnail,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
            LABEL: self._label,
            FILE_UPLOAD: file_upload,
            RADIO_GROUP: radio_group,
            CHECKBOX_GROUP: checkbox_group,
            CHECKBOX: checkbox,
        } | dict.fromkeys(SELECTS, select)

    def read(self, form: Form, *, place: str) -> tuple[Json, ...]:
        most = 5 if place != "v2" else MOST
        read = tuple(
            self._one(each, allowed=_TOP[place]) for each in form.forms("components", most=most)
        )
        if self._count > MOST:
            message = f"The total number of components cannot exceed {MOST}"
            form.fail("components", code="COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message=message)
        if self._text > MOST_TEXT:
            message = f"The total displayable text size cannot exceed {MOST_TEXT}"
            form.fail(
                "components", code="COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message=message
            )
        return read

    def _one(self, form: Form, *, allowed: frozenset[int]) -> Json:
        self._count += 1
        number = self._count
        form.need("type")
        kind = form.choice("type", sorted(allowed))
        wished = form.number("id", most=(1 << 31) - 1)
        if not isinstance(kind, int):
            form.know(*form.body)
            return {"type": 0, "id": number}
        part = self._makers[kind](form)
        custom_id = part.get("custom_id")
        if custom_id is not None:
            if custom_id in self._custom_ids:
                form.fail(
                    "custom_id",
                    code="COMPONENT_CUSTOM_ID_DUPLICATED",
                    message="Component custom id cannot be duplicated",
                )
            self._custom_ids.add(custom_id)
        return {"type": kind, "id": wished or number, **part}

    def _row(self, form: Form) -> Json:
        form.need("components")
        allowed = SELECTS | {BUTTON, TEXT_INPUT}
        inside = [self._one(each, allowed=allowed) for each in form.forms("components", most=5)]
        if not inside or (len(inside) > 1 and any(each["type"] != BUTTON for each in inside)):
            form.fail(
                "components",
                code="BASE_TYPE_BAD_LENGTH",
                message="A row holds 1 to 5 buttons or one select.",
            )
        return {"components": inside}

    def _section(self, form: Form) -> Json:
        form.need("components", "accessory")
        texts = [
            self._one(each, allowed=frozenset({TEXT}))
            for each in form.forms("components", least=1, most=3)
        ]
        aside = form.inner(
            "accessory", lambda each: self._one(each, allowed=frozenset({BUTTON, THUMBNAIL}))
        )
        return {"components": texts, "accessory": aside}

    def _display(self, form: Form) -> Json:
        form.need("content")
        content = form.text("content", least=1, most=MOST_TEXT) or ""
        self._text += len(content)
        return {"content": content}

    def _thumbnail(self, form: Form) -> Json:
        form.need("media")
        return given(
            media=form.inner("media", _media),
            description=form.text("description", most=1_024),
            spoiler=bool(form.switch("spoiler")),
        )

    def _gallery(self, form: Form) -> Json:
        form.need("items")
        return {"items": [self._thumbnail(each) for each in form.forms("items", least=1, most=10)]}

    def _file(self, form: Form) -> Json:
        form.need("file")
        form.know("name", "size")
        return given(file=form.inner("file", _media), spoiler=bool(form.switch("spoiler")))

    def _separator(self, form: Form) -> Json:
        divider = form.switch("divider")
        return {
            "divider": True if divider is None else divider,
            "spacing": form.choice("spacing", (1, 2)) or 1,
        }

    def _container(self, form: Form) -> Json:
        form.need("components")
        inside = [
            self._one(each, allowed=_INSIDE_CONTAINER)
            for each in form.forms("components", least=1, most=MOST)
        ]
        color = form.number("accent_color", most=0xFFFFFF)
        return {
            "components": inside,
            "accent_color": color,
            "spoiler": bool(form.switch("spoiler")),
        }

    def _label(self, form: Form) -> Json:
        form.need("label", "component")
        return given(
            label=form.text("label", least=1, most=45),
            description=form.text("description", most=100),
            component=form.inner("component", lambda each: self._one(each, allowed=_IN_LABEL)),
        )


def _media(form: Form) -> Json:
    form.need("url")
    form.know("proxy_url", "width", "height", "content_type", "loading_state", "attachment_id")
    form.know("placeholder", "placeholder_version", "flags")
    return {"url": form.text("url", most=2_048) or ""}


def walk(components: tuple[Json, ...] | list[Json]) -> list[dict[str, Any]]:
    """Return all components, inner ones too."""
    found: list[Json] = []
    for each in components:
        found.append(each)
        found += walk(each.get("components", []))
        inner = [each[key] for key in ("accessory", "component") if each.get(key)]
        found += walk(inner)
    return found
