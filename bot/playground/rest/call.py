"""One request to the API, read; and what a route gives back."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from aiohttp import BodyPartReader, web

from bot.playground.world.errors import UnknownThing, fault, refuse
from bot.playground.world.forms.drafts import Upload
from bot.playground.world.forms.form import Form, as_snowflake
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    world: World
    # Who asks: the bot, or the person that a page acts for.
    actor: Snowflake
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: object = None
    uploads: tuple[Upload, ...] = ()

    def id(self, name: str) -> Snowflake:
        found = as_snowflake(self.params[name])
        if found is None:
            text = self.params[name]
            message = f'Value "{text}" is not snowflake.'
            raise fault(name, code="NUMBER_TYPE_COERCE", message=message)
        return found

    def query_id(self, name: str) -> Snowflake | None:
        return as_snowflake(self.query[name]) if name in self.query else None

    def query_number(self, name: str, *, default: int, least: int = 1, most: int) -> int:
        text = self.query.get(name)
        if text is None:
            return default
        if not text.isdecimal() or not least <= int(text) <= most:
            message = f"int value should be between {least} and {most}."
            raise fault(name, code="NUMBER_TYPE_MAX", message=message)
        return int(text)

    def query_switch(self, name: str) -> bool:
        return self.query.get(name, "").lower() in ("1", "true")

    def form(self) -> Form:
        return Form({} if self.body is None else self.body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    body: object = None
    status: int = 200


NOTHING = Reply(status=204)
Plain = Callable[[Call], Reply]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    method: str
    path: str
    answer: Plain
    query: frozenset[str] = field(default_factory=frozenset[str])
    # Webhook and interaction tokens stand in the path; such routes need no Authorization.
    open: bool = False

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


def route(
    method: str,
    path: str,
    answer: Plain,
    *,
    query: str = "",
    open: bool = False,  # noqa: A002
) -> Route:
    return Route(method=method, path=path, answer=answer, query=frozenset(query.split()), open=open)


async def read_body(request: web.Request) -> tuple[object, tuple[Upload, ...]]:
    """Read JSON, or the JSON and the files of a multipart body."""
    if not request.body_exists:
        return None, ()
    if request.content_type.startswith("multipart/"):
        return await _read_multipart(request)
    raw = await _read_all(request)
    if not raw:
        return None, ()
    if request.content_type != "application/json":
        raise UnknownThing("Unknown content type: " + request.content_type)
    return _parse(raw), ()


async def _read_multipart(request: web.Request) -> tuple[object, tuple[Upload, ...]]:
    body: object = None
    uploads: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise UnknownThing("Nested multipart")
        name = part.name or ""
        data = bytes(await part.read(decode=False))
        if name == "payload_json":
            body = _parse(data)
        elif name.startswith("files[") and name[6:-1].isdecimal():
            uploads[int(name[6:-1])] = Upload(
                filename=part.filename or "file",
                data=data,
                content_type=part.headers.get("Content-Type"),
            )
        else:
            raise UnknownThing("Unknown part: " + name)
    return body, tuple(uploads[number] for number in sorted(uploads))


async def _read_all(request: web.Request) -> bytes:
    try:
        return await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise refuse(40005) from None


def _parse(raw: bytes) -> object:
    try:
        return cast("object", json.loads(raw))
    except ValueError:
        raise refuse(50109) from None


def json_reply(
    body: object, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """Answer in JSON. With a charset in the type discord.py would take the body for text."""
    if status == NOTHING.status:
        return web.Response(status=status, headers=headers)
    raw = json.dumps(body, separators=(",", ":")).encode()
    return web.Response(
        body=raw, status=status, headers={**(headers or {}), "Content-Type": "application/json"}
    )
