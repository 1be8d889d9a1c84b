"""A line's pieces as Discord shows them."""

import pytest

from bot.engine.cast.lines import Piece
from bot.engine.log.events import Span
from bot.stage.formatting import NOTHING_SAID, Thoughts, discord_text


def said(text: str) -> Piece:
    return Piece(span=Span.SAID, text=text)


def thought(text: str) -> Piece:
    return Piece(span=Span.THOUGHT, text=text)


LINE = [said("*She smiles.*"), thought("He knows.\nDoes he?"), said("More tea?")]


@pytest.mark.parametrize(
    ("thoughts", "text"),
    [
        pytest.param(
            "dimmed", "*She smiles.*\n-# 💭 He knows.\n-# 💭 Does he?\nMore tea?", id="dimmed"
        ),
        pytest.param(
            "spoiler", "*She smiles.*\n||💭 He knows.\nDoes he?||\nMore tea?", id="spoiler"
        ),
        pytest.param("hidden", "*She smiles.*\nMore tea?", id="hidden"),
    ],
)
def test_thoughts_as_the_host_wants_them(thoughts: Thoughts, text: str) -> None:
    assert discord_text(LINE, thoughts=thoughts) == text


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        pytest.param([], "", id="nothing stays nothing"),
        pytest.param([thought("Hm.")], NOTHING_SAID, id="only a hidden thought"),
        pytest.param([said("Hi @everyone")], "Hi @\u200beveryone", id="nobody is called"),
        pytest.param(
            [said("Hi <@12345678901234567>")], "Hi <@\u200b12345678901234567>", id="no mention"
        ),
        pytest.param([said("```py\nx")], "```py\nx\n```", id="an open fence is closed"),
    ],
)
def test_what_is_shown(pieces: list[Piece], text: str) -> None:
    assert discord_text(pieces, thoughts="hidden") == text


def test_a_spoiler_cannot_be_broken_from_inside() -> None:
    shown = discord_text([thought("a || b")], thoughts="spoiler")

    assert shown.count("||") == 2


def test_a_cut_line_says_so_outside_of_its_fence() -> None:
    shown = discord_text([said("```\nx")], thoughts="dimmed", cut_short="…cut short")

    assert shown == "```\nx\n```\n-# …cut short"


def test_a_line_without_words_is_not_marked() -> None:
    assert discord_text([], thoughts="dimmed", cut_short="…cut short") == ""


@pytest.mark.parametrize(
    ("so_far", "shown"),
    [
        pytest.param("*She leans", "*She leans*", id="an action that has begun"),
        pytest.param("*She leans ", "*She leans*", id="with a blank at its end"),
        pytest.param("Well. *", "Well.", id="only its mark"),
        pytest.param("*She leans in.* Tea?", "*She leans in.* Tea?", id="an action that is over"),
        pytest.param("2 * 3\nis 6", "2 * 3\nis 6", id="a mark in an earlier line"),
        pytest.param("`a * b", "`a * b", id="code"),
    ],
)
def test_an_action_shows_as_one_while_it_grows(so_far: str, shown: str) -> None:
    assert discord_text([said(so_far)], thoughts="dimmed", growing=True) == shown


def test_an_action_that_is_cut_short_still_looks_like_one() -> None:
    shown = discord_text([said("*She leans over the")], thoughts="dimmed", cut_short="…cut short")

    assert shown == "*She leans over the*\n-# …cut short"
