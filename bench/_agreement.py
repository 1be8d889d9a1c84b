"""Do a channel's log and Discord say the same? Pure: facts in, findings out.

The rules of the comparison:

- Every message that a person typed is exactly one line of the log, with the same words.
- Every character's line shows exactly once, in messages that hold exactly the texts that its words
  render to. Where a webhook was taken from us in mid-line, its message stays as it was (`stuck`),
  and the next one holds exactly the rest.
- Nothing of ours is on Discord that the ledger does not know, and nothing is still due.
- People's lines stand in the same order in both, and so do characters'. A line that is answered
  stands above its answer; what is typed while a character speaks may stand on either side.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Self

from bot.stage.delivery import remainder


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A turn as the log has it. `message`: what a person typed; None: a character's.

    `texts`: a player's words; or, of a character, what each message of it should show.
    """

    turn: int
    texts: tuple[str, ...]
    message: int | None = None
    is_player: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned:
    """A row of the ledger."""

    message: int | None
    turn: int | None
    part: int
    state: str
    is_due: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A message as it stands on Discord. `text` is without the name above a bot's words."""

    id: int
    text: str
    ours: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """`late`: messages whose event Discord sent out of order."""

    name: str
    lines: Sequence[Line]
    owned: Sequence[Owned]
    shown: Sequence[Shown]
    late: frozenset[int] = frozenset()


@dataclass(slots=True, kw_only=True)
class Findings:
    """`unheard`: typed messages that the log lacks; the caller knows when the bot was away."""

    unheard: list[int] = field(default_factory=list[int])
    twice: list[str] = field(default_factory=list[str])
    lost: list[str] = field(default_factory=list[str])
    differs: list[str] = field(default_factory=list[str])
    foreign: list[str] = field(default_factory=list[str])
    disorder: list[str] = field(default_factory=list[str])
    due: list[str] = field(default_factory=list[str])
    stuck: int = 0

    def __iadd__(self, other: "Findings") -> Self:
        self.unheard += other.unheard
        self.twice += other.twice
        self.lost += other.lost
        self.differs += other.differs
        self.foreign += other.foreign
        self.disorder += other.disorder
        self.due += other.due
        self.stuck += other.stuck
        return self

    @property
    def faults(self) -> list[str]:
        """What must not be."""
        kinds = ("twice", "lost", "differs", "foreign", "disorder", "due")
        return [f"{kind}: {each}" for kind in kinds for each in getattr(self, kind)]


def compare(channel: Channel) -> Findings:
    findings = Findings()
    _players(channel, findings)
    _characters(channel, findings)
    _ledger(channel, findings)
    findings.disorder += _disorder(channel)
    return findings


def _players(channel: Channel, findings: Findings) -> None:
    kept = Counter(line.message for line in channel.lines if line.is_player)
    texts = {line.message: line.texts for line in channel.lines if line.is_player}
    typed = {shown.id: shown.text for shown in channel.shown if not shown.ours}
    findings.unheard += [message for message in typed if message not in kept]
    for message, times in kept.items():
        where = f"#{channel.name} {message}"
        if times > 1:
            findings.twice.append(f"{where} is {times} lines of the log")
        if message not in typed:
            findings.foreign.append(f"{where} is in the log, and nobody typed it")
        elif texts[message] != (typed[message],):
            findings.differs.append(f"{where}: {texts[message]} for {typed[message]!r}")


def _characters(channel: Channel, findings: Findings) -> None:
    shown = {each.id: each.text for each in channel.shown if each.ours}
    of_turn: defaultdict[int, list[Owned]] = defaultdict(list)
    for owned in channel.owned:
        if owned.turn is not None and owned.message in shown:
            of_turn[owned.turn].append(owned)
    lines = {line.turn: line for line in channel.lines if not line.is_player}
    for turn, line in lines.items():
        where = f"#{channel.name} turn {turn}"
        if not of_turn[turn]:
            findings.lost.append(f"{where} does not show: {line.texts}")
            continue
        told, stuck = _told(of_turn[turn], shown, line.texts)
        findings.stuck += stuck
        if told != list(line.texts):
            findings.differs.append(f"{where}: shows {told}, should {list(line.texts)}")
    for turn in of_turn.keys() - lines.keys():
        texts = [shown[owned.message] for owned in of_turn[turn] if owned.message is not None]
        findings.foreign.append(f"#{channel.name} turn {turn} shows, and is not said: {texts}")


def _told(
    owned: Sequence[Owned], shown: dict[int, str], texts: Sequence[str]
) -> tuple[list[str], int]:
    """The texts of a line's messages, by place; a stuck one and its exact rest are one again."""
    parts: defaultdict[int, list[str]] = defaultdict(list)
    stuck = 0
    for each in sorted(owned, key=lambda o: (o.part, o.message or 0)):
        parts[each.part].append(shown[each.message or 0])
        stuck += each.state == "given_up"
    told: list[str] = []
    for part, found in parts.items():
        wished = texts[part] if part < len(texts) else ""
        begun, *rest = found
        is_whole = stuck and remainder(begun, wished) == "".join(rest)
        told += [wished] if is_whole else found
    return told, stuck


def _ledger(channel: Channel, findings: Findings) -> None:
    there = Counter(owned.message for owned in channel.owned if owned.message is not None)
    for shown in channel.shown:
        if shown.ours and there[shown.id] == 0:
            findings.foreign.append(f"#{channel.name} {shown.id} is in no row: {shown.text!r}")
        elif there[shown.id] > 1:
            findings.twice.append(f"#{channel.name} {shown.id} stands in {there[shown.id]} rows")
    here = {shown.id for shown in channel.shown}
    for owned in channel.owned:
        where = f"#{channel.name} turn {owned.turn} part {owned.part}"
        if owned.is_due:
            findings.due.append(f"{where} is still {owned.state}")
        if owned.state == "there" and owned.message not in here:
            findings.lost.append(f"{where} is not there: {owned.message}")


def _disorder(channel: Channel) -> Iterator[str]:
    first: dict[int, int] = {}
    for owned in channel.owned:
        if owned.turn is not None and owned.message is not None:
            first[owned.turn] = min(owned.message, first.get(owned.turn, owned.message))
    in_order = sorted(channel.lines, key=lambda line: line.turn)
    people = [m for line in in_order if (m := line.message) and m not in channel.late]
    characters = [first[line.turn] for line in in_order if line.turn in first]
    for who, ids in (("people's", people), ("characters'", characters)):
        for one, other in pairwise(ids):
            if one > other:
                yield f"#{channel.name} {who} lines {one} and {other} change places"
    newest_typed = 0
    for line in in_order:
        newest_typed = max(newest_typed, line.message or 0)
        if not line.is_player and first.get(line.turn, newest_typed) < newest_typed:
            yield f"#{channel.name} turn {line.turn} stands above what it answers"
