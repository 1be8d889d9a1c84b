"""Chat with any endpoint that speaks the OpenAI API, through its SDK's fast path.

Left to itself the SDK copies every message of a request and builds a typed object for every
piece of the answer, which costs more than all else in a turn. So the messages go in as extra
body, which it does not look at, and the answer is read as bytes. Its auth, retries and
connections stay in use.
"""

import asyncio
import math
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, suppress
from datetime import timedelta
from types import TracebackType
from typing import Self, cast
from urllib.parse import quote

import httpx2
from openai import APIConnectionError

from bot.engine.errors import ModelSilent, ModelUnavailable
from bot.engine.ports import ChatModel, ChatRequest, ModelReply, ReplySummary
from bot.llm.endpoint import OpenAIEndpoint
from bot.llm.faults import VENDOR_ERRORS, fault_of
from bot.llm.tokens import EndpointTokenCounter
from bot.llm.wire import ReplyReader

PURPOSE_HEADER = "X-Troupe-Purpose"
"""Says what a call is for, percent-encoded. Real endpoints ignore it, the scripted one uses it."""

_REOPENINGS = 1  # of a stream that broke before its first word; the SDK retries what comes before
_TAIL_SECONDS = 5  # for the usage, once all words are here
_DRAIN_SECONDS = 0.5  # for the end of the stream, once the endpoint has said that it is done
_LOST = (httpx2.TransportError, APIConnectionError)


class OpenAIChatModel(ChatModel):
    """One model of one endpoint. Without a name it is the first that the endpoint lists."""

    def __init__(
        self,
        endpoint: OpenAIEndpoint,
        *,
        model: str = "",
        wait: timedelta = timedelta(seconds=60),
        counter: EndpointTokenCounter | None = None,
    ) -> None:
        self._endpoint = endpoint
        self._model = model
        self._wait = wait
        self._counter = counter

    def stream(self, request: ChatRequest) -> "OpenAIReply":
        return OpenAIReply(
            self._endpoint, request, model=self._model, wait=self._wait, counter=self._counter
        )


class OpenAIReply(ModelReply):
    """Asks when the first piece is wanted, so that all waiting is waiting for a piece."""

    def __init__(
        self,
        endpoint: OpenAIEndpoint,
        request: ChatRequest,
        *,
        model: str,
        wait: timedelta,
        counter: EndpointTokenCounter | None,
    ) -> None:
        self._endpoint = endpoint
        self._request = request
        self._model = model
        self._wait = wait.total_seconds()
        self._counter = counter
        self._summary = ReplySummary(model=model)
        self._stack = AsyncExitStack()
        self._reader = ReplyReader(self._summary)
        self._bytes: AsyncGenerator[bytes] | None = None
        self._spoken = False
        self._reopenings = _REOPENINGS

    @property
    def summary(self) -> ReplySummary:
        return self._summary

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        ending = self._reader.finished
        try:
            async with asyncio.timeout(min(self._wait, _TAIL_SECONDS) if ending else self._wait):
                piece = await self._piece()
        except TimeoutError:
            if not ending:
                raise ModelSilent(seconds=math.ceil(self._wait)) from None
            piece = ""  # every word is here, only the usage is missing
        except VENDOR_ERRORS as error:
            if not ending:
                raise fault_of(error) from error
            piece = ""
        if not piece:
            await self._close()
            raise StopAsyncIteration
        self._spoken = True
        return piece

    async def _piece(self) -> str:
        """The next words, empty at the end. Pieces that arrive together come as one."""
        while not self._reader.done:
            self._reader.check()
            try:
                data = await self._read()
            except _LOST:
                if self._spoken or not self._reopenings:
                    raise
                self._reopenings -= 1
                await self._close()  # nothing was shown yet: asking again is safe
                continue
            if data is None:
                self._ended()
                break
            if words := self._reader.feed(data):
                return words
        self._learn()
        await self._drain()
        return ""

    async def _drain(self) -> None:
        """Read to the very end: only a connection that was read to its end is used again."""
        with suppress(TimeoutError, *VENDOR_ERRORS):
            async with asyncio.timeout(_DRAIN_SECONDS):
                while self._bytes is not None and await self._read() is not None:
                    pass

    async def _read(self) -> bytes | None:
        if self._bytes is None:
            self._bytes = await self._open()
        return await anext(self._bytes, None)

    def _ended(self) -> None:
        """The stream ended without a word of why: a proxy's time limit, or a crash."""
        if not self._reader.finished:
            if not self._spoken:
                raise ModelUnavailable(reason="the connection was lost")
            self._summary.cut_off = True

    async def _open(self) -> AsyncGenerator[bytes]:
        model = self._model or await self._endpoint.first_model()
        self._summary.model = model
        request = self._request
        messages = [{"role": said.role, "content": said.content} for said in request.messages]
        body: dict[str, object] = {
            "messages": messages,
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            "stream_options": {"include_usage": True},
        }
        if request.stop:
            body["stop"] = request.stop
        response = await self._stack.enter_async_context(
            self._endpoint.client.chat.completions.with_streaming_response.create(
                model=model,
                messages=(),
                stream=True,
                extra_body=body,
                extra_headers={PURPOSE_HEADER: quote(request.purpose)},
            )
        )
        kind = response.headers.get("content-type", "")
        if kind.startswith("text/html"):
            raise ModelUnavailable(reason="a web page answered; is the address right?")
        if kind.startswith("application/json"):
            return _as_events(await response.read())
        return cast("AsyncGenerator[bytes]", response.iter_bytes())

    def _learn(self) -> None:
        counted = self._summary.usage.prompt_tokens
        if self._counter is not None and counted:
            self._counter.learn(self._request.messages, counted=counted)

    async def _close(self) -> None:
        """Close the HTTP stream, which makes the endpoint stop writing. Harmless when repeated."""
        stream, self._bytes = self._bytes, None
        if stream is not None:
            await stream.aclose()
        await self._stack.aclose()


async def _as_events(body: bytes) -> AsyncGenerator[bytes]:
    """An endpoint that ignores `stream` answers at once."""
    yield b"data: " + b" ".join(body.splitlines()) + b"\ndata: [DONE]\n"
