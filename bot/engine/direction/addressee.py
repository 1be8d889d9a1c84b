"""Which character a player's line is for."""

import re
from collections.abc import Mapping

from bot.engine.ids import Slot


def addressee(text: str, *, characters: Mapping[Slot, str], lead: Slot | None) -> Slot | None:
    """The character named first in the text, else the lead.

    A name counts as a whole word in any case; of a name with several words the first is enough
    ("Mara" for "Mara Quill"), unless two characters share it.
    """
    found = [
        (match.start(), slot)
        for slot, called in _callings(characters)
        if (match := re.search(rf"(?<!\w){re.escape(called)}(?!\w)", text, re.IGNORECASE))
    ]
    return min(found)[1] if found else lead


def _callings(characters: Mapping[Slot, str]) -> list[tuple[Slot, str]]:
    firsts = [name.split()[0].casefold() for name in characters.values() if name.split()]
    callings: list[tuple[Slot, str]] = []
    for slot, name in characters.items():
        if not name.split():
            continue
        callings.append((slot, name))
        first = name.split()[0]
        if firsts.count(first.casefold()) == 1:
            callings.append((slot, first))
    return callings
