"""The bytes of one answer: asked for when the first are wanted, asked again while that is safe."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, suppress
from typing import cast

import httpx2
from openai import APIConnectionError

from bot.engine.errors import ModelUnavailable
from bot.engine.ports import ChatRequest, ReplySummary
from bot.llm.asking import Response, asked
from bot.llm.endpoint import OpenAIEndpoint

LOST = (httpx2.TransportError, APIConnectionError)


class ByteSource:
    """Closing it makes the endpoint stop writing."""

    def __init__(
        self, endpoint: OpenAIEndpoint, request: ChatRequest, *, model: str, summary: ReplySummary
    ) -> None:
        self._endpoint = endpoint
        self._request = request
        self._model = model
        self._summary = summary
        self._stack = AsyncExitStack()
        self._bytes: AsyncGenerator[bytes] | None = None
        self.asked = False
        """The endpoint took the request: from here on it costs."""

    async def read(self) -> bytes | None:
        """The next bytes, None at the end."""
        if self._bytes is None:
            self._bytes = await self._open()
        return await anext(self._bytes, None)

    async def drain(self) -> None:
        """Read to the very end: only a connection that was read to its end is used again."""
        with suppress(*LOST, httpx2.StreamError):
            while self._bytes is not None and await self.read() is not None:
                pass

    async def close(self) -> None:
        """Harmless when repeated. Reading on afterwards asks again."""
        stream, self._bytes = self._bytes, None
        if stream is not None:
            await stream.aclose()
        await self._stack.aclose()

    async def _open(self) -> AsyncGenerator[bytes]:
        model = self._model or await self._endpoint.first_model()
        self._summary.model = model
        response = await asked(self._endpoint, self._request, model=model, into=self._stack)
        self.asked = True
        return await _events_of(response)


async def _events_of(response: Response) -> AsyncGenerator[bytes]:
    kind = response.headers.get("content-type", "")
    if kind.startswith("text/html"):
        raise ModelUnavailable(reason="a web page answered; is the address right?")
    if kind.startswith("application/json"):
        return _as_events(await response.read())
    return cast("AsyncGenerator[bytes]", response.iter_bytes())


async def _as_events(body: bytes) -> AsyncGenerator[bytes]:
    """An endpoint that ignores `stream` answers at once."""
    yield b"data: " + b" ".join(body.splitlines()) + b"\ndata: [DONE]\n"
