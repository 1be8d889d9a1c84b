"""Macros: who is meant, in one pass, and nothing else touched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards.macros import expand


def filled(text: str) -> str:
    return expand(text, char="Mara", user="Tomas", original="Be brief.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("{{char}} greets {{user}}.", "Mara greets Tomas.", id="both"),
        pytest.param("{{Char}} {{USER}}", "Mara Tomas", id="any case"),
        pytest.param("<BOT>, <char> and <User>", "Mara, Mara and Tomas", id="the old marks"),
        pytest.param("{{original}} Stay dry.", "Be brief. Stay dry.", id="what is replaced"),
        pytest.param("{{ user }}", "Tomas", id="spaces inside"),
        pytest.param("{{user}}{{user}}", "TomasTomas", id="side by side"),
        pytest.param("{{{user}}}", "{Tomas}", id="further braces stay"),
        pytest.param("{{roll:d6}} {{weather}}", "{{roll:d6}} {{weather}}", id="unknown ones stay"),
        pytest.param("<b> {user} {{us er}}", "<b> {user} {{us er}}", id="what is no macro stays"),
        pytest.param("{{u\u017fer}}", "{{u\u017fer}}", id="a look-alike letter is no macro"),
        pytest.param("{{ 7*7 }}{% if x %}", "{{ 7*7 }}{% if x %}", id="no template language"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_macros_are_filled_in(text: str, expected: str) -> None:
    assert filled(text) == expected


def test_without_an_original_its_macro_leaves_nothing() -> None:
    assert expand("{{original}}", char="Mara", user="Tomas") == ""


MACROS = {"{{char}}": "char", "<BOT>": "char", "{{User}}": "user", "{{original}}": "original"}
PLAIN = st.text(st.characters(exclude_characters="{}<>"))
NAMES = st.text() | st.sampled_from([*MACROS, "{{", "}}", "\\1", "\\g<0>"])


@given(st.lists(PLAIN | st.sampled_from([*MACROS])), NAMES, NAMES, NAMES)
def test_what_is_filled_in_is_never_expanded_again(
    parts: list[str], char: str, user: str, original: str
) -> None:
    values = {"char": char, "user": user, "original": original}
    expected = "".join(values[MACROS[part]] if part in MACROS else part for part in parts)

    assert expand("".join(parts), char=char, user=user, original=original) == expected


@given(st.text("{}<>charuseBOT "))
def test_any_text_can_be_expanded(text: str) -> None:
    assert expand(text, char="", user="") is not None
