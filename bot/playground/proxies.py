"""Runs the proxies: reposts a line through a webhook, then deletes the original."""

import asyncio

from bot.playground.world.acts import guilds, webhooks
from bot.playground.world.acts.editing import remove
from bot.playground.world.errors import DiscordError
from bot.playground.world.forms.drafts import Draft, Upload
from bot.playground.world.hooks import Webhook
from bot.playground.world.messages import Message
from bot.playground.world.people import User
from bot.playground.world.ports import Snowflake
from bot.playground.world.proxying import BOTS, Proxy, ProxyBot, find_proxy
from bot.playground.world.world import Event, World


class Proxies:
    def __init__(self, world: World) -> None:
        self._world = world
        self._loop = asyncio.get_running_loop()
        self._stop = world.listen(self._hear)

    def close(self) -> None:
        self._stop()

    def add(self, proxy: Proxy) -> None:
        """Switch a proxy on; its bot comes into every server of its person."""
        world, known = self._world, BOTS[proxy.kind]
        if known.id not in world.users:
            world.users[known.id] = User(id=known.id, name=known.name, is_bot=True)
        for guild in world.guilds:
            if (guild, proxy.user) in world.members and (guild, known.id) not in world.members:
                guilds.join(world, guild=guild, user=known.id)
        world.proxies.append(proxy)

    def _hear(self, event: Event) -> None:
        if event.kind != "MESSAGE_CREATE" or event.guild is None or event.only_for is not None:
            return
        data = event.data
        if "webhook_id" in data or data["author"].get("bot"):
            return
        user = Snowflake(int(data["author"]["id"]))
        found = find_proxy(self._world.proxies, user=user, text=data["content"])
        if found is not None and event.channel is not None:
            # Everybody is told of the original first, as at Discord.
            message = Snowflake(int(data["id"]))
            self._loop.call_soon(self._repost, event.channel, message, *found)

    def _repost(self, channel: Snowflake, message: Snowflake, proxy: Proxy, inside: str) -> None:
        original = self._world.messages.get(channel, {}).get(message)
        if original is None:
            return
        place = self._world.channel(channel)
        hook = self._hook(self._world.parent_of(place).id, BOTS[proxy.kind])
        draft = Draft(content=inside, username=proxy.name, uploads=self._uploads(original))
        try:
            thread = channel if place.is_thread else None
            webhooks.execute(self._world, webhook=hook, draft=draft, thread=thread)
        except DiscordError:
            return  # the original stays, as it does when a real proxy is refused
        remove(self._world, message=original)

    def _hook(self, channel: Snowflake, known: ProxyBot) -> Webhook:
        for hook in webhooks.in_channel(self._world, channel=channel):
            if hook.application == known.id:
                return hook
        place = self._world.channel(channel)
        made = Webhook(
            id=self._world.ports.ids.next(),
            token=self._world.ports.chance.token(),
            guild=Snowflake(place.guild or 0),
            channel=channel,
            name=known.hook,
            creator=known.id,
            application=known.id,
        )
        self._world.webhooks[made.id] = made
        return made

    def _uploads(self, message: Message) -> tuple[Upload, ...]:
        files = self._world.files
        return tuple(
            Upload(filename=each.filename, data=files[each.id])
            for each in message.attachments
            if each.id in files
        )
