"""Which rule answers a request, and with which pieces. Pure: the same request, the same answer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from zlib import crc32

import msgspec

from bot.playground.scripted_model.rules import Rule, Script

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_PIECE = re.compile(r"\s*\S{1,12}|\s+")
_LINE = re.compile(r"\s*(?P<speaker>[^\n:]{1,64}): (?P<said>.*)", re.DOTALL)
_DIRECTION = re.compile(r"\(.*\)")


class Said(msgspec.Struct, frozen=True):
    role: str
    content: str


class Asked(msgspec.Struct, frozen=True):
    """The body of a request, as far as a script cares."""

    messages: list[Said]
    model: str = ""
    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    temperature: float | None = None
    stop: str | list[str] | None = None
    stream: bool = False
    stream_options: dict[str, bool] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    rule: Rule
    pieces: tuple[str, ...]
    finish_reason: str


def prompt_of(asked: Asked) -> str:
    return "\n\n".join(said.content for said in asked.messages)


def last_line_of(asked: Asked) -> str:
    """What was said last, without who said it: the last user message's last line of play."""
    return _last(asked)[1]


def limit_of(asked: Asked) -> int | None:
    """The answer's limit by its old name or its new one."""
    return asked.max_tokens if asked.max_completion_tokens is None else asked.max_completion_tokens


def tokens_of(asked: Asked) -> int:
    return len(prompt_of(asked)) // 4


def answer(
    script: Script, asked: Asked, *, purpose: str, spent: Mapping[int, int]
) -> tuple[int, Answer] | None:
    """The rule that answers, by its place in the file, and what it says.

    `spent` counts how often a rule with `times` has answered.
    """
    speaker, last = _last(asked)
    prompt = prompt_of(asked)
    for number, rule in enumerate(script.rule):
        if rule.times is not None and spent.get(number, 0) >= rule.times:
            continue
        captured = rule.match(purpose=purpose, last=last, prompt=prompt)
        if captured is not None:
            character = purpose.partition(" ")[2]
            blanks = {"character": character, "speaker": speaker, **captured}
            return number, _say(rule, asked, blanks=blanks, seed=f"{len(asked.messages)} {last}")
    return None


def _say(rule: Rule, asked: Asked, *, blanks: Mapping[str, str], seed: str) -> Answer:
    # Of several replies one is chosen by what was said, so that no order of calls matters.
    text = rule.reply[crc32(seed.encode()) % len(rule.reply)] if rule.reply else ""
    text = _PLACEHOLDER.sub(lambda blank: blanks.get(blank[1], blank[0]), text)
    stops = [asked.stop] if isinstance(asked.stop, str) else asked.stop or []
    for stop in stops:
        text = text.partition(stop)[0]
    pieces = tuple(_PIECE.findall(text))
    room = min(
        (limit for limit in (rule.cut_off_after, limit_of(asked)) if limit is not None),
        default=len(pieces),
    )
    if room < len(pieces) or rule.cut_off_after is not None:
        return Answer(rule=rule, pieces=pieces[:room], finish_reason="length")
    return Answer(rule=rule, pieces=pieces, finish_reason=rule.finish_reason)


def _last(asked: Asked) -> tuple[str, str]:
    """Who spoke last, and what, without the direction in brackets that may follow.

    Lines are paragraphs that begin `Name: `; several may have been merged into one message.
    """
    said = [message.content for message in asked.messages if message.role == "user"]
    if not said:
        return "", ""
    paragraphs = said[-1].strip().split("\n\n")
    if len(paragraphs) > 1 and _DIRECTION.fullmatch(paragraphs[-1].splitlines()[-1].strip()):
        paragraphs.pop()
    for start in range(len(paragraphs) - 1, -1, -1):
        line = _LINE.fullmatch("\n\n".join(paragraphs[start:]))
        if line:
            return line["speaker"].strip(), line["said"].strip()
    return "", "\n\n".join(paragraphs)
