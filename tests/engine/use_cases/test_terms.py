"""What an answer may cost and how it is asked for: caps, sampling, prompts that are too long."""

from collections.abc import AsyncGenerator
from datetime import timedelta

import pytest

from bot.background import settle
from bot.engine.errors import DailyCapReached, ModelFailed, PromptTooLong
from bot.engine.log.events import CharacterTurn, TurnBegun
from bot.engine.ports import ChatRequest, Usage
from bot.engine.sampling.values import Sampling
from bot.engine.use_cases.game import HouseRules
from tests.engine.use_cases.playing import Company
from tests.fakes.model import Answer, ScriptedChatModel

STORY = "And then the rain came down on the roof of the inn. " * 60


@pytest.fixture(autouse=True)
async def all_done() -> AsyncGenerator[None]:
    yield
    await settle()


def reads(limit: int, *, tells: bool = True) -> ScriptedChatModel:
    """A model whose context holds so many words."""

    def answer(request: ChatRequest) -> Answer:
        counted = sum(len(said.content.split()) for said in request.messages)
        if counted + request.max_tokens <= limit:
            return "*nods* Aye."
        told: dict[str, str | int] = {"limit": limit, "counted": counted}
        refusal: ModelFailed = PromptTooLong(**(told if tells else {}))
        return refusal

    return ScriptedChatModel(answer)


async def after_a_long_story(company: Company) -> None:
    await company.start()
    company.say(STORY)
    await settle()


@pytest.mark.parametrize("tells", [True, False], ids=["with figures", "without"])
async def test_a_prompt_that_is_too_long_is_shortened_once(*, tells: bool) -> None:
    company = Company(model=reads(1000, tells=tells))
    await after_a_long_story(company)

    sizes = [len(call.prompt.split()) for call in company.model.calls]
    assert len(sizes) == 2
    assert sizes[1] < sizes[0]
    assert company.texts[-1] == "*nods* Aye."
    assert company.stage.told == []


async def test_what_an_endpoint_said_of_its_size_holds_for_the_next_turn() -> None:
    company = Company(model=reads(1000))
    await after_a_long_story(company)
    asked = len(company.model.calls)

    company.say("Still there?")
    await settle()

    assert len(company.model.calls) == asked + 1


async def test_a_prompt_that_is_too_long_twice_is_told() -> None:
    company = Company(model=ScriptedChatModel(PromptTooLong()))
    await company.start()
    company.say("Hello?")
    await settle()

    assert len(company.model.calls) == 2
    assert [type(told.trouble) for told in company.stage.told] == [PromptTooLong]


async def test_each_request_says_how_words_are_chosen() -> None:
    sampling = Sampling(temperature=1.1, min_p=0.05)
    company = Company(rules=HouseRules(max_answer_tokens=77, sampling=sampling))
    await company.start()
    company.say("Hello?")
    await settle()

    (request,) = company.model.requests
    assert (request.sampling, request.max_tokens) == (sampling, 77)


async def test_the_days_tokens_end_play_until_tomorrow_and_the_line_is_kept() -> None:
    model = ScriptedChatModel("*nods* Aye.", usage=Usage(prompt_tokens=90, completion_tokens=10))
    company = Company(model=model, rules=HouseRules(tokens_per_day=150))
    session = (await company.start()).session
    for line in ("One.", "Two.", "Three."):
        company.say(line)
        await settle()

    assert len(model.calls) == 2  # 0 and 100 spent before them; 200 before the third
    assert [type(told.trouble) for told in company.stage.told] == [DailyCapReached]
    begun = [event for event in company.log(session) if isinstance(event.body, TurnBegun)]
    assert len(begun) == 3  # the greeting's, and two answers'
    assert "Three." in company.storage.kept.words.values()

    company.clock.advance(timedelta(days=1))
    company.say("Four.")
    await settle()

    assert len(model.calls) == 3
    assert isinstance(company.log(session)[-1].body, CharacterTurn)


async def test_a_try_that_said_nothing_has_cost_as_well() -> None:
    usage = Usage(prompt_tokens=100, cached_tokens=50, completion_tokens=5)
    answers = iter(["", "*nods* Aye."])
    company = Company(model=ScriptedChatModel(lambda _: next(answers), usage=usage))
    await company.start()
    company.say("Hello?")
    await settle()

    (generation,) = company.storage.kept.generations.values()
    assert generation.usage == usage + usage
