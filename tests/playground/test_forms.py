"""What is posted, and what Discord says to it."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.playground.world.errors import DiscordError, InvalidForm, UnknownThing
from bot.playground.world.forms.commands import command
from bot.playground.world.forms.drafts import Upload, read_draft
from bot.playground.world.forms.form import Form
from bot.playground.world.forms.modals import read_choices, read_modal
from bot.playground.world.forms.names import webhook_name

Json = dict[str, Any]
ROW, BUTTON = 1, {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}


def errors_of(body: Json, read: Callable[[Form], object]) -> dict[str, str]:
    """Return the first code of each wrong field, by its path."""
    form = Form(body)
    read(form)
    with pytest.raises(InvalidForm) as refused:
        form.finish()
    assert (refused.value.status, refused.value.code) == (400, 50035)
    return dict(flat(refused.value.more["errors"]))


def flat(tree: Json, path: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, node in tree.items():
        if name == "_errors":
            found.append((".".join(path), node[0]["code"]))
        else:
            found += flat(node, (*path, name))
    return found


def a_draft(form: Form) -> object:
    takes = frozenset({"username", "avatar_url", "thread_name", "applied_tags", "nonce"})
    return read_draft(form, uploads=(), takes=takes)


def many_buttons(count: int, *, in_row: int = 5) -> list[Json]:
    buttons = [{**BUTTON, "custom_id": f"go{number}"} for number in range(count)]
    return [
        {"type": ROW, "components": buttons[at : at + in_row]} for at in range(0, count, in_row)
    ]


Wrong = tuple[Json, str, str]
MESSAGES: list[Wrong] = [
    ({"content": "x" * 2_001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
    ({"nonce": "x" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    ({"username": "x" * 81}, "username", "BASE_TYPE_BAD_LENGTH"),
    ({"username": "Clyde the cat"}, "username", "USERNAME_INVALID_CONTAINS"),
    ({"username": "DiScOrD fan"}, "username", "USERNAME_INVALID_CONTAINS"),
    ({"username": "everyone"}, "username", "USERNAME_INVALID"),
    ({"avatar_url": "x" * 2_049}, "avatar_url", "BASE_TYPE_MAX_LENGTH"),
    ({"thread_name": "x" * 101}, "thread_name", "BASE_TYPE_BAD_LENGTH"),
    ({"applied_tags": ["1"] * 6}, "applied_tags", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"description": "x" * 4_097}]}, "embeds.0.description",
     "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"fields": [{"name": "a", "value": "b"}] * 26}]}, "embeds.0.fields",
     "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"fields": [{"name": "a"}]}]}, "embeds.0.fields.0.value",
     "BASE_TYPE_REQUIRED"),
    ({"embeds": [{"footer": {"text": "x" * 2_049}}]}, "embeds.0.footer.text",
     "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"description": "x" * 3_001}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ({"components": many_buttons(30)}, "components", "BASE_TYPE_MAX_LENGTH"),
    ({"components": many_buttons(6, in_row=6)}, "components.0.components",
     "BASE_TYPE_MAX_LENGTH"),
    ({"components": [{"type": ROW, "components": [BUTTON, BUTTON]}]},
     "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ({"components": [{"type": ROW, "components": [{**BUTTON, "label": "x" * 81}]}]},
     "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [{"type": ROW, "components": [{**BUTTON, "custom_id": "x" * 101}]}]},
     "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [{"type": 10, "content": "x"}]}, "components.0.type",
     "BASE_TYPE_CHOICES"),
    ({"flags": 1 << 15, "content": "x"}, "content",
     "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    ({"allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "allowed_mentions.users",
     "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "where", "code"), MESSAGES)
def test_a_message_that_breaks_a_limit_is_refused(body: Json, where: str, code: str) -> None:
    assert errors_of(body, a_draft) == {where: code}


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("discord", "USERNAME_INVALID_CONTAINS"),
        ("x" * 81, "BASE_TYPE_BAD_LENGTH"),
        (" ", "BASE_TYPE_REQUIRED"),
    ],
)
def test_a_webhook_has_a_decent_name(name: str, code: str) -> None:
    assert errors_of({"name": name}, lambda form: webhook_name(form, "name")) == {"name": code}


def a_command(**more: object) -> Json:
    return {"name": "dice", "description": "Roll", **more}


def an_option(**more: object) -> Json:
    return {"type": 3, "name": "how", "description": "How", **more}


@pytest.mark.parametrize(
    ("body", "where", "code"),
    [
        (a_command(name="Dice"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
        (a_command(name="x" * 33), "name", "BASE_TYPE_BAD_LENGTH"),
        (a_command(description="x" * 101), "description", "BASE_TYPE_BAD_LENGTH"),
        ({"name": "dice"}, "description", "BASE_TYPE_REQUIRED"),
        (a_command(options=[an_option(name=f"o{n}") for n in range(26)]), "options",
         "BASE_TYPE_MAX_LENGTH"),
        (a_command(options=[an_option(), an_option()]), "options",
         "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
        (a_command(options=[an_option(), an_option(name="b", required=True)]), "options",
         "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
        (a_command(options=[an_option(choices=[{"name": "a", "value": "a"}], autocomplete=True)]),
         "options.0.autocomplete", "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE"),
    ],
)  # fmt: skip
def test_a_command_that_breaks_a_limit_is_refused(body: Json, where: str, code: str) -> None:
    assert errors_of(body, command) == {where: code}


def test_a_command_has_8000_characters_in_all() -> None:
    choices = [{"name": f"{n:0100}", "value": f"{n:0100}"} for n in range(25)]
    options = [an_option(name=f"o{n}", choices=choices) for n in range(2)]

    assert errors_of(a_command(options=options), command) == {"": "APPLICATION_COMMAND_TOO_LARGE"}


@pytest.mark.parametrize(
    ("body", "where", "code"),
    [
        ({"custom_id": "m", "title": "x" * 46, "components": [{"type": 10, "content": "x"}]},
         "title", "BASE_TYPE_BAD_LENGTH"),
        ({"custom_id": "m", "title": "Who?", "components": [{"type": 10, "content": "x"}] * 6},
         "components", "BASE_TYPE_MAX_LENGTH"),
        ({"custom_id": "m", "title": "Who?", "components": [
            {"type": 18, "label": "x" * 46, "component": {"type": 4, "style": 1, "custom_id": "a"}}
        ]}, "components.0.label", "BASE_TYPE_BAD_LENGTH"),
    ],
)  # fmt: skip
def test_a_modal_that_breaks_a_limit_is_refused(body: Json, where: str, code: str) -> None:
    assert errors_of(body, read_modal) == {where: code}


def test_at_most_25_choices_are_suggested() -> None:
    choices = [{"name": "a", "value": "a"}] * 26

    assert errors_of({"choices": choices}, read_choices) == {"choices": "BASE_TYPE_MAX_LENGTH"}


def test_an_unknown_field_is_refused() -> None:
    form = Form({"content": "x", "colour": "red", "embeds": [{"tilte": "x"}]})
    a_draft(form)

    with pytest.raises(UnknownThing, match=r"embeds\.0\.tilte, colour"):
        form.finish()


def test_a_file_of_more_than_10_mib_is_refused() -> None:
    large = Upload(filename="large.bin", data=bytes(10 * 1024 * 1024 + 1))

    with pytest.raises(DiscordError) as refused:
        read_draft(Form({}), uploads=(large,))
    assert (refused.value.status, refused.value.code) == (413, 40005)
