"""What is wrong with an answer is asked about once: the better of two is kept, secrets stay."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.background import settle
from bot.engine.errors import ModelUnavailable
from bot.engine.log.events import CharacterTurn
from bot.engine.ports import ChatRequest
from tests.engine.use_cases.playing import Company
from tests.fakes.model import Answer, ScriptedChatModel

TALE = " ".join(f"The ferry of year {year} sank with its lamps lit." for year in range(8))
FRESH = " ".join(f"In spring {year} a miller paid in flour instead." for year in range(8))
LOOP = "The rain falls on the roof and the fire burns low. " * 40
RUSSIAN = "Добрый вечер, садитесь к огню, сейчас будет суп."


async def scene(*answers: Answer, lines: Sequence[str] = ("Tell me.", "And then?")) -> Company:
    """A scene in which the model gives these answers, one after the other."""
    left = list(answers)
    company = Company(model=ScriptedChatModel(lambda _: left.pop(0)))
    await company.start()
    for line in lines:
        company.say(line)
        await settle(40)
    assert left == []
    return company


def reminders(company: Company) -> list[str]:
    return [
        line.removeprefix("fault: ")
        for call in company.model.calls
        for line in call.prompt.splitlines()
        if line.startswith("fault: ")  # what is empty is stripped from the end
    ]


async def test_a_line_that_was_said_before_is_asked_for_once_more() -> None:
    company = await scene(TALE, TALE, FRESH)

    assert company.texts[1:] == [TALE, FRESH]
    assert reminders(company) == ["repeats"]


async def test_the_second_try_is_not_seen_until_it_is_kept() -> None:
    company = await scene(TALE, TALE, FRESH)

    shown = ["".join(piece.text for piece in pieces) for pieces in company.stage.lines[1].shown]
    assert all(TALE.startswith(text) for text in shown)


async def test_what_repeats_is_not_heard_to_its_end() -> None:
    company = await scene(TALE, f"{TALE} {LOOP}", FRESH)

    assert len(company.model.calls[1].spoken) < len(TALE.split()) + 40
    assert company.model.calls[1].closed.is_set()


async def test_there_is_never_a_third_try() -> None:
    company = await scene(TALE, TALE, f"{TALE} Aye.")

    assert len(company.model.calls) == 3
    assert company.texts[-1].startswith("The ferry")


async def test_the_better_of_two_bad_ones_is_kept() -> None:
    half = f"{FRESH} {TALE}"
    company = await scene(TALE, half, TALE)

    assert company.texts[-1].startswith("In spring 0")


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(ModelUnavailable(reason="gone"), id="fails"),
        pytest.param("Ada: I leave.", id="holds nothing"),
        pytest.param(["And so ", ModelUnavailable(reason="reset"), TALE], id="breaks off"),
    ],
)
async def test_a_second_try_that_does_not_help_leaves_the_first(second: Answer) -> None:
    company = await scene(RUSSIAN, second, lines=["A long line in plain English, " * 4])

    assert company.stage.told == []
    assert company.texts[-1] in {RUSSIAN, "And so"}


async def test_another_language_is_asked_for_again() -> None:
    english = "Good evening. *She nods at the fire.*"
    company = await scene(RUSSIAN, english, lines=["A long line in plain English, " * 4])

    assert company.texts[-1] == english
    assert reminders(company) == ["foreign"]


async def test_what_goes_round_in_circles_is_ended_and_asked_for_again() -> None:
    company = await scene(LOOP, FRESH, lines=["Tell me."])

    assert len(company.model.calls[0].spoken) < 80
    assert company.texts[-1] == FRESH
    assert reminders(company) == ["loops"]


async def test_answers_that_grow_too_short_are_asked_for_again() -> None:
    long = [f"{name} came by the old road, and stayed for three nights." for name in "ABCDE"]
    company = await scene(*long, "Aye.", "No.", "Hm.", FRESH, lines=["Well?"] * 8)

    assert company.texts[-3:] == ["Aye.", "No.", FRESH]
    assert reminders(company) == ["short"]


async def test_both_tries_are_on_the_bill() -> None:
    company = await scene(LOOP, FRESH, lines=["Tell me."])

    (generation,) = company.storage.kept.generations.values()
    assert generation.raw == FRESH
    assert generation.usage.completion_tokens >= len(company.model.calls[1].spoken)


async def test_stop_during_the_second_try_keeps_the_first() -> None:
    never, asked = asyncio.Event(), asyncio.Event()
    answers: list[Answer] = [TALE, TALE, ["In spring ", never]]

    def answer(_: ChatRequest) -> Answer:
        if len(answers) == 1:
            asked.set()
        return answers.pop(0)

    company = Company(model=ScriptedChatModel(answer))
    await company.start()
    company.say("Tell me.")
    await settle(40)
    company.say("And then?")
    await asked.wait()
    await company.model.calls[2].speaking.wait()
    company.stage.stop(company.stage.lines[-1].speaking.channel)
    await settle(40)

    assert company.texts[-1].startswith("The ferry")


async def test_a_whisper_is_stored_for_its_speaker_and_shown_to_nobody() -> None:
    raw = 'Aye. <whispers to="Ada">The cellar is open.</whispers> Soup?'
    company = Company(model=ScriptedChatModel(raw))
    session = (await company.start()).session

    company.say("Well?")
    await settle(40)

    spans = [event for event in company.log(session) if isinstance(event.body, CharacterTurn)][1:]
    assert company.texts[-1] == "Aye.\nSoup?"
    assert all(
        "cellar" not in piece.text
        for line in company.stage.lines
        for shown in line.shown
        for piece in shown
    )
    assert [(len(event.audience), len(event.shown_to)) for event in spans] == [
        (2, 0),
        (1, 0),
        (2, 0),
    ]


async def test_the_speaker_remembers_what_it_whispered() -> None:
    raw = 'Aye. <whispers to="Ada">The cellar is open.</whispers> Soup?'
    company = await scene(raw, "*nods*")

    assert "The cellar is open." in company.model.calls[1].prompt


async def test_our_own_closing_words_said_back_are_no_answer() -> None:
    company = await scene("(Now Mara Quill's line, only hers.)\n\nEvening.", lines=["Well?"])

    assert company.texts[-1] == "Evening."
