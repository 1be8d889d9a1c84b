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
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Protocol

import aiohttp

from tests.e2e_tools.commands import find_command, with_options
from tests.e2e_tools.components import answers, find_component
from tests.e2e_tools.events import PATIENCE, Events, Told, places_in
from tests.e2e_tools.http import File, Json, PageClient, Refused

__all__ = ["File", "Person", "Refused", "Told", "people"]
Message = Json
Fits = Callable[[Json], bool]


class Playground(Protocol):
    @property
    def url(self) -> str: ...
    @property
    def key(self) -> str: ...


class Person:
    """One member, as one open page. Channels are given by name or id."""

    def __init__(self, *, me: Json, client: PageClient, events: Events) -> None:
        self.me = me
        self.id: str = me["id"]
        self.events = events
        self.mark = 0
        self._client = client

    # --- what they see -------------------------------------------------------------------

    @property
    def world(self) -> Json:
        """The newest WORLD frame."""
        return next(each.data for each in reversed(self.events.all) if each.kind == "WORLD")

    @property
    def guild(self) -> str:
        """The id of the first server."""
        return self.world["guilds"][0]["id"]

    def channel(self, name: str) -> str:
        """Return the id of the channel, thread or post with that name ("@bot" for the DM)."""
        if name == "@bot":
            return self.world["dms"][0]["id"]
        for told in reversed(self.events.all):
            for channel in places_in(told):
                if channel.get("name") == name:
                    return channel["id"]
        return name

    async def history(self, channel: str, *, limit: int = 50, **window: str) -> list[Message]:
        """Return what stands in a channel, newest first (`before`, `after`, `around`)."""
        path = f"/channels/{self.channel(channel)}/messages"
        return await self._client.call("GET", path, query={"limit": str(limit), **window})

    async def commands(self, channel: str) -> list[Json]:
        query = {"channel_id": self.channel(channel)}
        return await self._client.call("GET", "/commands", query=query)

    # --- what they wait for --------------------------------------------------------------

    async def wait_for(
        self,
        kind: str,
        fits: Fits = lambda _: True,
        *,
        since: int | None = None,
        timeout: float = PATIENCE,  # noqa: ASYNC109  # a test says how long it waits
    ) -> Json:
        """Wait for an event of that kind whose data fits; it may have come already."""
        told = await self.events.wait_for(
            lambda each: each.kind == kind and fits(each.data),
            since=self.mark if since is None else since,
            timeout=timeout,
            what=kind,
        )
        return told.data

    async def hears(
        self,
        text: str | Fits = "",
        *,
        channel: str | None = None,
        by: str | None = None,
        since: int | None = None,
        timeout: float = PATIENCE,  # noqa: ASYNC109  # a test says how long it waits
    ) -> Message:
        """Wait for a message, new or edited, by somebody else that contains `text`.

        `text` may be a function of the message; `by` is the name of who says it.
        """
        place = None if channel is None else self.channel(channel)

        def fits(told: Told) -> bool:
            message = told.data
            if told.kind not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
                return False
            if place is not None and message["channel_id"] != place:
                return False
            if by is not None and message["author"]["username"] != by:
                return False
            if isinstance(text, str):
                return text in message["content"] and message["author"]["id"] != self.id
            return text(message)

        what = f"a message with {text!r}" if isinstance(text, str) else "a message that fits"
        since = self.mark if since is None else since
        told = await self.events.wait_for(fits, since=since, timeout=timeout, what=what)
        return told.data

    # --- what they say -------------------------------------------------------------------

    async def say(
        self,
        channel: str,
        content: str = "",
        *,
        files: Sequence[File] = (),
        reply_to: Message | None = None,
    ) -> Message:
        self._now()
        body: Json = {"content": content}
        if reply_to is not None:
            body["reply_to"] = reply_to["id"]
        if files:
            body["attachments"] = _numbered(files)
        path = f"/channels/{self.channel(channel)}/messages"
        return await self._client.call("POST", path, body, files=files)

    async def edit(self, message: Message, content: str) -> Message:
        self._now()
        return await self._client.call("PATCH", _path(message), {"content": content})

    async def delete(self, message: Message) -> None:
        self._now()
        await self._client.call("DELETE", _path(message))

    async def react(self, message: Message, emoji: str) -> None:
        self._now()
        await self._client.call("PUT", f"{_path(message)}/reactions/{emoji}")

    async def unreact(self, message: Message, emoji: str) -> None:
        self._now()
        await self._client.call("DELETE", f"{_path(message)}/reactions/{emoji}")

    async def types(self, channel: str) -> None:
        await self._client.call("POST", f"/channels/{self.channel(channel)}/typing")

    async def open_thread(
        self, channel: str, name: str, *, on: Message | None = None, private: bool = False
    ) -> Json:
        self._now()
        body: Json = {"name": name}
        if on is not None:
            return await self._client.call("POST", f"{_path(on)}/threads", body)
        body["type"] = 12 if private else 11
        return await self._client.call("POST", f"/channels/{self.channel(channel)}/threads", body)

    async def open_post(
        self, forum: str, name: str, content: str, *, tags: Sequence[str] = ()
    ) -> Json:
        self._now()
        body = {"name": name, "message": {"content": content}, "applied_tags": list(tags)}
        return await self._client.call("POST", f"/channels/{self.channel(forum)}/threads", body)

    async def open_dm(self) -> Json:
        self._now()
        return await self._client.call("POST", "/dms", {"recipient_id": self.world["bot"]["id"]})

    # --- what they do with the bot -------------------------------------------------------

    async def slash(
        self, channel: str, command: str, *, files: Sequence[File] = (), **options: object
    ) -> str:
        """Use a slash command: `await ada.slash("tavern", "session start", character="mira")`.

        An attachment option takes the number of its file in `files`. Returns the interaction.
        """
        self._now()
        known = find_command(await self.commands(channel), command)
        data = with_options(known, command, options)
        if files:
            data["attachments"] = _numbered(files)
        return await self._use(2, channel, data, files=files)

    async def menu(self, channel: str, command: str, *, target: str) -> str:
        """Use a context menu on a message or a person, given by id."""
        self._now()
        known = find_command(await self.commands(channel), command)
        data = {"id": known["id"], "name": command, "type": known["type"], "target_id": target}
        return await self._use(2, channel, data)

    async def suggest(
        self, channel: str, command: str, option: str, text: str, **others: object
    ) -> list[Json]:
        """Type into an option and return the choices that the bot suggests."""
        known = find_command(await self.commands(channel), command)
        data = with_options(known, command, {**others, option: text}, focused=option)
        body = {"type": 4, "channel_id": self.channel(channel), "data": data}
        return (await self._client.call("POST", "/autocomplete", body))["choices"]

    async def click(
        self, message: Message, *, custom_id: str | None = None, label: str | None = None
    ) -> str:
        self._now()
        button = find_component(message, custom_id=custom_id, label=label)
        data = {"component_type": 2, "custom_id": button["custom_id"]}
        return await self._use(3, message["channel_id"], data, message=message)

    async def choose(self, message: Message, *values: str, custom_id: str | None = None) -> str:
        """Choose in a select; ids of people, roles and channels are values, too."""
        self._now()
        select = find_component(message, custom_id=custom_id, is_select=True)
        data = {
            "component_type": select["type"],
            "custom_id": select["custom_id"],
            "values": list(values),
        }
        return await self._use(3, message["channel_id"], data, message=message)

    async def submit(
        self, channel: str, modal: Json, given: Json, *, files: Sequence[File] = ()
    ) -> str:
        """Send a modal (the data of INTERACTION_MODAL); `given` maps custom ids to answers."""
        self._now()
        data = {"custom_id": modal["custom_id"], "components": answers(modal, given)}
        if files:
            data["attachments"] = _numbered(files)
        return await self._use(5, channel, data, files=files)

    # --- what administrators do ----------------------------------------------------------

    async def call(self, method: str, path: str, body: Json | None = None) -> Any:  # noqa: ANN401  # whatever Discord would answer
        """Use any route of the page's API that has no method of its own, without "/page"."""
        self._now()
        return await self._client.call(method, path, body)

    # --- inside --------------------------------------------------------------------------

    def _now(self) -> None:
        self.mark = len(self.events.all)

    async def _use(
        self,
        kind: int,
        channel: str,
        data: Json,
        *,
        message: Message | None = None,
        files: Sequence[File] = (),
    ) -> str:
        body: Json = {"type": kind, "channel_id": self.channel(channel), "data": data}
        if message is not None:
            body["message_id"] = message["id"]
        answer = await self._client.call("POST", "/interactions", body, files=files)
        return answer["interaction_id"]


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


def _path(message: Message) -> str:
    return f"/channels/{message['channel_id']}/messages/{message['id']}"


def _numbered(files: Sequence[File]) -> list[Json]:
    return [{"id": str(number), "filename": file.name} for number, file in enumerate(files)]
