"""What a chaos run has shown: counted, explained as far as it can be, and judged."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bench._agreement import Channel, Findings, compare

IN_FLIGHT = 3_000 << 22
"""As ids: what was typed so shortly before the bot was gone may not have been kept yet."""


@dataclass(slots=True, kw_only=True)
class Verdict:
    """`unanswered`: the newest line of a channel that got neither an answer nor a note."""

    findings: Findings = field(default_factory=Findings)
    away: list[int] = field(default_factory=list[int])
    in_flight: list[int] = field(default_factory=list[int])
    unheard: list[int] = field(default_factory=list[int])
    unanswered: list[str] = field(default_factory=list[str])
    typed: int = 0
    spoken: int = 0

    @property
    def faults(self) -> list[str]:
        """What must not be, whatever was the matter with the bot."""
        lost = [f"lost: {message} was typed while the bot was there" for message in self.unheard]
        return [*lost, *self.findings.faults]

    @property
    def missed(self) -> list[str]:
        """What only a catch-up after a start can make good: see `--strict`."""
        away = [f"away: {message} was typed while the bot was away" for message in self.away]
        flying = [
            f"in flight: {message} came just before it was gone" for message in self.in_flight
        ]
        return [*away, *flying, *(f"unanswered: {line}" for line in self.unanswered)]


def judge(
    channels: Sequence[Channel], *, away: Sequence[tuple[int, int]], late: frozenset[int]
) -> Verdict:
    """`away`: when the bot was not there, as ids; `late`: messages whose event was held back."""
    verdict = Verdict()
    for channel in channels:
        verdict.findings += compare(channel)
        verdict.typed += sum(not shown.ours for shown in channel.shown)
        verdict.spoken += sum(not line.is_player for line in channel.lines)
        if waits := _unanswered(channel):
            verdict.unanswered.append(waits)
    for message in verdict.findings.unheard:
        if any(begun <= message <= ended for begun, ended in away):
            verdict.away.append(message)
        elif message in late or any(0 <= begun - message <= IN_FLIGHT for begun, _ in away):
            verdict.in_flight.append(message)
        else:
            verdict.unheard.append(message)
    return verdict


def _unanswered(channel: Channel) -> str:
    typed = [line for line in channel.lines if line.is_player]
    if not typed:
        return ""
    newest = max(typed, key=lambda line: line.turn)
    is_answered = any(not line.is_player and line.turn > newest.turn for line in channel.lines)
    rows = {owned.message for owned in channel.owned if owned.turn is None}
    noted = any(shown.id in rows and shown.id > (newest.message or 0) for shown in channel.shown)
    return "" if is_answered or noted else f"#{channel.name}: {newest.texts}"
