"""Sentences that say what a player's persona feels, thinks, decides or wants: only the player may.

Outside quotes, with the persona's name as subject, and a verb of a closed list per language. Many
write speech without quotes, so these are counted; dropping them is for those who choose to.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.engine.voice.prefixes import aliases

_ENGLISH = (
    "feels felt thinks thought decides decided wants wanted|is feeling|was feeling|is thinking|"
    "was thinking|has decided|had decided|can't help but feel|cannot help but feel|begins to feel|"
    "starts to feel"
)
_GERMAN = "fühlt fühlte spürt spürte denkt dachte beschließt beschloss entscheidet entschied will"
_GERMAN_MORE = "wollte möchte|hat beschlossen|hatte beschlossen|hat entschieden"
_FRENCH = "ressent ressentit pense pensa décide décida veut voulait voulut|se sent|se sentit|"
_FRENCH_MORE = "se sentait|se demande|a décidé|a pensé|avait décidé"
_SPANISH = "siente sintió sentía piensa pensó pensaba decide decidió quiere quería quiso|se siente|"
_SPANISH_MORE = "se sintió|ha decidido"
_PORTUGUESE = "sente sentiu sentia pensa pensou decide decidiu quer queria quis|se sente|se sentiu|"
_PORTUGUESE_MORE = "sente-se|sentiu-se|tinha decidido"
_TURKISH = (
    "hissediyor hissetti hissederdi düşünüyor düşündü istiyor istedi|karar veriyor|karar verdi|"
    "karar vermişti"
)
_LISTS = (
    _ENGLISH,
    f"{_GERMAN} {_GERMAN_MORE}",
    _FRENCH + _FRENCH_MORE,
    _SPANISH + _SPANISH_MORE,
    _PORTUGUESE + _PORTUGUESE_MORE,
)
"""Single words first, then phrases, each between bars. They follow the name."""

# Between the name and the verb, and before the name: nothing that could hold another subject.
_ADVERB = (
    r"(?:\w+ly|now|then|also|only|suddenly|plötzlich|jetzt|nun|auch|soudain|maintenant|ahora|"
    r"de pronto|agora|também|şimdi|aniden)"
)
_LEAD = (
    r"(?:and|but|then|suddenly|as|while|when|meanwhile|und|aber|da|dann|plötzlich|während|als|"
    r"et|mais|soudain|puis|y|pero|entonces|mientras|e|mas|então|ve|ama|sonra)"
)
_SENTENCE = re.compile(r"[^.!?…\n]++(?:[.!?…]++|\n|\Z)|[.!?…\n]++")
_QUOTED = re.compile(
    r"\"[^\"\n]*+(?:\"|(?=\n)|\Z)|“[^”]*+(?:”|\Z)|„[^“”]*+(?:[“”]|\Z)|«[^»]*+(?:»|\Z)"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str
    feels_for_player: bool


def _words(lists: Iterable[str]) -> str:
    words: list[str] = []
    for verbs in lists:
        single, *phrases = verbs.split("|")
        words += [*single.split(), *phrases]
    return "|".join(re.escape(word) for word in sorted(set(words), key=len, reverse=True) if word)


_VERBS = _words(_LISTS)
_TURKISH_VERBS = _words((_TURKISH,))
_INVERTED = _words((f"{_GERMAN} {_GERMAN_MORE}",))
"""German turns verb and name around after a lead: "Plötzlich fühlt Ada …"."""


@lru_cache(maxsize=128)
def _subject(personas: tuple[str, ...]) -> re.Pattern[str] | None:
    known = {name.strip() for name in personas if name.strip()}
    names = sorted(known | {alias for name in known for alias in aliases(name)}, key=len)
    if not names:
        return None
    name = "|".join(re.escape(name) for name in reversed(names))
    return re.compile(
        rf"[\s*_(—–-]*+(?:{_LEAD}\s+)?+(?:"
        rf"(?:{name})(?!\w)(?:\s+{_ADVERB}){{0,2}}\s+(?:{_VERBS})(?!\w)"
        rf"|(?:{name})(?!\w)[^,;:.!?…\n]{{1,160}}(?<!\w)(?:{_TURKISH_VERBS})[\s*_)]*+(?:[.!?…]|\Z)"
        rf"|(?:{_INVERTED})\s+(?:sich\s+)?+(?:{name})(?!\w))",
        re.IGNORECASE,
    )


def sentences(text: str, personas: Sequence[str]) -> list[Sentence]:
    """The text cut into sentences, each with its end; joined they are the text again."""
    subject = _subject(tuple(personas))
    parts = _SENTENCE.findall(text)
    if subject is None:
        return [Sentence(part, feels_for_player=False) for part in parts]
    # Quoted words are hidden under blanks of the same length, so that places stay the same.
    bare = _QUOTED.sub(lambda quoted: "\x00" * len(quoted.group()), text)
    cut: list[Sentence] = []
    at = 0
    for part in parts:
        cut.append(Sentence(part, subject.match(bare[at : at + len(part)]) is not None))
        at += len(part)
    return cut


def feelings_in(text: str, personas: Sequence[str]) -> tuple[str, ...]:
    if not personas:
        return ()
    found = (sentence for sentence in sentences(text, personas) if sentence.feels_for_player)
    return tuple(sentence.text.strip("*_ \n") for sentence in found)


def without_feelings(text: str, personas: Sequence[str], *, final: bool) -> str:
    """The text without these sentences. Unless `final`, the last one waits for its end."""
    cut = sentences(text, personas)
    if cut and not final:
        cut.pop()
    kept = [sentence.text for sentence in cut if not sentence.feels_for_player]
    return "".join(kept).strip()
