"""Models that do not do what they were asked: whatever they say, the line ends and is kept."""

import time

import pytest

from bot.background import settle
from bot.engine.log.events import CharacterTurn
from tests.engine.use_cases.playing import Company
from tests.fakes.model import Answer, ScriptedChatModel

LONGEST = 600 * 16
MUCH = 1_000_000


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(["a" * MUCH], id="one word of a million letters"),
        pytest.param([" " * MUCH, "Aye."], id="white space"),
        pytest.param(["<thought>" * (MUCH // 9)], id="tags"),
        pytest.param(["<action>\n" * (MUCH // 9)], id="actions"),
        pytest.param(["\nNobody: Aye." * (MUCH // 13)], id="names of nobody"),
        pytest.param(["||a||" * (MUCH // 5)], id="spoilers"),
        pytest.param(["\x00" * MUCH], id="NUL"),
        pytest.param(["\ud83d" * MUCH], id="halves of emoji"),
        pytest.param(["🎉" * MUCH], id="emoji"),
    ],
)
async def test_a_huge_answer_ends_soon_and_is_kept_as_far_as_it_came(answer: Answer) -> None:
    company = Company(model=ScriptedChatModel(answer))
    session = (await company.start()).session
    began = time.process_time()

    company.say("Tell me.")
    await settle(30)

    assert time.process_time() - began < 3
    (generation,) = company.storage.kept.generations.values()
    assert len(generation.raw) <= LONGEST
    if not company.stage.told:
        last = company.log(session)[-1].body
        assert isinstance(last, CharacterTurn)
        assert last.truncated


async def test_an_answer_that_never_ends_is_cut() -> None:
    verses = [f"verse no. {verse:5} of that song; " for verse in range(10_000)]
    company = Company(model=ScriptedChatModel(verses))
    await company.start()

    company.say("Sing.")
    await settle(30)

    (call,) = company.model.calls
    assert call.closed.is_set()
    assert len(call.spoken) == LONGEST // 30
    assert len(company.texts[-1]) <= LONGEST


async def test_one_letter_at_a_time_is_no_trouble() -> None:
    text = "".join(f"*She hums verse {verse}.* " for verse in range(40))
    company = Company(model=ScriptedChatModel(list(text)[:600]))
    await company.start()

    company.say("Sing.")
    await settle(30)

    assert company.texts[-1] == text[:600].strip()
