"""The guided scene answers whatever is typed, in the form that the narrator is asked for."""

import re
from pathlib import Path

import pytest

from bot.playground.scripted_model import GUIDED, load_script
from bot.playground.scripted_model.answers import Asked, Said, answer

SCRIPT = load_script(GUIDED)
CHARACTERS = Path(__file__).parents[2] / "characters"


def reply_to(said: str, *, character: str = "Mara Quill") -> str:
    messages = [
        Said(role="system", content="You write for one character."),
        Said(role="user", content=f"Ada: {said}\n\n(Now {character}'s line, only theirs.)"),
    ]
    found = answer(SCRIPT, Asked(messages=messages), purpose=f"narrator {character}", spent={})
    assert found is not None
    return "".join(found[1].pieces)


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("Hello there!", "stool|bowl"),
        ("Good evening. *shakes off the rain* My name is Bo.", "Bo"),
        ("What's in the stew?", "Barley|spoonful"),
        ("Who is the lantern for?", "Tobin|wick"),
        ("What are those lights up in the hills?", "cairn|Grey Road"),
        ("I can't pay you.", "ledger|woodpile"),
        ("Do you have a room?", "key|bed"),
        ("I think I'll have an ale.", "mug|jugs"),
        ("Goodbye, Mara.", "lantern"),
    ],
)
def test_it_answers_to_what_people_would_type(said: str, about: str) -> None:
    assert re.search(about, reply_to(said))


@pytest.mark.parametrize("character", ["Mara Quill", "Thessaly Orr", "Zoë"])
@pytest.mark.parametrize(
    "said", ["", "xyzzy", "?", "…", "*sits down*", "I have a purple giraffe.", "¿Qué tal?", "1 + 1"]
)
def test_whatever_is_said_there_is_a_fitting_answer(said: str, character: str) -> None:
    reply = reply_to(said, character=character)

    assert len(reply) > 60
    assert not re.search(r"\{\w+\}", reply)


REPLIES = [reply for rule in SCRIPT.rule for reply in rule.reply]


@pytest.mark.parametrize("reply", REPLIES)
def test_every_reply_is_well_formed(reply: str) -> None:
    assert reply.count("*") % 2 == 0
    assert reply.count("<thought>") == reply.count("</thought>")
    assert re.search(r"\*[^*]+\*", reply), "no action"
    assert len(reply) < 600
    assert not re.search(r"^\w[\w ]*: ", reply, re.MULTILINE), "speaks for somebody"


def test_its_heroine_is_one_of_the_characters() -> None:
    assert '"name": "Mara Quill"' in (CHARACTERS / "mara-quill.json").read_text(encoding="utf-8")
