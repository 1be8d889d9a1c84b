"""Sending a request, and sending it once more without what the model turns out to refuse."""

from contextlib import AsyncExitStack
from urllib.parse import quote

from openai import APIStatusError, AsyncAPIResponse, AsyncStream
from openai.types.chat import ChatCompletionChunk

from bot.engine.ports import ChatRequest
from bot.llm.body import body_of
from bot.llm.endpoint import OpenAIEndpoint
from bot.llm.lengths import is_too_long
from bot.llm.quirks import learnt

PURPOSE_HEADER = "X-Troupe-Purpose"
"""Says what a call is for, percent-encoded. Real endpoints ignore it, the scripted one uses it."""

_LESSONS = 4  # of one request: a model may refuse several things, each by a refusal of its own

Response = AsyncAPIResponse[AsyncStream[ChatCompletionChunk]]


async def asked(
    endpoint: OpenAIEndpoint, request: ChatRequest, *, model: str, into: AsyncExitStack
) -> Response:
    """The response, its body still to be read. What the model refused is remembered if that helped.

    Raises:
        The SDK's errors.
    """
    quirks = endpoint.quirks_of(model)
    for lesson in range(_LESSONS + 1):
        body = body_of(request, quirks)
        try:
            response = await _sent(endpoint, request, model=model, body=body, into=into)
        except APIStatusError as error:
            answer = error.response.content
            if lesson == _LESSONS or is_too_long(answer):
                raise
            wiser = learnt(quirks, status=error.status_code, answer=answer, sent=body)
            if wiser == quirks:
                raise
            quirks = wiser
        else:
            endpoint.remember(model, quirks)
            return response
    raise AssertionError  # pragma: no cover - the last lesson returns or raises


async def _sent(
    endpoint: OpenAIEndpoint,
    request: ChatRequest,
    *,
    model: str,
    body: dict[str, object],
    into: AsyncExitStack,
) -> Response:
    return await into.enter_async_context(
        endpoint.client.chat.completions.with_streaming_response.create(
            model=model,
            messages=(),
            stream=True,
            extra_body=body,
            extra_headers={PURPOSE_HEADER: quote(request.purpose)},
        )
    )
