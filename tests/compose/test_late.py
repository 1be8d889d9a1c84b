"""A model that is opened late is opened once, by whoever needs it first."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.compose.late import LateChatModel
from bot.engine.ports import ChatMessage, ChatModel, ChatRequest
from tests.fakes.model import ScriptedChatModel

REQUEST = ChatRequest(
    purpose="narrator Mara",
    messages=(ChatMessage(role="user", content="Hello."),),
    max_tokens=10,
)


class Wings:
    """Counts how often the model was opened and closed."""

    def __init__(self) -> None:
        self.opened = self.closed = 0

    @asynccontextmanager
    async def model(self) -> AsyncGenerator[ChatModel]:
        self.opened += 1
        yield ScriptedChatModel("Aye.")
        self.closed += 1


async def said_by(model: ChatModel) -> str:
    async with model.stream(REQUEST) as reply:
        return "".join([piece async for piece in reply])


async def test_the_first_line_does_not_need_it_loaded() -> None:
    wings = Wings()
    model = LateChatModel(wings.model)

    assert await said_by(model) == "Aye."


async def test_all_who_come_at_once_share_one_opening() -> None:
    wings = Wings()
    model = LateChatModel(wings.model)

    await asyncio.gather(model.load(), said_by(model), said_by(model))
    await model.close()

    assert (wings.opened, wings.closed) == (1, 1)


async def test_a_model_that_nobody_asked_is_never_opened() -> None:
    wings = Wings()

    await LateChatModel(wings.model).close()

    assert wings.opened == 0
