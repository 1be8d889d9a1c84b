"""The bot's API without a library: for what discord.py would never send."""

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.playground.server import Place
from tests.e2e_tools.http import File, multipart

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def code(self) -> int:
        return self.body["code"] if self.body else 0


class RawBot:
    def __init__(self, *, http: aiohttp.ClientSession, place: Place) -> None:
        self._http = http
        self._url = f"{place.url}/api/v10"
        self._token = place.bot_token

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        token: str | None = None,
        files: Sequence[File] = (),
    ) -> Answer:
        headers = {"Authorization": f"Bot {token or self._token}"}
        payload: Json = {} if body is None else {"json": body}
        if files:
            payload = {"data": multipart(body, files)}
        async with self._http.request(
            method, f"{self._url}{path}", headers=headers, **payload
        ) as response:
            text = await response.text()
            is_json = response.headers.get("Content-Type") == "application/json"
            parsed = json.loads(text) if text and is_json else None
            return Answer(status=response.status, body=parsed, headers=response.headers)


@asynccontextmanager
async def raw_bot(place: Place) -> AsyncGenerator[RawBot]:
    async with aiohttp.ClientSession() as http:
        yield RawBot(http=http, place=place)
