"""Finding out by tiny requests how a model wants a chat laid out."""

from contextlib import AsyncExitStack

from openai import APIStatusError

from bot.engine.errors import ModelFailed
from bot.engine.ports import ChatMessage, ChatRequest
from bot.engine.prompt.roles import RolePolicy, SystemPlace, laid_out, strictest
from bot.llm.asking import asked
from bot.llm.endpoint import OpenAIEndpoint
from bot.llm.faults import VENDOR_ERRORS

PURPOSE = "probe of roles"

_SYSTEM: tuple[SystemPlace, ...] = ("anywhere", "first", "none")
_LAXEST_FIRST = tuple(
    RolePolicy(system=system, alternate=alternate)
    for system in _SYSTEM
    for alternate in (False, True)
)
_REFUSALS = frozenset({400, 422, 500})  # 500: a chat template that raised
_CHAT = (
    ChatMessage(role="system", content="Answer with one word."),
    ChatMessage(role="user", content="Ada: Hello."),
    ChatMessage(role="user", content="Ben: Hello."),
    ChatMessage(role="assistant", content="Hello."),
    ChatMessage(role="user", content="Ada: How are you?"),
    ChatMessage(role="system", content="Answer with one word."),
)


async def probe_roles(endpoint: OpenAIEndpoint, model: str = "") -> RolePolicy | None:
    """The laxest layout that the model takes; None where it takes none, or does not answer.

    An endpoint that takes a chat and then leaves half of it out cannot be told apart from here.
    """
    try:
        model = model or await endpoint.first_model()
        for policy in _LAXEST_FIRST:
            if await _takes(endpoint, model, policy):
                # A refusal that says what is wrong was heeded at once: see quirks.
                return strictest(policy, endpoint.quirks_of(model).roles)
    except (ModelFailed, *VENDOR_ERRORS):
        return None
    return None


async def _takes(endpoint: OpenAIEndpoint, model: str, policy: RolePolicy) -> bool:
    request = ChatRequest(purpose=PURPOSE, messages=laid_out(_CHAT, policy), max_tokens=16)
    async with AsyncExitStack() as stack:
        try:
            await asked(endpoint, request, model=model, into=stack)
        except APIStatusError as error:
            if error.status_code not in _REFUSALS:
                raise
            return False
    return True
