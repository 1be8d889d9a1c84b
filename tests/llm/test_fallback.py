"""The second model is asked when the first fails before its first word, and only then."""

from collections.abc import Sequence

import pytest

from bot.engine.errors import ModelFailed, ModelSilent, ModelUnavailable, PromptTooLong
from bot.engine.ports import ChatMessage, ChatModel, ChatRequest
from bot.llm.fallback import FallbackChatModel
from tests.fakes.model import ScriptedChatModel, Step

REQUEST = ChatRequest(
    purpose="narrator Mira",
    messages=(ChatMessage(role="user", content="Ada: Hello?"),),
    max_tokens=50,
)


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
