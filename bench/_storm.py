"""Twenty people type, and the plan's faults and kills happen around what they type."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bench._house import House, seen
from bench._kills import kill_at
from bench._plan import HTTP, Fault, Item
from bot.playground.gateway.hub import Twist
from bot.playground.world.permissions import Permission
from bot.playground.world.ports import Snowflake

PATIENCE = 6.0
"""How long a person waits for an answer before they type on: the model may well be silent."""
SETTLING = 120.0
DENIED = Permission.MANAGE_WEBHOOKS | Permission.SEND_MESSAGES


@dataclass(slots=True, kw_only=True)
class Storm:
    """What was done to the bot."""

    house: House
    channels: list[int]
    attic: int
    """Where webhooks are moved to. Nothing of ours belongs there."""
    typed: int = 0
    done: Counter[str] = field(default_factory=Counter[str])
    killed: Counter[str] = field(default_factory=Counter[str])
    unseen: Counter[str] = field(default_factory=Counter[str])
    deleted: set[int] = field(default_factory=set[int])
    settled: bool = True
    _knife: asyncio.Lock = field(default_factory=asyncio.Lock)
    _denied: set[int] = field(default_factory=set[int])
    _twists: list[Twist] = field(default_factory=list[Twist])

    async def rage(self, plan: Sequence[Sequence[Item]]) -> None:
        async with asyncio.TaskGroup() as people:
            for channel, items in zip(self.channels, plan, strict=True):
                people.create_task(self._talk(channel, items, people))
        self.house.place.faults.clear()
        for channel in tuple(self._denied):
            await self._allow(channel)
        await seen(lambda: self.house.place.bot_is_connected, within=SETTLING)
        self.settled = await self.house.settled(self.living, within=SETTLING)

    @property
    def living(self) -> list[int]:
        return [channel for channel in self.channels if channel not in self.deleted]

    @property
    def late(self) -> frozenset[int]:
        """Messages whose event came out of order."""
        held = (data for twist in self._twists for _, data in twist.held)
        return frozenset(int(data["id"]) for data in held)

    async def _talk(self, channel: int, items: Sequence[Item], people: asyncio.TaskGroup) -> None:
        for item in items:
            await self._line(channel, item, people)
            if item.last:
                self.house.place.faults.delete_channel(Snowflake(channel))
                self.deleted.add(channel)
                self.done["channel deleted"] += 1

    async def _line(self, channel: int, item: Item, people: asyncio.TaskGroup) -> None:
        taken = channel in self._denied
        if item.step is not None:
            async with self._knife:
                message, came = await kill_at(
                    self.house, item.step, channel=channel, words=item.text
                )
                # The next kill waits until this one is mended, or it would meet that instead.
                await self.house.answered(channel, message, within=PATIENCE)
            (self.killed if came else self.unseen)[item.step] += 1
        else:
            if item.fault is not None:
                await self._harm(channel, item.fault, people)
            message = self.house.say(channel, item.text)
        self.typed += 1
        if item.waits:
            await self.house.answered(channel, message, within=PATIENCE)
        if taken:
            await self._allow(channel)

    async def _allow(self, channel: int) -> None:
        self._denied.discard(channel)
        await self.house.ada.call("DELETE", self._permissions(channel))

    def _permissions(self, channel: int) -> str:
        return f"/channels/{channel}/permissions/{self.house.place.world.application.id}"

    async def _harm(self, channel: int, fault: Fault, people: asyncio.TaskGroup) -> None:
        place = self.house.place
        if fault.kind in HTTP:
            place.faults.fail(
                fault.kind, route=fault.route, after=fault.after, seconds=fault.seconds
            )
            self.done[f"{fault.kind} on {fault.route.partition(' ')[0] or 'any'}"] += 1
            return
        self.done[fault.kind] += 1
        match fault.kind:
            case "drop":
                place.faults.drop_gateway()
            case "drop for good":
                self._cut_off(lambda: place.faults.drop_gateway(resumable=False), people)
            case "reconnect":
                place.faults.reconnect_gateway()
            case "invalidate":
                self._cut_off(place.faults.invalidate_gateway, people)
            case "duplicate" | "late":
                self._twist(fault.kind)
            case "permissions taken":
                self._denied.add(channel)
                body = {"type": 1, "allow": "0", "deny": str(int(DENIED))}
                await self.house.ada.call("PUT", self._permissions(channel), body)
            case _:
                self._webhooks(channel, move=fault.kind == "webhook moved")

    def _cut_off(self, how: Callable[[], None], people: asyncio.TaskGroup) -> None:
        """What is said until the bot is back is never told to it."""
        begun = self.house.now()
        how()

        async def back() -> None:
            # It is there for a moment still: the socket closes after what waits in it.
            await asyncio.sleep(0)
            await seen(lambda: self.house.place.bot_is_connected, within=SETTLING)
            self.house.away.append((begun, self.house.now()))

        people.create_task(back())

    def _twist(self, kind: str) -> None:
        place = self.house.place
        place.faults.twist(kind, event="MESSAGE_CREATE")
        self._twists.append(place.hub.twists[-1])

    def _webhooks(self, channel: int, *, move: bool) -> None:
        place = self.house.place
        for hook in [h for h in place.world.webhooks.values() if h.channel == channel]:
            if move:
                place.faults.move_webhook(hook.id, to=Snowflake(self.attic))
            else:
                place.faults.delete_webhook(hook.id)
