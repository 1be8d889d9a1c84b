"""The house JSON: what a card makes of each field, and what is said when it cannot."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards.card import Card, ExampleDialogue, Roleplay
from bot.engine.cards.house import card_from_house, read_house
from bot.engine.errors import BrokenCard


def house(**changes: object) -> dict[str, Any]:
    plain = {"id": "mara", "name": "Mara", "description": "An innkeeper.", "greeting": "Come in."}
    return {**plain, **changes}


def read(content: object) -> Card:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return card_from_house(raw, file="mara.json", version="v1")


def refusal(content: object) -> str:
    with pytest.raises(BrokenCard) as refused:
        read(content)
    assert refused.value.params["file"] == "mara.json"
    return str(refused.value.params["reason"])


def without(field: str) -> dict[str, Any]:
    return {name: value for name, value in house().items() if name != field}


def test_four_fields_make_a_card() -> None:
    assert read(house()) == Card(
        id=read(house()).id,
        name="Mara",
        version="v1",
        description="An innkeeper.",
        greetings=("Come in.",),
    )


def test_every_field_of_a_full_card_is_used() -> None:
    card = read(
        house(
            categories=["fantasy"],
            identity={"role": "Innkeeper", "background": "A quartermaster once."},
            personality=["warm"],
            roleplay={"action_format": "tags", "thought_format": "none", "break_character": True},
            system_prompt="{{original}} Be warm.",
            alternate_greetings=["Closed."],
            example_dialogues=[{"situation": "rain", "user": "Hello?", "character": "Hello."}],
            visuals={"avatar": "faces/mara.png"},
        )
    )

    assert (card.categories, card.role, card.background) == (
        ("fantasy",),
        "Innkeeper",
        "A quartermaster once.",
    )
    assert card.personality == ("warm",)
    assert card.roleplay == Roleplay(
        action_format="tags", thought_format="none", break_character=True
    )
    assert card.system_prompt == "{{original}} Be warm."
    assert card.greetings == ("Come in.", "Closed.")
    assert card.examples == (ExampleDialogue(situation="rain", user="Hello?", character="Hello."),)
    assert card.face == "faces/mara.png"


@pytest.mark.parametrize(
    ("style", "said"),
    [
        pytest.param({"tone": ["dry", "warm"]}, ("Tone: dry, warm.",), id="a list"),
        pytest.param({"formality": "casual!"}, ("Formality: casual!",), id="ends as it ends"),
        pytest.param({"sentence_style": "short"}, ("Sentences: short.",), id="sentences"),
        pytest.param({"uses_humor": False}, ("Humor: no.",), id="yes or no"),
        pytest.param({"quirks": ["hums"]}, ("Hums.",), id="a quirk is a sentence"),
        pytest.param({"home_accent": "broad"}, ("Home accent: broad.",), id="a field of its own"),
        pytest.param({"formality": "", "tone": []}, (), id="nothing said"),
        pytest.param({"notes": {"a": 1}}, (), id="what has no plain words"),
    ],
)
def test_speech_style_becomes_short_sentences(style: object, said: tuple[str, ...]) -> None:
    assert read(house(speech_style=style)).speech_style == said


def test_behavior_may_have_any_fields() -> None:
    card = read(house(behavior={"under_pressure": "goes quiet", "keeps": ["secrets", "bees"]}))

    assert card.behavior == ("Under pressure: goes quiet.", "Keeps: secrets, bees.")


@pytest.mark.parametrize(
    ("world", "scenario"),
    [
        pytest.param({"setting": "The inn"}, "The inn.", id="a place"),
        pytest.param({"universe": "the Marches"}, "The Marches.", id="a world"),
        pytest.param(
            {"setting": "The inn", "universe": "the Marches", "description": "It rains."},
            "The inn (the Marches). It rains.",
            id="all of it",
        ),
        pytest.param({}, "", id="nowhere"),
    ],
)
def test_the_world_becomes_the_scenario(world: object, scenario: str) -> None:
    assert read(house(world=world)).scenario == scenario


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(without("name"), "name: Field required", id="a field is missing"),
        pytest.param(house(greeting="  "), "greeting: String should have", id="nothing in it"),
        pytest.param(house(id="Mara Quill"), "id: String should match", id="an id with a space"),
        pytest.param(house(name="Ma\nra"), "name: must be one line", id="a name of two lines"),
        pytest.param(house(name="\u202earaM"), "name: must be one line", id="a name turned round"),
        pytest.param(house(name="M" * 81), "name: String should have at most 80", id="a long name"),
        pytest.param(
            house(speech_style={"tone": "dry"}), "speech_style.tone: ", id="where it is wrong"
        ),
        pytest.param(
            house(example_dialogues=[{"character": "Hm."}, {}]),
            "example_dialogues[1].character: Field required",
            id="which of a list",
        ),
        pytest.param(
            house(roleplay={"action_format": "bold"}),
            "roleplay.action_format: Input should be 'asterisks', 'tags' or 'plain'",
            id="what it may be",
        ),
        pytest.param(
            house(visuals={"avatar": "../secret.png"}),
            "visuals.avatar: must name a file in the characters' folder",
            id="a face from above",
        ),
        pytest.param(house(visuals={"avatar": "/etc/x"}), "visuals.avatar: ", id="a root path"),
        pytest.param(house(visuals={"avatar": "C:\\x"}), "visuals.avatar: ", id="a drive"),
        pytest.param({}, "id: Field required (and 3 more)", id="several faults"),
        pytest.param([], "Input should be an object", id="not an object"),
        pytest.param(b'{"id": ', "Invalid JSON: EOF", id="cut off"),
        pytest.param(b"\x89PNG", "Invalid JSON: ", id="not JSON"),
        pytest.param(b"\xff", "Invalid JSON: ", id="not text"),
        pytest.param(b'{"name": "\\ud800"}', "Invalid JSON: ", id="half a letter"),
        pytest.param(b"[" * 100_000, "Invalid JSON: recursion limit", id="too deep"),
    ],
)
def test_a_broken_card_says_in_one_line_what_is_wrong(content: object, reason: str) -> None:
    said = refusal(content)

    assert said.startswith(reason)
    assert "\n" not in said


def test_a_byte_order_mark_is_no_fault() -> None:
    assert read(b"\xef\xbb\xbf" + json.dumps(house()).encode()).name == "Mara"


def test_unknown_fields_survive_being_read_and_written() -> None:
    content = house(
        favourite={"tea": ["green"]},
        visuals={"avatar": "mara.png", "palette": ["#fff"]},
        speech_style={"tone": [], "accent": "broad"},
    )

    kept = read_house(json.dumps(content).encode(), file="mara.json")

    assert json.loads(kept.model_dump_json(exclude_unset=True)) == content


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)
FIELDS = st.sampled_from(
    ["id", "name", "personality", "speech_style", "behavior", "world", "visuals", "extra"]
)


@given(st.dictionaries(FIELDS, JSON))
def test_whatever_stands_in_a_field_the_card_is_read_or_refused(changes: dict[str, Any]) -> None:
    with suppress(BrokenCard):
        read(house(**changes))
