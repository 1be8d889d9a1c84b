"""What a person sees on their page, and how a test waits for it."""

from collections.abc import Callable

from tests.e2e_tools.events import PATIENCE, Events, Told, places_in
from tests.e2e_tools.http import Json, PageClient

Message = Json
Fits = Callable[[Json], bool]


class Onlooker:
    """What a person sees and waits for. Channels are given by name or id."""

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
