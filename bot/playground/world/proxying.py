"""Proxies as PluralKit and Tupperbox are: one person's lines reposted under other names."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from bot.playground.world.ports import Snowflake


class ProxyKind(StrEnum):
    PLURALKIT = "pluralkit"
    TUPPERBOX = "tupperbox"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyBot:
    """The application behind a proxy, under the id it has at Discord: bots know them by it."""

    id: Snowflake
    name: str
    hook: str


BOTS = {
    ProxyKind.PLURALKIT: ProxyBot(
        id=Snowflake(466378653216014359), name="PluralKit", hook="PluralKit Proxy Webhook"
    ),
    ProxyKind.TUPPERBOX: ProxyBot(
        id=Snowflake(431544605209788416), name="Tupperbox", hook="Tupperhook"
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Proxy:
    """Lines of `user` between these tags are said by `name`."""

    kind: ProxyKind
    user: Snowflake
    name: str
    prefix: str = ""
    suffix: str = ""

    def inside(self, text: str) -> str | None:
        """Return what stands between the tags, or nothing when they are not there."""
        tags = len(self.prefix) + len(self.suffix)
        fits = text.startswith(self.prefix) and text.endswith(self.suffix) and len(text) > tags
        if not tags or not fits:
            return None
        return text[len(self.prefix) : len(text) - len(self.suffix)].strip() or None


def find_proxy(proxies: Iterable[Proxy], *, user: Snowflake, text: str) -> tuple[Proxy, str] | None:
    """Find whose tags a line wears. The longest tags win, so that "AA:" is not taken for "A"."""
    best: tuple[Proxy, str] | None = None
    for proxy in proxies:
        inside = proxy.inside(text) if proxy.user == user else None
        if inside is not None and (best is None or len(inside) < len(best[1])):
            best = proxy, inside
    return best
