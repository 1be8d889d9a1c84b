"""Everything that can be made to go wrong, for tests and for the page's panel."""

from dataclasses import dataclass, replace

from bot.playground.gateway.hub import Hub, Twist, TwistKind
from bot.playground.rest.faults import FaultKind, HttpFault, HttpFaults
from bot.playground.world.acts import channels, guilds, webhooks
from bot.playground.world.permissions import Permission
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import World


@dataclass(frozen=True, kw_only=True)
class Faults:
    world: World
    http: HttpFaults
    hub: Hub

    def fail(
        self,
        kind: str,
        *,
        route: str = "*",
        times: int = 1,
        after: int = 0,
        seconds: float = 1.0,
    ) -> str:
        """Let requests of the bot fail.

        Kinds: "429", "429_global", "500", "502", "slow", "reset_before" (it never arrived) and
        "reset_after" (it did, but the bot is not told).
        `route` is a method and a path as in the API's documentation, such as
        "POST /channels/{channel}/messages"; `seconds` is the delay, or `retry_after`.
        """
        fault = HttpFault(
            id=str(self.world.ports.ids.next()),
            kind=FaultKind(kind),
            route=route,
            times=times,
            after=after,
            seconds=seconds,
        )
        self.http.pending.append(fault)
        return fault.id

    def twist(self, kind: str, *, event: str, after: int = 1) -> str:
        """Let the next event of that name come twice ("duplicate"), "late" or be "lost"."""
        twist = Twist(
            id=str(self.world.ports.ids.next()), kind=TwistKind(kind), event=event, after=after
        )
        self.hub.twists.append(twist)
        return twist.id

    def clear(self) -> None:
        self.http.pending.clear()
        self.hub.twists.clear()

    def drop_gateway(self, *, resumable: bool = True) -> None:
        self.hub.drop(resumable=resumable)

    def reconnect_gateway(self) -> None:
        """Send op 7."""
        self.hub.ask_to_reconnect()

    def invalidate_gateway(self, *, resumable: bool = False) -> None:
        """Send op 9."""
        self.hub.invalidate(resumable=resumable)

    def delete_webhook(self, webhook: Snowflake) -> None:
        webhooks.delete(self.world, webhook=webhooks.found(self.world, webhook=webhook))

    def move_webhook(self, webhook: Snowflake, *, to: Snowflake) -> None:
        hook = webhooks.found(self.world, webhook=webhook)
        webhooks.update(self.world, webhook=hook, to=replace(hook, channel=to))

    def delete_channel(self, channel: Snowflake) -> None:
        channels.erase(self.world, channel=self.world.channel(channel))

    def take_permission(self, permission: Permission, *, guild: Snowflake) -> None:
        """Take something away from the bot: from its own role and from everybody."""
        owner = self.world.guild(guild).owner
        bot = self.world.member(guild=guild, user=self.world.application.id)
        for role in (guild, *bot.roles):
            before = self.world.roles[role]
            after = replace(before, permissions=before.permissions & ~permission)
            guilds.save_role(self.world, role=after, by=owner)
