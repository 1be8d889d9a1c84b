"""The characters that come with Troupe: readable, short enough, and good hosts."""

import json
import re
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.content.library import DiskCardLibrary
from bot.content.places import CHECKOUT
from bot.engine.cards.card import Card
from bot.engine.cards.house import read_house
from bot.engine.cards.macros import expand
from bot.engine.ids import CharacterId
from bot.llm.tokens import NeutralTokenCounter
from characters.faces.draw import PORTRAITS, png_of

ROOM = CHECKOUT / "characters"
LIBRARY = DiskCardLibrary(ROOM)
CARDS = LIBRARY.cards()
FIELDS = {
    "id",
    "name",
    "categories",
    "description",
    "identity",
    "personality",
    "speech_style",
    "behavior",
    "world",
    "roleplay",
    "system_prompt",
    "greeting",
    "example_dialogues",
    "visuals",
}

each_card = pytest.mark.parametrize("card", [pytest.param(card, id=card.id) for card in CARDS])
each_face = pytest.mark.parametrize("character", sorted(PORTRAITS))


def file_of(card: Card) -> Path:
    return ROOM / f"{card.id}.json"


def test_all_can_be_read() -> None:
    assert [broken.params for broken in LIBRARY.broken()] == []


def test_there_is_somebody_for_every_taste() -> None:
    counted = Counter(category for card in CARDS for category in card.categories)

    assert len(CARDS) >= 10
    assert {"fantasy", "mystery", "science fiction", "slice of life"} <= set(counted)
    assert [category for category, cards in counted.items() if cards < 2] == []


def test_the_innkeeper_of_the_first_scene_is_there() -> None:
    innkeeper = LIBRARY.card("Mara Quill")

    assert innkeeper.id == "mara-quill"
    assert "The Lantern & Larder" in innkeeper.scenario


@each_card
def test_a_file_is_named_by_its_id_and_has_the_house_fields(card: Card) -> None:
    assert set(json.loads(file_of(card).read_bytes())) - {"alternate_greetings"} == FIELDS


@each_card
def test_a_file_survives_being_read_and_written(card: Card) -> None:
    raw = file_of(card).read_bytes()

    written = read_house(raw, file=card.id).model_dump_json(exclude_unset=True)

    assert json.loads(written) == json.loads(raw)


@pytest.mark.filterwarnings("ignore:open_binary is deprecated:DeprecationWarning")  # bpe_openai
@each_card
def test_a_character_leaves_room_for_the_story(card: Card) -> None:
    count = NeutralTokenCounter()

    assert count("\n".join([card.description, *card.personality, card.scenario])) <= 350


@each_card
def test_a_greeting_sets_a_scene_and_asks_for_an_answer(card: Card) -> None:
    assert card.greetings
    for greeting in card.greetings:
        assert 40 <= len(greeting.split()) <= 110
        assert re.search(r"\*[^*]+\*", greeting)
        assert greeting.count("*") % 2 == 0
        assert "?" in greeting[-120:]


@each_card
def test_a_greeting_never_acts_for_the_player(card: Card) -> None:
    actions = " ".join(re.findall(r"\*([^*]+)\*", "\n".join(card.greetings)))

    assert not re.search(r"\byou\b|\byour\b|\{\{user\}\}", actions, re.IGNORECASE)


@each_card
def test_there_are_two_or_three_examples_of_the_voice(card: Card) -> None:
    assert 2 <= len(card.examples) <= 3
    assert all(example.situation and example.user for example in card.examples)


@each_card
def test_only_macros_that_troupe_fills_in_are_used(card: Card) -> None:
    texts = [card.description, card.scenario, card.system_prompt, *card.greetings]
    texts += [example.character for example in card.examples]

    assert not [text for text in texts if "{{" in expand(text, char="A", user="B")]


def test_every_face_drawn_belongs_to_a_card_and_every_card_has_one() -> None:
    assert sorted(PORTRAITS) == [card.id for card in sorted(CARDS, key=lambda card: card.id)]
    assert {card.face for card in CARDS} == {f"faces/{character}.png" for character in PORTRAITS}


@each_face
def test_a_face_is_small_enough_for_a_webhook(character: str) -> None:
    face = LIBRARY.face(CharacterId(character))
    assert face is not None

    with Image.open(BytesIO(face)) as picture:
        assert (picture.format, picture.size) == ("PNG", (256, 256))
    assert len(face) <= 60_000


@each_face
def test_a_face_is_what_its_script_draws(character: str) -> None:
    """By eye, not by byte: another version of Pillow may round and pack in its own way."""
    kept = (ROOM / "faces" / f"{character}.png").read_bytes()

    with Image.open(BytesIO(kept)) as old, Image.open(BytesIO(png_of(character))) as new:
        difference = ImageStat.Stat(ImageChops.difference(old.convert("RGB"), new.convert("RGB")))
    assert max(difference.mean) < 0.5, "draw them again: python -m characters.faces.draw"


def test_no_two_faces_are_alike() -> None:
    assert len({png_of(character) for character in PORTRAITS}) == len(PORTRAITS)
