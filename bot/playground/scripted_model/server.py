"""The scripted model over HTTP: `/v1/chat/completions` and `/v1/models`, on the loopback only."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from urllib.parse import unquote

import msgspec
from aiohttp import web

from bot.playground.scripted_model.answers import Asked, answer, last_line_of, tokens_of
from bot.playground.scripted_model.delivery import Broken, Delivery, refuse
from bot.playground.scripted_model.objections import objection_to
from bot.playground.scripted_model.records import PURPOSE_HEADER, RecordedRequest, record_of
from bot.playground.scripted_model.rules import Rule, Script, load_script

_MOST_BYTES = 64 * 1024 * 1024
_HOST = "127.0.0.1"


class ScriptedModel:
    """`requests` holds every call that reached it, oldest first."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.requests: list[RecordedRequest] = []
        self.base_url = ""
        self._spent: Counter[int] = Counter()
        self._change = asyncio.Condition()

    def asked_for(self, purpose: str) -> list[RecordedRequest]:
        """The calls of one purpose, oldest first."""
        return [request for request in self.requests if request.purpose == purpose]

    async def until(
        self, holds: Callable[["ScriptedModel"], object], *, seconds: float = 10
    ) -> None:
        """Wait until something is true of this server, such as that a client has left."""
        async with asyncio.timeout(seconds), self._change:
            await self._change.wait_for(lambda: bool(holds(self)))

    def application(self) -> web.Application:
        app = web.Application(client_max_size=_MOST_BYTES)
        app.router.add_get("/v1/models", self._models)
        app.router.add_post("/v1/chat/completions", self._chat)
        return app

    async def _models(self, request: web.Request) -> web.Response:
        if not self._may(request):
            return refuse(HTTPStatus.UNAUTHORIZED, "wrong key")
        listed = [
            {"id": name, "object": "model", "max_model_len": self.script.context}
            for name in self.script.models
        ]
        return web.json_response({"object": "list", "data": listed})

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        if not self._may(request):
            return refuse(HTTPStatus.UNAUTHORIZED, "wrong key")
        try:
            raw = await request.read()
            asked = msgspec.json.decode(raw, type=Asked)
            body = msgspec.json.decode(raw, type=dict[str, object])
        except msgspec.MsgspecError as error:
            return refuse(HTTPStatus.BAD_REQUEST, str(error))
        purpose = unquote(request.headers.get(PURPOSE_HEADER, ""))
        record = record_of(asked, purpose=purpose, body=body, before=self.requests)
        record.peer = _peer(request)
        self.requests.append(record)
        await self._changed()
        try:
            return await self._answer(request, asked, record)
        finally:
            if record.outcome == "running":
                record.outcome = "left"
            await self._changed()

    async def _answer(
        self, request: web.Request, asked: Asked, record: RecordedRequest
    ) -> web.StreamResponse:
        if tokens_of(asked) > self.script.context:
            record.outcome = "refused"
            what = f"{tokens_of(asked)} tokens exceed the context of {self.script.context}"
            return refuse(HTTPStatus.BAD_REQUEST, what, code="context_length_exceeded")
        if objection := objection_to(record.body, asked.messages, self.script):
            record.outcome = "refused"
            return refuse(
                HTTPStatus.BAD_REQUEST,
                objection.message,
                code=objection.code,
                param=objection.param,
            )
        chosen = answer(self.script, asked, purpose=record.purpose, spent=self._spent)
        if chosen is None:
            record.outcome = "refused"
            what = f"no rule for purpose {record.purpose!r} and {last_line_of(asked)[:80]!r}"
            return refuse(HTTPStatus.NOT_IMPLEMENTED, what)
        record.rule, found = chosen
        self._spent[record.rule] += 1
        rule = found.rule
        if rule.status is not None:
            record.outcome = "refused"
            return refuse(
                rule.status, rule.error, code=rule.error_code, retry_after_ms=rule.retry_after_ms
            )
        delivery = Delivery(
            request, asked, record=record, script=self.script, changed=self._changed
        )
        try:
            response = await delivery.run(found)
        except Broken:
            record.outcome = "broken"
            raise ConnectionResetError from None
        record.outcome = "finished"
        return response

    def _may(self, request: web.Request) -> bool:
        key = self.script.api_key
        return key is None or request.headers.get("Authorization") == f"Bearer {key}"

    async def _changed(self) -> None:
        async with self._change:
            self._change.notify_all()


def _peer(request: web.Request) -> str:
    transport = request.transport
    return "" if transport is None else str(transport.get_extra_info("peername"))


@asynccontextmanager
async def serve_scripted_model(
    script: Script | Sequence[Rule] | Path, *, port: int = 0
) -> AsyncGenerator[ScriptedModel]:
    """Serve a script, some rules, or a script's file; 0 picks a free port.

    Raises:
        BadScript: the file is none.
    """
    if isinstance(script, Path):
        script = await asyncio.to_thread(load_script, script)
    elif not isinstance(script, Script):
        script = Script(rule=tuple(script))
    model = ScriptedModel(script)
    # A hanging answer must notice that who asked has left, and must not hold up the end.
    runner = web.AppRunner(
        model.application(), access_log=None, handler_cancellation=True, shutdown_timeout=0.1
    )
    await runner.setup()
    try:
        site = web.TCPSite(runner, _HOST, port)
        await site.start()
        taken: int = runner.addresses[0][1]
        model.base_url = f"http://{_HOST}:{taken}/v1"
        yield model
    finally:
        await runner.cleanup()
