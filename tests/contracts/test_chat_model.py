"""What every ChatModel does: the fake that engine tests use, and the adapter over real sockets."""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import timedelta
from typing import Protocol

import pytest

from bot.engine.errors import ModelFailed, ModelSilent, ModelUnavailable, PromptTooLong
from bot.engine.ports import ChatMessage, ChatModel, ChatRequest
from bot.llm.chat import OpenAIChatModel
from bot.llm.endpoint import OpenAIEndpoint
from bot.playground.scripted_model import Rule, serve_scripted_model
from tests.fakes.model import ScriptedChatModel

REPLY = "*nods* The tide turns at nine, and not before."


def request(*, max_tokens: int = 100, purpose: str = "narrator Mira") -> ChatRequest:
    said = ChatMessage(role="user", content="Ada: When does the tide turn?")
    return ChatRequest(purpose=purpose, messages=(said,), max_tokens=max_tokens)


async def pieces_of(model: ChatModel, asked: ChatRequest) -> list[str]:
    async with model.stream(asked) as reply:
        return [piece async for piece in reply]


class Makes(Protocol):
    """How a suite gets a model that behaves in a certain way."""

    def __call__(
        self, *, reply: str = REPLY, fails: ModelFailed | None = None, after: int = 0
    ) -> AbstractAsyncContextManager[ChatModel]: ...


FAILURES = [
    pytest.param(ModelUnavailable(reason="refused"), id="unavailable"),
    pytest.param(ModelSilent(seconds=1), id="silent"),
    pytest.param(PromptTooLong(), id="prompt too long"),
]


class ChatModelContract:
    async def test_the_pieces_joined_are_the_reply(self, makes: Makes) -> None:
        async with makes() as model:
            assert "".join(await pieces_of(model, request())) == REPLY

    async def test_no_piece_is_empty(self, makes: Makes) -> None:
        async with makes() as model:
            assert all(await pieces_of(model, request()))

    async def test_a_reply_without_a_word_is_no_error(self, makes: Makes) -> None:
        async with makes(reply="") as model:
            assert await pieces_of(model, request()) == []

    async def test_at_the_end_the_summary_tells_the_model_and_the_usage(self, makes: Makes) -> None:
        async with makes() as model, model.stream(request()) as reply:
            pieces = [piece async for piece in reply]

            assert pieces
            assert reply.summary.model == "scripted"
            assert reply.summary.usage.prompt_tokens > 0
            assert reply.summary.usage.completion_tokens > 0
            assert not reply.summary.cut_off

    async def test_the_summary_tells_that_the_limit_cut_the_reply_off(self, makes: Makes) -> None:
        async with makes() as model, model.stream(request(max_tokens=3)) as reply:
            text = "".join([piece async for piece in reply])

            assert REPLY.startswith(text)
            assert len(text) < len(REPLY)
            assert reply.summary.cut_off

    async def test_it_can_be_left_after_the_first_piece_and_asked_again(self, makes: Makes) -> None:
        async with makes() as model:
            async with model.stream(request()) as reply:
                async for piece in reply:
                    assert REPLY.startswith(piece)
                    break

            assert "".join(await pieces_of(model, request())) == REPLY

    async def test_it_can_be_left_without_asking_for_a_piece(self, makes: Makes) -> None:
        async with makes() as model, model.stream(request()) as reply:
            assert not reply.summary.cut_off

    @pytest.mark.parametrize("failure", FAILURES)
    async def test_a_failure_before_the_first_word_is_raised(
        self, makes: Makes, failure: ModelFailed
    ) -> None:
        async with makes(fails=failure) as model:
            with pytest.raises(type(failure)):
                await pieces_of(model, request())

    @pytest.mark.parametrize("failure", FAILURES[:2])
    async def test_what_came_before_a_failure_is_not_lost(
        self, makes: Makes, failure: ModelFailed
    ) -> None:
        heard: list[str] = []
        async with makes(fails=failure, after=2) as model, model.stream(request()) as reply:
            with pytest.raises(type(failure)):  # noqa: PT012 - the loop is what raises
                async for piece in reply:
                    heard.append(piece)  # noqa: PERF401 - the list must outlive the error

        assert heard
        assert REPLY.startswith("".join(heard))


class TestScriptedChatModel(ChatModelContract):
    @pytest.fixture
    def makes(self) -> Makes:
        @asynccontextmanager
        async def make(
            *, reply: str = REPLY, fails: ModelFailed | None = None, after: int = 0
        ) -> AsyncGenerator[ChatModel]:
            if fails is None:
                yield ScriptedChatModel(reply)
            else:
                yield ScriptedChatModel([*f"{reply} ".split(" ")[:1] * min(after, 1), fails])

        return make


class TestOpenAIChatModel(ChatModelContract):
    """Against the scripted server, with a short patience."""

    @pytest.fixture
    def makes(self) -> Makes:
        @asynccontextmanager
        async def make(
            *, reply: str = REPLY, fails: ModelFailed | None = None, after: int = 0
        ) -> AsyncGenerator[ChatModel]:
            rule = _rule(reply, fails=fails, after=after)
            async with (
                serve_scripted_model([rule]) as server,
                OpenAIEndpoint(base_url=server.base_url) as endpoint,
            ):
                patience = timedelta(seconds=0.3 if isinstance(fails, ModelSilent) else 20)
                yield OpenAIChatModel(endpoint, wait=patience)

        return make


def _rule(reply: str, *, fails: ModelFailed | None, after: int) -> Rule:
    match fails:
        case None:
            return Rule(reply=(reply,))
        case ModelSilent():
            return Rule(reply=(reply,), hang_after=after) if after else Rule(hang=True)
        case PromptTooLong():
            return Rule(status=400, error_code="context_length_exceeded")
        case _:
            return Rule(reply=(reply,), reset_after=after) if after else Rule(status=500)
