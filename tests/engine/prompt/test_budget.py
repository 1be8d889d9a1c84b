"""Sections leave in a fixed order when room is short, and what must stay stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.prompt.budget import Section, Tier, fit


def section(name: str, tier: Tier, tokens: int) -> Section:
    return Section(name=name, tier=tier, text="x", tokens=tokens)


RULES = section("rules", Tier.MUST, 10)
VOICE = section("voice", Tier.SHOULD, 10)
LONG = section("examples", Tier.NICE, 30)
SHORT = section("aside", Tier.NICE, 5)


@pytest.mark.parametrize(
    ("room", "kept"),
    [
        pytest.param(55, ["rules", "examples", "aside", "voice"], id="all fit"),
        pytest.param(54, ["rules", "aside", "voice"], id="the largest nice one goes first"),
        pytest.param(20, ["rules", "voice"], id="then the other nice one"),
        pytest.param(19, ["rules"], id="then what should stay"),
        pytest.param(0, ["rules"], id="never what must"),
    ],
)
def test_what_leaves_first(room: int, kept: list[str]) -> None:
    assert [s.name for s in fit((RULES, LONG, SHORT, VOICE), room=room).kept] == kept


SECTIONS = st.lists(
    st.builds(section, st.text(max_size=3), st.sampled_from(Tier), st.integers(0, 50)), max_size=8
)


@given(SECTIONS, st.integers(0, 200))
def test_never_over_budget_unless_only_musts_are_left(sections: list[Section], room: int) -> None:
    result = fit(tuple(sections), room=room)

    assert result.tokens <= room or all(s.tier is Tier.MUST for s in result.kept)
    assert len(result.kept) + len(result.dropped) == len(sections)
