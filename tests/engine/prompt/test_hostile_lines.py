"""However much people write, a prompt stays within its hard budget and keeps the newest lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.content.templates import DiskTemplates
from bot.engine.prompt.assembly import Prompt, PromptWriter
from bot.engine.prompt.budget import Budget, demo_budget
from bot.engine.prompt.window import ALWAYS, CLIPPED
from tests.engine.prompt.test_assembly import ADA, CARD, MARA, PROMPTS, a_view

BUDGET = Budget(soft=3000, hard=4000)
TEMPLATES = DiskTemplates(PROMPTS)


def letters(text: str) -> int:
    """A language in which each character is dear, as emoji are."""
    return len(text)


def prompt_for(*lines: str, budget: Budget) -> Prompt:
    said = [(MARA if number % 2 else ADA, line) for number, line in enumerate(lines)]
    writer = PromptWriter(templates=TEMPLATES, count=letters, budget=budget)
    return writer.narrator(a_view(*said), CARD)


BUDGETS = [
    pytest.param(BUDGET, id="a large model"),
    pytest.param(demo_budget(room=2500), id="the demo model"),
]


@pytest.mark.parametrize("budget", BUDGETS)
@given(lengths=st.lists(st.integers(1, 4000), min_size=1, max_size=12))
def test_no_line_is_too_long_for_the_hard_budget(budget: Budget, lengths: list[int]) -> None:
    prompt = prompt_for(*("🎉" * length for length in lengths), budget=budget)

    assert prompt.tokens <= budget.hard
    told = "".join(message.content for message in prompt.messages)
    assert told.count("🎉") >= min(len(lengths), ALWAYS)


def test_short_lines_stay_whole_beside_a_huge_one() -> None:
    prompt = prompt_for("🎉" * 4000, "Yes.", "No.", "x" * 4000, "Perhaps.", budget=BUDGET)

    told = "\n".join(message.content for message in prompt.messages)
    assert "Yes." in told
    assert "Ada: Perhaps." in told
    assert told.count(CLIPPED) == 2
