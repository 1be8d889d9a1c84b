"""Sentences that feel, think, decide or want for a player: counted, and dropped if so wished."""

from dataclasses import replace

import pytest

from bot.engine.voice.persona_feelings import feelings_in, sentences
from bot.engine.voice.reading import read
from tests.engine.voice.reading_aloud import MARA, leaks, said

FEELS = [
    "Ada feels a chill.",
    "*Ada feels a chill.*",
    "Ada suddenly decided to stay.",
    "Then Ada wanted to leave.",
    "As Ada thinks it over, the fire dies.",
    "ada can't help but feel at home.",
    "Ada has decided to stay.",
    "Ada fühlt sich müde.",
    "Plötzlich fühlt Ada die Kälte.",
    "Ada hat beschlossen zu bleiben.",
    "Ada pense à la mer.",
    "Ada se sent fatiguée.",
    "Ada siente frío.",
    "Ada ha decidido quedarse.",
    "Ada sente frio.",
    "Ada decidiu ficar.",
    "Ada soğuğu hissediyor.",
    "Ada kalmaya karar verdi.",
]
DOES_NOT = [
    "Ada, think of the soup!",
    "What does Ada want?",
    "Does Ada feel cold?",
    '"Ada feels cold," says Ben.',
    "“Ada wants soup.”",
    "She hopes that Ada feels at home.",
    "I know Ada wants this.",
    "Ada sits down.",
    "Adaline feels a chill.",
    "Mara feels a chill.",
    "Ben Okri wants soup.",
    "Ada's feelings are her own.",
    "Ada willigt ein.",
    "Ada kalıyor.",
]


@pytest.mark.parametrize("sentence", FEELS)
def test_who_feels_for_a_player_is_counted(sentence: str) -> None:
    line = f"The fire burns. {sentence} *She nods.*"

    assert read(line, MARA).feelings == (sentence.strip("*"),)
    assert read(line, MARA).pieces == (said(line),)


@pytest.mark.parametrize("sentence", DOES_NOT)
def test_who_does_not_is_not(sentence: str) -> None:
    assert read(f"The fire burns. {sentence} She nods.", MARA).feelings == ()


def test_a_player_is_known_by_the_first_name() -> None:
    assert feelings_in("Ada feels cold.", ("Ada Lovelace",)) == ("Ada feels cold.",)
    assert feelings_in("Ada Lovelace feels cold.", ("Ada Lovelace",)) != ()


def test_nobody_is_felt_for_where_nobody_plays() -> None:
    assert feelings_in("Ada feels cold.", ()) == ()
    assert feelings_in(" feels cold.", ("", " ")) == ()


@pytest.mark.parametrize("line", [*FEELS, *DOES_NOT, "Well… Hm?! No.\n\nAye", "", "...", "\n"])
def test_sentences_are_the_text_again(line: str) -> None:
    assert "".join(sentence.text for sentence in sentences(line, ("Ada",))) == line


@pytest.mark.parametrize("sentence", FEELS)
def test_where_it_is_wished_they_are_dropped(sentence: str) -> None:
    drops = replace(MARA, drops_feelings=True)
    raw = f"The fire burns. {sentence} She nods."

    text = "".join(piece.text for piece in read(raw, drops).pieces)

    assert text.startswith("The fire burns.")
    assert text.endswith("She nods.")
    assert sentence.strip("*") not in text
    assert leaks(raw, hearing=drops) == []


def test_a_line_of_nothing_else_is_empty() -> None:
    assert read("Ada feels cold.", replace(MARA, drops_feelings=True)).pieces == ()
