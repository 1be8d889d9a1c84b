"""Rate limits: Discord's buckets and headers, generous unless a test sets them."""

import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

# Real limits are Discord's secret and change; a bot must obey the headers, whatever they say.
GENEROUS = 10_000
VIA = "1.1 playground"
_MAJOR = ("channel", "guild", "webhook")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    limit: int
    seconds: float


@dataclass(slots=True)
class _Bucket:
    used: int = 0
    resets_at: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    headers: Mapping[str, str]
    # Seconds to wait; nothing when the request may pass.
    retry_after: float | None = None
    is_global: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What one request was told. `bucket` is what it was counted in: a route, and whose."""

    bucket: tuple[str, ...]
    at: float
    verdict: Verdict


@dataclass(kw_only=True)
class Limits:
    """`now` counts seconds; rules go by route, as "POST /channels/{channel}/messages"."""

    now: Callable[[], float]
    default: Rule = Rule(limit=GENEROUS, seconds=1.0)
    everything: Rule = Rule(limit=GENEROUS, seconds=1.0)
    rules: dict[str, Rule] = field(default_factory=dict[str, Rule])
    # All webhooks of one channel together, its threads included.
    webhook_channel: Rule | None = None
    # Called with every ruling: who wants to know whether headers were obeyed.
    witnesses: list[Callable[[Ruling], None]] = field(
        default_factory=list[Callable[[Ruling], None]]
    )
    _buckets: dict[tuple[str, ...], _Bucket] = field(
        default_factory=dict[tuple[str, ...], _Bucket], init=False
    )

    def set(self, route: str, *, limit: int, seconds: float) -> None:
        self.rules[route] = Rule(limit=limit, seconds=seconds)

    def like_discord(self) -> None:
        """Use the numbers that people have observed at Discord."""
        self.everything = Rule(limit=50, seconds=1.0)
        self.webhook_channel = Rule(limit=30, seconds=60.0)
        self.set("POST /channels/{channel}/messages", limit=5, seconds=5.0)
        self.set("PATCH /channels/{channel}/messages/{message}", limit=5, seconds=5.0)
        for method, path in (("POST", ""), ("PATCH", "/messages/{message}")):
            self.set(f"{method} /webhooks/{{webhook}}/{{token}}{path}", limit=5, seconds=2.0)

    def pass_through(
        self, route: str, *, params: Mapping[str, str], channel: int | None = None
    ) -> Verdict:
        """Count one request; `channel` is where a webhook's message goes."""
        verdict = self._rule(route, params=params, channel=channel)
        ruling = Ruling(bucket=_key(route, params), at=self.now(), verdict=verdict)
        for witness in self.witnesses:
            witness(ruling)
        return verdict

    def _rule(self, route: str, *, params: Mapping[str, str], channel: int | None) -> Verdict:
        is_interaction = route.startswith("POST /interactions") or "/callback" in route
        if not is_interaction:
            wait = self._take(("everything",), self.everything)
            if wait is not None:
                return Verdict(headers=_refused("global"), retry_after=wait, is_global=True)
        if channel is not None and self.webhook_channel is not None:
            wait = self._take(("webhooks of", str(channel)), self.webhook_channel)
            if wait is not None:
                return Verdict(headers=_refused("shared"), retry_after=wait)
        rule = self.rules.get(route, self.default)
        key = _key(route, params)
        wait = self._take(key, rule)
        headers = self._headers(route, key=key, rule=rule)
        if wait is not None:
            return Verdict(headers={**headers, **_refused("user")}, retry_after=wait)
        return Verdict(headers=headers)

    def _take(self, key: tuple[str, ...], rule: Rule) -> float | None:
        now = self.now()
        bucket = self._buckets.setdefault(key, _Bucket())
        if now >= bucket.resets_at:
            bucket.used, bucket.resets_at = 0, now + rule.seconds
        if bucket.used >= rule.limit:
            return bucket.resets_at - now
        bucket.used += 1
        return None

    def _headers(self, route: str, *, key: tuple[str, ...], rule: Rule) -> dict[str, str]:
        bucket = self._buckets[key]
        left = max(bucket.resets_at - self.now(), 0.0)
        return {
            "X-RateLimit-Limit": str(rule.limit),
            "X-RateLimit-Remaining": str(max(rule.limit - bucket.used, 0)),
            "X-RateLimit-Reset": f"{math.ceil(bucket.resets_at * 1000) / 1000:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": hashlib.md5(route.encode(), usedforsecurity=False).hexdigest(),
        }


def _key(route: str, params: Mapping[str, str]) -> tuple[str, ...]:
    return (route, *(params[name] for name in (*_MAJOR, "token") if name in params))


def _refused(scope: str) -> dict[str, str]:
    # discord.py takes a 429 without Via for a ban by the network in front of Discord.
    return {"X-RateLimit-Scope": scope, "Via": VIA}
