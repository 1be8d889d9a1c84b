"""How an answer goes out: piece by piece or at once, at its pace, and with its trouble."""

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable

import msgspec
from aiohttp import web

from bot.playground.scripted_model.answers import Answer, Asked
from bot.playground.scripted_model.records import RecordedRequest
from bot.playground.scripted_model.rules import Script

_ENCODE = msgspec.json.encode


class Broken(Exception):
    """The rest of the answer does not come, as the rule wants it."""


class Delivery:
    def __init__(
        self,
        request: web.Request,
        asked: Asked,
        *,
        record: RecordedRequest,
        script: Script,
        changed: Callable[[], Awaitable[None]],
    ) -> None:
        self._request = request
        self._asked = asked
        self._record = record
        self._script = script
        self._changed = changed

    async def run(self, answer: Answer) -> web.StreamResponse:
        rule = answer.rule
        if rule.reset:
            raise self._reset()
        if rule.hang:
            await asyncio.Event().wait()  # until who asked gives up: the handler is cancelled
        await _pause(rule.first_delay_ms, otherwise=self._script.first_delay_ms)
        return await (self._stream(answer) if self._asked.stream else self._at_once(answer))

    async def _at_once(self, answer: Answer) -> web.StreamResponse:
        self._record.sent.extend(answer.pieces)
        message = {"role": "assistant", "content": "".join(answer.pieces)}
        choice = {"index": 0, "message": message, "finish_reason": answer.finish_reason}
        body = self._head("chat.completion") | {"choices": [choice], "usage": self._usage()}
        return web.Response(body=_ENCODE(body), content_type="application/json")

    async def _stream(self, answer: Answer) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(self._request)
        await self._event(response, _choice({"role": "assistant", "content": ""}))
        for thought in answer.rule.reasoning:
            await self._event(response, _choice({"reasoning_content": thought}))
            await _pause(answer.rule.delay_ms, otherwise=self._script.delay_ms)
        for number, piece in enumerate(answer.pieces):
            await self._trouble(response, answer, after=number)
            if number:
                await _pause(answer.rule.delay_ms, otherwise=self._script.delay_ms)
            await self._event(response, _choice({"content": piece}))
            self._record.sent.append(piece)
            await self._changed()
        await self._trouble(response, answer, after=len(answer.pieces))
        await self._event(response, _choice({}, finish_reason=answer.finish_reason))
        if (self._asked.stream_options or {}).get("include_usage"):
            await self._event(response, {"choices": [], "usage": self._usage()})
        await response.write(b"data: [DONE]\n\n")
        await response.write_eof()
        return response

    async def _trouble(self, response: web.StreamResponse, answer: Answer, *, after: int) -> None:
        rule = answer.rule
        if rule.hang_after == after:
            await asyncio.Event().wait()
        if rule.reset_after == after:
            raise self._reset()
        if rule.fail_after == after:
            await self._event(response, {"error": {"message": rule.error, "code": rule.error_code}})
            raise Broken

    async def _event(self, response: web.StreamResponse, part: dict[str, object]) -> None:
        chunk = _ENCODE(self._head("chat.completion.chunk") | part)
        await response.write(b"data: " + chunk + b"\n\n")

    def _head(self, kind: str) -> dict[str, object]:
        return {"id": "scripted", "object": kind, "created": 0, "model": self._record.model}

    def _usage(self) -> dict[str, object]:
        asked, written = len(self._record.prompt) // 4, len(self._record.sent)
        return {
            "prompt_tokens": asked,
            "completion_tokens": written,
            "total_tokens": asked + written,
            "prompt_tokens_details": {"cached_tokens": self._record.cached_tokens},
        }

    def _reset(self) -> ConnectionResetError:
        """Close so that the other side gets a reset, not an orderly end."""
        transport = self._request.transport
        if transport is not None:
            sock: socket.socket = transport.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            transport.abort()
        self._record.outcome = "reset"
        return ConnectionResetError()


def refuse(
    status: int,
    message: str,
    *,
    code: str | None = None,
    param: str | None = None,
    retry_after_ms: int = 1,
) -> web.Response:
    """An error in OpenAI's form. It names a short wait: clients that retry do so at once."""
    return web.json_response(
        {"error": {"message": message, "type": "scripted", "param": param, "code": code}},
        status=status,
        headers={"retry-after-ms": str(retry_after_ms)},
    )


def _choice(delta: dict[str, object], *, finish_reason: str | None = None) -> dict[str, object]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}]}


async def _pause(milliseconds: int | None, *, otherwise: int) -> None:
    wait = otherwise if milliseconds is None else milliseconds
    if wait:
        await asyncio.sleep(wait / 1000)
