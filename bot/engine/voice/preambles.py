"""First lines that announce the answer instead of being it: "Here is Mara's reply:".

A closed list of words: a line is a preamble only if every word of it is one of these, it names
the thing announced, and it ends in a colon. Anything else was said by the character.
"""

import re

from bot.engine.voice.prefixes import Start, aliases, words_in

_THINGS = words_in(
    "reply response line continuation turn message roleplay antwort zeile réponse réplique "
    "respuesta línea resposta fala yanıtı cevabı"
)
_OPENERS = words_in(
    "here here's here’s sure certainly absolutely ok okay of course is below hier ist die "
    "voici la aquí está aqui a işte"
)
_BETWEEN = words_in(
    "the a an next possible short in character in-character roleplay as from for by of to "
    "your von für als de del por para em o el le pour nächste you go"
)
_WORDS = re.compile(r"[^\s,.!:：*_\"“”]+")
_LONGEST = 100
_DECORATION = '*_#"“ '
_LONGEST_DECORATION = 8


class Preambles:
    def __init__(self, speaker: str) -> None:
        names = {part.casefold() for name in (speaker, *aliases(speaker)) for part in name.split()}
        endings = ("", "'s", "’s", "'", "’", "s")
        self._names = frozenset(f"{name}{ending}" for name in names for ending in endings)
        self._name = speaker.strip().casefold()
        self._all = _THINGS | _OPENERS | _BETWEEN | self._names

    def look(self, line: str, *, whole: bool) -> Start:
        """What was plain once stays plain, whatever follows: a stream is not read twice."""
        text = line.strip().casefold()
        if self._may_be_heading(text, whole=whole):
            return Start.OWN if whole else Start.UNDECIDED
        bare = text.lstrip(_DECORATION)
        if len(text) > _LONGEST or len(text) - len(bare) > _LONGEST_DECORATION:
            return Start.PLAIN
        words = _WORDS.findall(bare)
        if whole:
            return Start.OWN if _WORDS.match(bare) and self._announces(bare, words) else Start.PLAIN
        return Start.UNDECIDED if self._may_announce(bare, words) else Start.PLAIN

    def _may_be_heading(self, text: str, *, whole: bool) -> bool:
        """The name alone on its line."""
        bare = text.strip("*_#[]()<> ")
        if len(text) > len(self._name) + 2 * _LONGEST_DECORATION or not self._name:
            return False
        return bare == self._name if whole else self._name.startswith(bare)

    def _may_announce(self, bare: str, words: list[str]) -> bool:
        if not bare:
            return True
        if not _WORDS.match(bare):
            return False
        *done, last = words
        return all(word in self._all for word in done) and any(
            word.startswith(last) for word in self._all
        )

    def _announces(self, text: str, words: list[str]) -> bool:
        return (
            text.rstrip("*_ ").endswith((":", "："))
            and all(word in self._all for word in words)
            and any(word in _THINGS for word in words)
            and (words[0] in _OPENERS or words[0] in self._names)
        )
