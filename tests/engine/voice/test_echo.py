"""The words of our own prompts, as they are on disk, are known when a model says them back."""

from pathlib import Path

import pytest

from bot.content.templates import DiskTemplates
from bot.engine.prompt.contexts import ClosingContext
from bot.engine.voice.reading import Hearing, read
from bot.engine.voice.verdicts import Fault
from tests.engine.voice.reading_aloud import OTHERS, said

PROMPTS = Path(__file__).parents[3] / "prompts"
KNOWS_NO_PROMPT = Hearing(speaker="Mara Quill", others=OTHERS)
"""As after a crash, when only the raw text is left."""


@pytest.mark.parametrize("fault", [None, *Fault])
def test_our_closing_words_are_known_without_the_prompt(fault: Fault | None) -> None:
    context = ClosingContext(
        character="Mara Quill",
        players=("Ada",),
        post_history="",
        reminder=fault is not None,
        fault=fault or "",
    )
    closing = DiskTemplates(PROMPTS).render("narrator/closing.j2", context).strip()

    assert read(f"{closing}\n\nEvening.", KNOWS_NO_PROMPT).pieces == (said("Evening."),)
    assert read(f"Evening.\n{closing}\nMore.", KNOWS_NO_PROMPT).pieces == (said("Evening."),)


def test_what_the_examples_say_may_be_said() -> None:
    prompt = ("Examples of Mara Quill's voice:\nMara Quill: *nods* One room left, dear.",)
    hearing = Hearing(speaker="Mara Quill", others=OTHERS, prompt=prompt)

    reading = read("*nods* One room left, dear.", hearing)

    assert reading.pieces == (said("*nods* One room left, dear."),)


def test_a_short_line_of_the_prompt_may_be_said() -> None:
    hearing = Hearing(speaker="Mara Quill", others=OTHERS, prompt=("Role: Innkeeper",))

    assert read("Role: Innkeeper", hearing).pieces == (said("Role: Innkeeper"),)
