"""What a person does on their page."""

from collections.abc import Sequence
from typing import Any

from tests.e2e_tools.commands import find_command, with_options
from tests.e2e_tools.components import answers, find_component
from tests.e2e_tools.http import File, Json
from tests.e2e_tools.onlooker import Message, Onlooker


class Person(Onlooker):
    """One member, as one open page. Channels are given by name or id."""

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


def _path(message: Message) -> str:
    return f"/channels/{message['channel_id']}/messages/{message['id']}"


def _numbered(files: Sequence[File]) -> list[Json]:
    return [{"id": str(number), "filename": file.name} for number, file in enumerate(files)]
