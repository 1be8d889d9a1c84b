"""What is sent: a request of the game in the words of the OpenAI API. Pure."""

from bot.engine.ports import ChatRequest
from bot.engine.prompt.roles import laid_out
from bot.engine.sampling.values import Sampling
from bot.llm.quirks import Quirks, fitted

MOST_STOPS = 4  # more are refused by most endpoints

_AS_THEY_ARE = (
    "temperature",
    "top_p",
    "min_p",
    "presence_penalty",
    "frequency_penalty",
    "repetition_penalty",
    "reasoning_effort",
)


def body_of(request: ChatRequest, quirks: Quirks) -> dict[str, object]:
    """All but the model's name, which the SDK puts in."""
    sampling = request.sampling
    said = laid_out(request.messages, quirks.roles)
    body: dict[str, object] = {
        "messages": [{"role": one.role, "content": one.content} for one in said],
        "max_tokens": min(request.max_tokens, sampling.max_tokens or request.max_tokens),
        "stream_options": {"include_usage": True},
        **_values(sampling),
    }
    if stop := (*request.stop, *(sampling.stop or ()))[:MOST_STOPS]:
        body["stop"] = stop
    return fitted(body | sampling.extra_body, quirks)


def _values(sampling: Sampling) -> dict[str, object]:
    values = {name: getattr(sampling, name) for name in _AS_THEY_ARE}
    return {name: value for name, value in values.items() if value is not None}
