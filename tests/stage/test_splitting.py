"""Long lines are cut where a reader would cut them, and nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.stage.graphemes import is_boundary, size
from bot.stage.splitting import LIMIT, split


def shown(text: str, *, limit: int = 60) -> list[str]:
    return [part.text for part in split(text, limit=limit)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        pytest.param("Hello.", ["Hello."], id="a short line is one part"),
        pytest.param("  \n ", [], id="nothing is no part"),
        pytest.param(f"{'a' * 40}\n\n{'b' * 40}", ["a" * 40, "b" * 40], id="paragraph"),
        pytest.param(f"{'a' * 40}\n{'b' * 40}", ["a" * 40, "b" * 40], id="line"),
        pytest.param(
            "It rained all of that long night. Nobody came to the old harbour.",
            ["It rained all of that long night.", "Nobody came to the old harbour."],
            id="sentence",
        ),
        pytest.param(
            "word " * 14,
            ["word word word word word word word word word word word word", "word word"],
            id="word",
        ),
        pytest.param("a" * 70, ["a" * 60, "a" * 10], id="a word without end"),
        pytest.param(
            f"Look at this:\n```py\n{'x = 1; ' * 6}\n```",
            ["Look at this:", f"```py\n{'x = 1; ' * 6}\n```"],
            id="a fence that fits stays whole",
        ),
        pytest.param(
            f"```py\n{'a' * 30}\n{'b' * 30}\n{'c' * 30}\n```",
            [f"```py\n{'a' * 30}\n```", f"```py\n{'b' * 30}\n```", f"```py\n{'c' * 30}\n```"],
            id="a long fence is closed and opened again",
        ),
        pytest.param(
            f"{'so it goes ' * 4}*she leans back in her chair*",
            [("so it goes " * 4).rstrip(), "*she leans back in her chair*"],
            id="emphasis that fits stays whole",
        ),
        pytest.param(
            f"*{'leans back ' * 8}now*",
            [f"*{('leans back ' * 5).rstrip()}*", f"*{('leans back ' * 3)}now*"],
            id="long emphasis is closed and opened again",
        ),
        pytest.param(
            f"{'so it goes ' * 4}||she was the thief||",
            [("so it goes " * 4).rstrip(), "||she was the thief||"],
            id="a spoiler stays whole",
        ),
        pytest.param(
            f"-# 💭 {'I must not laugh. ' * 5}now",
            [
                f"-# 💭 {('I must not laugh. ' * 3).rstrip()}",
                "-# I must not laugh. I must not laugh. now",
            ],
            id="a thought stays dimmed",
        ),
        pytest.param(
            f"{'a' * 55} <:smile:123456789>",
            ["a" * 55, "<:smile:123456789>"],
            id="an emoji of the server stays whole",
        ),
        pytest.param(f"{'a' * 58}👩‍👩‍👧!", ["a" * 58, "👩‍👩‍👧!"], id="a family stays whole"),
        pytest.param(f"{'a' * 57}🇩🇪🇫🇷", ["a" * 57, "🇩🇪🇫🇷"], id="a flag stays whole"),
        pytest.param("😀" * 31, ["😀" * 30, "😀"], id="counted as Discord counts"),
        pytest.param("```py\nx = 1", ["```py\nx = 1\n```"], id="a fence without end is closed"),
    ],
)
def test_cuts_where_a_reader_would(text: str, parts: list[str]) -> None:
    assert shown(text) == parts


MARKS = (
    *("```", "```py\n", "`", "``", "||", "*", "**", "_", "~~", "\n", "\n\n", " ", "-# ", "> "),
    *(
        "<:a:12345>",
        "👩\u200d👩\u200d👧",
        "🇩🇪",
        "e\u0301",
        "\\*",
        "https://x.example/abcdefgh",
        ". ",
    ),
)
MARKED = st.lists(
    st.one_of(
        st.sampled_from(MARKS),
        st.text(max_size=25),
        st.text(alphabet="ab c", min_size=1, max_size=80),
    ),
    max_size=25,
).map("".join)


@given(MARKED, st.integers(min_value=60, max_value=200))
def test_the_parts_joined_are_the_text(text: str, limit: int) -> None:
    joined = "".join(part.body for part in split(text, limit=limit))

    assert joined == (text if text.strip() else "")


@given(MARKED, st.integers(min_value=60, max_value=200))
def test_no_part_is_too_long_or_empty(text: str, limit: int) -> None:
    for part in split(text, limit=limit):
        assert 0 < size(part.text) <= limit


@given(MARKED, st.integers(min_value=60, max_value=200))
def test_fences_are_balanced_in_every_part(text: str, limit: int) -> None:
    for part in split(text, limit=limit):
        assert part.text.count("```") % 2 == 0


@given(st.text(max_size=300), st.integers(min_value=60, max_value=200))
def test_no_character_is_broken(text: str, limit: int) -> None:
    at = 0
    for part in split(text, limit=limit):
        at += len(part.body)
        assert is_boundary(text, at)


@given(st.text(alphabet="ab. \n", min_size=1, max_size=600), st.integers(1, 100))
def test_full_parts_stay_while_a_line_grows(text: str, more: int) -> None:
    before = split(text, limit=60)
    after = split(text + "x" * more, limit=60)

    full = before[:-1]
    assert [part.text for part in after[: len(full)]] == [part.text for part in full]


def test_there_is_room_for_a_header() -> None:
    assert LIMIT <= 1950
