"""The page's API over HTTP, in one person's name."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file to upload."""

    name: str
    data: bytes


class Refused(Exception):
    """The server said no, with Discord's status and code."""

    def __init__(self, *, status: int, body: Json) -> None:
        super().__init__(f"{status} {body}")
        self.status = status
        self.code: int = body.get("code", 0)
        self.body = body


class PageClient:
    def __init__(self, *, http: aiohttp.ClientSession, url: str, user: str) -> None:
        self._http = http
        self._url = url
        self._headers = {"X-Act-As": user}

    async def call(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        *,
        files: Sequence[File] = (),
        query: dict[str, str] | None = None,
    ) -> Any:  # noqa: ANN401  # whatever Discord would answer
        payload: dict[str, Any] = {"json": body} if body is not None else {}
        if files:
            payload = {"data": multipart(body or {}, files)}
        url = f"{self._url}/page{path}"
        async with self._http.request(
            method, url, headers=self._headers, params=query, **payload
        ) as response:
            text = await response.text()
            answer = json.loads(text) if text else None
            if response.status >= 400:
                raise Refused(status=response.status, body=answer or {})
            return answer


def multipart(body: object, files: Sequence[File]) -> aiohttp.MultipartWriter:
    form = aiohttp.MultipartWriter("form-data")
    part = form.append_json(body)
    part.set_content_disposition("form-data", name="payload_json")
    for number, file in enumerate(files):
        part = form.append(file.data, {"Content-Type": "application/octet-stream"})
        part.set_content_disposition("form-data", name=f"files[{number}]", filename=file.name)
    return form
