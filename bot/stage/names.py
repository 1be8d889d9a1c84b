"""Names as Discord takes them from a webhook, and as text that stays plain."""

import re

from bot.engine.use_cases.personas import tidy_name
from bot.stage.graphemes import clipped, size

LONGEST = 80
FALLBACK = "Character"
_HAIR_SPACE = "\u200a"
_REFUSED_WORDS = re.compile(r"(c)(lyde)|(d)(iscord)", re.IGNORECASE)
_REFUSED_NAMES = frozenset({"everyone", "here"})
_MARKDOWN = re.compile(r"([\\*_~|`>\[\]#])")


def webhook_name(name: str) -> str:
    """The name with as little change as Discord demands.

    It refuses names that hold "clyde" or "discord" and those that are just "everyone" or "here":
    a hair space inside breaks the word and can hardly be seen.
    """
    tidy = _REFUSED_WORDS.sub(_broken, tidy_name(name))
    if tidy.casefold() in _REFUSED_NAMES:
        tidy = f"{tidy[0]}{_HAIR_SPACE}{tidy[1:]}"
    return clipped(tidy, LONGEST).strip() or FALLBACK


def header(name: str, *, room: int) -> str:
    """The line above a character's words where the bot must speak for them; `room` with it all."""
    shown = _MARKDOWN.sub(r"\\\1", tidy_name(name) or FALLBACK)
    frame = len("****\n")
    if size(shown) > room - frame:
        shown = clipped(tidy_name(name), max(room - frame - 1, 0)).replace("\\", "")
        shown = _MARKDOWN.sub("", shown).strip() + "…"
    return f"**{shown}**\n"


def plain(name: str) -> str:
    """The name for use inside a text of ours: no formatting, no mentions."""
    return _MARKDOWN.sub(r"\\\1", tidy_name(name)).replace("@", "@\u200b")


def _broken(word: re.Match[str]) -> str:
    letter, rest = (group for group in word.groups() if group)
    return f"{letter}{_HAIR_SPACE}{rest}"
