"""What every ChatModel does: the tests' fake, the adapter over real sockets, the demo model."""

import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import pytest

from bot.engine.errors import ModelFailed, ModelSilent, ModelUnavailable, PromptTooLong
from bot.engine.ports import ChatMessage, ChatModel, ChatRequest
from bot.llm.chat import OpenAIChatModel
from bot.llm.demo import demo_model, find_gguf
from bot.llm.endpoint import OpenAIEndpoint
from bot.llm.patience import Patience
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
    """What holds for any model, also for one that says what it likes."""

    async def test_the_summary_is_complete_at_the_end(self, model: ChatModel) -> None:
        async with model.stream(request(max_tokens=20)) as reply:
            pieces = [piece async for piece in reply]

            assert pieces
            assert all(pieces)
            assert reply.summary.model
            assert reply.summary.usage.prompt_tokens > 0
            assert reply.summary.usage.completion_tokens > 0

    async def test_the_limit_holds_and_the_summary_tells(self, model: ChatModel) -> None:
        async with model.stream(request(max_tokens=2)) as reply:
            assert 0 < len([piece async for piece in reply]) <= 2
            assert reply.summary.cut_off

    async def test_it_can_be_left_early_and_asked_again(self, model: ChatModel) -> None:
        async with model.stream(request()) as reply:
            async for _ in reply:
                break
        async with model.stream(request(max_tokens=5)) as reply:
            assert [piece async for piece in reply]

    async def test_it_can_be_left_without_asking_for_a_piece(self, model: ChatModel) -> None:
        async with model.stream(request()) as reply:
            assert not reply.summary.cut_off


class ObedientModelContract(ChatModelContract):
    """What holds for a model that says, or fails, as it is told."""

    @pytest.fixture
    async def model(self, makes: Makes) -> AsyncGenerator[ChatModel]:
        async with makes() as model:
            yield model

    async def test_the_pieces_joined_are_the_reply(self, makes: Makes) -> None:
        async with makes() as model:
            assert "".join(await pieces_of(model, request())) == REPLY

    async def test_no_piece_is_empty(self, makes: Makes) -> None:
        async with makes() as model:
            assert all(await pieces_of(model, request()))

    async def test_a_reply_without_a_word_is_no_error(self, makes: Makes) -> None:
        async with makes(reply="") as model:
            assert await pieces_of(model, request()) == []

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


class TestScriptedChatModel(ObedientModelContract):
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


class TestOpenAIChatModel(ObedientModelContract):
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
                seconds = 1 if isinstance(fails, ModelSilent) else 20
                patience = Patience(first=seconds, between=seconds)
                yield OpenAIChatModel(endpoint, patience=patience)

        return make


HOLD = """
import asyncio, sys
from pathlib import Path
from bot.llm.demo import demo_model

async def main():
    async with demo_model(Path(sys.argv[1])):
        print("up", flush=True)
        await asyncio.to_thread(sys.stdin.readline)

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    """A folder whose demo model stays up: another process holds the lease."""
    folder = tmp_path_factory.mktemp("demo")
    command = [sys.executable, "-c", HOLD, str(folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as holder:  # noqa: S603 - ours
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"up\n"
        yield folder
        holder.communicate(b"\n")


@pytest.mark.model
@pytest.mark.skipif(
    find_spec("xllamacpp") is None or find_gguf(Path("data")) is None,
    reason="the extra for the demo model is not installed",
)
class TestDemoModel(ChatModelContract):
    @pytest.fixture
    async def model(self, demo_folder: Path) -> AsyncGenerator[ChatModel]:
        async with (
            demo_model(demo_folder) as demo,
            OpenAIEndpoint(base_url=demo.base_url, api_key=demo.api_key) as endpoint,
        ):
            yield OpenAIChatModel(endpoint)


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
