"""People for end-to-end tests: they act on the playground's page, over its API and socket.

    async with people(place, "Ada", "Ben") as (ada, ben):
        said = await ada.say("tavern", "Hello!")
        answer = await ada.hears("Hi", channel="tavern")
        await ben.click(answer, label="Stop")

`place` is a running playground, or anything with `url` and `key` (a bot in another process).
Waiting never sleeps: events are kept in order, and a wait looks at those since this person's
last act (`since=0` looks at all). What does not come within ten seconds fails the test and
lists what came instead. A refusal is `Refused`, with Discord's status and code.
"""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Protocol

import aiohttp

from tests.e2e_tools.events import Events, Told
from tests.e2e_tools.http import File, Json, PageClient, Refused
from tests.e2e_tools.person import Person

__all__ = ["File", "Person", "Refused", "Told", "people"]


class Playground(Protocol):
    @property
    def url(self) -> str: ...
    @property
    def key(self) -> str: ...


@asynccontextmanager
async def people(place: Playground, *names: str) -> AsyncGenerator[tuple[Person, ...]]:
    """Let people with these names in (those who are not there are made), each with a page."""
    async with AsyncExitStack() as stack:
        jar = aiohttp.CookieJar(unsafe=True)
        http = await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=jar))
        async with http.get(f"{place.url}/", params={"key": place.key}, allow_redirects=False):
            pass
        there = await _people(http, place)
        come = [await _one(http, place, name, there=there) for name in names]
        found = [await stack.enter_async_context(_opened(http, place, each)) for each in come]
        yield tuple(found)


async def _people(http: aiohttp.ClientSession, place: Playground) -> dict[str, Json]:
    async with http.get(f"{place.url}/page/people") as response:
        listed: list[Json] = await response.json()
    return {each["global_name"]: each for each in listed}


async def _one(
    http: aiohttp.ClientSession, place: Playground, name: str, *, there: dict[str, Json]
) -> Json:
    if name in there:
        return there[name]
    host = next(iter(there.values()))
    client = PageClient(http=http, url=place.url, user=host["id"])
    return await client.call("POST", "/people", {"name": name})


@asynccontextmanager
async def _opened(
    http: aiohttp.ClientSession, place: Playground, me: Json
) -> AsyncGenerator[Person]:
    events = Events()
    client = PageClient(http=http, url=place.url, user=me["id"])
    url = f"{place.url}/page/socket"
    async with http.ws_connect(url, params={"as": me["id"]}) as socket:

        async def listen() -> None:
            async for frame in socket:
                told = json.loads(frame.data)
                await events.add(Told(kind=told["t"], data=told["d"]))
            await events.close()

        async with asyncio.TaskGroup() as tasks:
            listener = tasks.create_task(listen())
            await events.wait_for(lambda each: each.kind == "WORLD", what="WORLD")
            yield Person(me=me, client=client, events=events)
            listener.cancel()
