"""The second model is asked when the first fails before its first word, and only then."""

from collections.abc import Sequence

import pytest

from bot.engine.errors import ModelFailed, ModelSilent, ModelUnavailable, PromptTooLong
from bot.engine.ports import ChatMessage, ChatModel, ChatRequest, Usage
from bot.llm.fallback import FallbackChatModel
from tests.fakes.model import ScriptedChatModel, Step

REQUEST = ChatRequest(
    purpose="narrator Mira",
    messages=(ChatMessage(role="user", content="Ada: Hello?"),),
    max_tokens=50,
)


REFUSAL = "I'm sorry, but I can't assist with that request."


async def ask(model: ChatModel) -> tuple[str, str]:
    async with model.stream(REQUEST) as reply:
        return "".join([piece async for piece in reply]), reply.summary.model


def first(*steps: Step) -> ScriptedChatModel:
    return ScriptedChatModel(steps, name="first")


SECOND = "Second here."


@pytest.mark.parametrize(
    "failure",
    [
        pytest.param(ModelUnavailable(reason="connection refused"), id="unavailable"),
        pytest.param(ModelSilent(seconds=60), id="silent"),
    ],
)
async def test_a_failure_before_the_first_word_asks_the_second(failure: ModelFailed) -> None:
    failing, second = first(failure), ScriptedChatModel(SECOND, name="second")

    assert await ask(FallbackChatModel(failing, second)) == (SECOND, "second")
    assert failing.calls[0].closed.is_set()
    assert second.calls[0].closed.is_set()


async def test_a_first_model_that_answers_leaves_the_second_alone() -> None:
    second = ScriptedChatModel(SECOND)

    assert await ask(FallbackChatModel(first("Aye."), second)) == ("Aye.", "first")
    assert not second.calls


@pytest.mark.parametrize(
    ("steps", "error"),
    [
        pytest.param(["Aye ", ModelUnavailable(reason="x")], ModelUnavailable, id="after a word"),
        pytest.param([PromptTooLong()], PromptTooLong, id="a prompt to be shortened"),
    ],
)
async def test_the_second_is_not_asked(steps: Sequence[Step], error: type[ModelFailed]) -> None:
    second = ScriptedChatModel(SECOND)

    with pytest.raises(error):
        await ask(FallbackChatModel(first(*steps), second))
    assert not second.calls


async def test_when_both_fail_the_last_error_counts() -> None:
    down = ScriptedChatModel(ModelSilent(seconds=60))

    with pytest.raises(ModelSilent):
        await ask(FallbackChatModel(first(ModelUnavailable(reason="x")), down))


async def test_an_empty_reply_is_no_failure() -> None:
    second = ScriptedChatModel(SECOND)

    assert await ask(FallbackChatModel(first(), second)) == ("", "first")
    assert not second.calls


async def test_a_refusal_goes_to_the_second_and_is_recorded() -> None:
    refusing = ScriptedChatModel(
        REFUSAL, name="first", usage=Usage(prompt_tokens=100, completion_tokens=9)
    )
    second = ScriptedChatModel(
        SECOND, name="second", usage=Usage(prompt_tokens=90, cached_tokens=80, completion_tokens=2)
    )

    async with FallbackChatModel(refusing, second).stream(REQUEST) as reply:
        pieces = [piece async for piece in reply]
    summary = reply.summary

    assert "".join(pieces) == SECOND
    assert (summary.model, summary.refused) == ("second", ("first",))
    assert summary.usage == Usage(prompt_tokens=190, cached_tokens=80, completion_tokens=11)
    assert refusing.calls[0].closed.is_set()


async def test_words_that_only_open_like_a_refusal_arrive_whole() -> None:
    sorry = "I'm sorry, Tomas. The bridge is down."
    second = ScriptedChatModel(SECOND)

    async with FallbackChatModel(first(*sorry.split(" ")), second).stream(REQUEST) as reply:
        pieces = [piece async for piece in reply]

    assert "".join(pieces) == sorry.replace(" ", "")
    assert not second.calls


async def test_when_both_refuse_the_seconds_words_stand() -> None:
    assert await ask(FallbackChatModel(first(REFUSAL), ScriptedChatModel(REFUSAL))) == (
        REFUSAL,
        "scripted",
    )


async def test_a_failure_while_words_are_held_back_asks_the_second() -> None:
    second = ScriptedChatModel(SECOND, name="second")

    failing = first("I'm sorry, ", ModelSilent(seconds=30))
    assert await ask(FallbackChatModel(failing, second)) == (SECOND, "second")


async def test_the_summary_is_the_same_object_from_the_start() -> None:
    model = FallbackChatModel(first(ModelUnavailable(reason="x")), ScriptedChatModel("Aye."))

    async with model.stream(REQUEST) as reply:
        summary = reply.summary
        async for _ in reply:
            pass

    assert summary.model == "scripted"
    assert summary.usage.completion_tokens == 1
