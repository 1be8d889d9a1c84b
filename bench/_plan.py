"""What a chaos run does, message by message: one seed, one plan."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar, get_args

from bot.playground.scripted_model import Rule

T = TypeVar("T")

Step = Literal[
    "line kept",
    "turn begun",
    "first words",
    "mid-stream",
    "before log",
    "after log",
    "before send",
    "after send",
]
"""Where in a turn the bot is killed."""
STEPS: tuple[Step, ...] = get_args(Step)

SEND = "POST /webhooks/{webhook}/{token}"
EDIT = "PATCH /webhooks/{webhook}/{token}/messages/{message}"
NOTE = "POST /channels/{channel}/messages"
ROUTES = (SEND, SEND, EDIT, EDIT, NOTE, "*")
HTTP = ("429", "429_global", "500", "502", "slow", "reset_before", "reset_after")
ELSE = (
    "drop",
    "drop for good",
    "reconnect",
    "invalidate",
    "duplicate",
    "late",
    "webhook deleted",
    "webhook moved",
    "permissions taken",
)
TROUBLE = ("stall", "silent", "refuse", "cutoff", "break")
"""Words that let the model hang after some words or before any, refuse, be cut off, break off."""
HOLDS = 99
"""How many times the model can be made to wait for a kill."""

CHANNELS = 20
FAULTY, TROUBLED, SLOW, LONG, HASTY = 0.12, 0.05, 0.06, 0.02, 0.15
KILLS_PER_STEP = 1 / 400
"""Of all messages; at least one a step."""


class Chance:
    """Draws by name, so that one more draw leaves all others as they are."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def share(self, *what: object) -> float:
        """Between 0 and 1."""
        key = " ".join(map(str, (self._seed, *what))).encode()
        return int.from_bytes(hashlib.blake2b(key, digest_size=6).digest()) / 2**48

    def one(self, of: Sequence[T], *what: object) -> T:
        return of[int(self.share(*what) * len(of))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """`kind` of `HTTP` on a `route`, or one of `ELSE`."""

    kind: str
    route: str = ""
    after: int = 0
    seconds: float = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A message to be typed, and what goes wrong around it.

    `waits`: for its answer before the next one is typed. `last`: its channel is deleted then.
    """

    number: int
    text: str
    fault: Fault | None = None
    step: Step | None = None
    waits: bool = True
    last: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Weather:
    """`steps`: where in a turn the bot is killed."""

    messages: int
    seed: int
    channels: int = CHANNELS
    steps: Sequence[Step] = STEPS


def plan(weather: Weather) -> list[list[Item]]:
    """Per channel what is typed there, in order."""
    channels = weather.channels
    chance = Chance(weather.seed)
    each = weather.messages // channels
    kills = _kills(chance, weather.steps, each=each, channels=channels)
    doomed = int(chance.share("doomed") * channels) if each > 1 else -1
    laid: list[list[Item]] = []
    for channel in range(channels):
        items = [_item(chance, channel * each + n, kills.get((channel, n))) for n in range(each)]
        if channel == doomed:
            alive = max(1, each * 2 // 3)
            final = items[alive - 1]
            items = [*items[: alive - 1], Item(number=final.number, text=final.text, last=True)]
        laid.append(items)
    return laid


def rules(chance: Chance, messages: int) -> list[Rule]:
    """The model's part in it."""
    held = [Rule(words=(f"hold{n}",), hang=True, times=1) for n in range(HOLDS)]
    long = [
        Rule(words=(f"long{n}",), reply=(_story(chance, n),))
        for n in range(messages)
        if _is_long(chance, n)
    ]
    story = _sentences(Chance(0), "slow", 2)
    return [
        *held,
        *long,
        Rule(
            words=("slowly",), pattern=_NUMBER, reply=("*nods* Slowly, {n}. " + story,), delay_ms=70
        ),
        Rule(words=("stall",), pattern=_NUMBER, reply=("Well, {n} is what I was",), hang_after=3),
        Rule(words=("silent",), hang=True),
        Rule(words=("refuse",), status=400, error="no such thing"),
        Rule(words=("cutoff",), pattern=_NUMBER, reply=("*sits* So {n} was it",), cut_off_after=4),
        Rule(words=("break",), pattern=_NUMBER, reply=("Ah yes, {n} and so on",), reset_after=3),
        Rule(pattern=_NUMBER, reply=("*nods* I heard {n}.", "Then {n} it is, *she says*.")),
        Rule(reply=("*shrugs* As you say.",)),
    ]


_NUMBER = r"number (?P<n>\d+)"
_NOUNS = (
    "mule bell mill cellar orchard bridge tower boat lantern ferry river winter harvest wolf candle"
    " tinker baker miller soldier widow cousin ladder barrel window kettle rope saddle"
)
_DEEDS = "climbed circled crossed guarded painted emptied searched carried followed sold"
_WORDS, _VERBS = _NOUNS.split(), _DEEDS.split()


def _sentences(chance: Chance, name: object, count: int) -> str:
    def word(*which: object) -> str:
        return chance.one(_WORDS, name, *which)

    return " ".join(
        f"A {word(n, 1)} {chance.one(_VERBS, name, n)} the {word(n, 2)} of my {word(n, 3)},"
        f" and the {word(n, 4)} {chance.one(_VERBS, name, n, 5)} a {word(n, 6)}."
        for n in range(count)
    )


def _story(chance: Chance, number: int) -> str:
    return f"*leans on the bar* Number {number}. {_sentences(chance, number, 50)} The end."


def _is_long(chance: Chance, number: int) -> bool:
    return chance.share("what", number) < LONG


def _kills(
    chance: Chance, steps: Sequence[Step], *, each: int, channels: int
) -> dict[tuple[int, int], Step]:
    """Where which step is killed: spread over the run, each step as often as the others."""
    rounds = max(1, round(each * channels * KILLS_PER_STEP))
    steps = [step for _ in range(rounds) for step in steps]
    places: dict[tuple[int, int], Step] = {}
    for number, step in enumerate(steps):
        # Not in the first lines nor the last ones: there would be nothing to lose.
        at = 1 + int((number + chance.share("kill at", number)) / len(steps) * max(each - 2, 1))
        place = (int(chance.share("kill in", number) * channels), min(at, each - 1))
        while place in places:
            place = ((place[0] + 1) % channels, place[1])
        places[place] = step
    return places


def _item(chance: Chance, number: int, step: Step | None) -> Item:
    text = f"This is number {number}"
    if step is not None:
        return Item(number=number, text=line_for(step, number), step=step)
    what, words = chance.share("what", number), ""
    if what < LONG:
        words = f", long{number}"
    elif what < LONG + TROUBLED:
        words = f", {chance.one(TROUBLE, 'trouble', number)}"
    elif what < LONG + TROUBLED + SLOW:
        words = ", slowly"
    fault = _fault(chance, number) if chance.share("fault?", number) < FAULTY else None
    waits = chance.share("waits", number) >= HASTY
    return Item(number=number, text=f"{text}{words}.", fault=fault, waits=waits)


def line_for(step: Step, number: int) -> str:
    """A line to which the model behaves so that the step can be seen."""
    return f"This is number {number}, {_word_for(step, number)}."


def _word_for(step: Step, number: int) -> str:
    match step:
        case "turn begun":
            return f"hold{number % HOLDS}"
        case "first words" | "mid-stream" | "before log" | "after log":
            return "slowly"
        case _:
            return "please"


def _fault(chance: Chance, number: int) -> Fault:
    kind = chance.one((*HTTP, *HTTP, *ELSE), "kind", number)
    if kind not in HTTP:
        return Fault(kind=kind)
    return Fault(
        kind=kind,
        route=chance.one(ROUTES, "route", number),
        after=int(chance.share("after", number) * 2),
        seconds=0.1 + chance.share("seconds", number) * 0.9,
    )
