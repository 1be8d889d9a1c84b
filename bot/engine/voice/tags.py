"""Stage tags: what a model may write into a line for us to read. One table of their names."""

import re
from dataclasses import dataclass
from enum import Enum, auto

LONGEST_TAG = 64
"""Characters from `<` on that are held back at most; longer is text."""


class Means(Enum):
    """What a tag does to the text after it."""

    THOUGHT = auto()
    ACTION = auto()
    SECRET = auto()
    """Its inside is for few. Until whispers have an audience: for the speaker alone."""
    ACT = auto()
    """Something happens; there is nothing to read inside."""
    NOTHING = auto()
    """Not ours: the tag goes, its inside stays."""


STAGE_TAGS = {
    "action": Means.ACTION,
    "actions": Means.ACTION,
    "thought": Means.THOUGHT,
    "thoughts": Means.THOUGHT,
    "whispers": Means.SECRET,
    "whisper": Means.SECRET,
    "leaves": Means.ACT,
    "enters": Means.ACT,
    "goes": Means.ACT,
    "sleeps": Means.ACT,
    "wakes": Means.ACT,
    "hides": Means.ACT,
    "mood": Means.ACT,
}


@dataclass(frozen=True, slots=True)
class Tag:
    """`source` is what stood there: within code it is text after all."""

    name: str
    means: Means
    closing: bool
    whole: bool
    """`<leaves/>`: opened and closed at once."""
    source: str

    @property
    def opens_span(self) -> bool:
        return not self.closing and self.means in {Means.THOUGHT, Means.SECRET, Means.ACTION}


# A tag begins with a letter, so hearts (<3), mentions (<@1>), emoji (<:x:1>), times (<t:1>),
# links (<https://…>) and addresses (<a@b.c>) are no tags.
_TAG = re.compile(r"<(/?)([a-z][a-z0-9_-]*)(\s[^<>]*)?>|<([a-z][a-z0-9_-]*)/>", re.IGNORECASE)
_ATTRIBUTES = re.compile(
    r"""(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[“”][^“”]*[“”]|[^\s"']+))*\s*/?\s*"""
)
"""An unknown tag has these or nothing: `a <b and c> d` is a sum, not a tag."""
_UNFINISHED = re.compile(r"</?(?:[a-z][a-z0-9_-]*(?:\s[^<>]*|/)?)?", re.IGNORECASE)
_BEGUN = re.compile(r"<(/?)([a-z][a-z0-9_-]*)(?=[\s/]|\Z)", re.IGNORECASE)


def tag_at(window: str) -> Tag | None:
    """The whole tag that `window` begins with."""
    found = _TAG.match(window)
    if found is None:
        return None
    slash, name, attributes, whole_name = found.groups(default="")
    name = (name or whole_name).casefold()
    means = STAGE_TAGS.get(name, Means.NOTHING)
    if means is Means.NOTHING and not _ATTRIBUTES.fullmatch(attributes):
        return None
    whole = bool(whole_name) or attributes.rstrip().endswith("/")
    return Tag(name, means, bool(slash), whole, found.group())


def may_become_tag(window: str) -> bool:
    return len(window) <= LONGEST_TAG and _UNFINISHED.fullmatch(window) is not None


def broken_secret_at(window: str) -> Tag | None:
    """`<whispers to="…` that never becomes a tag. What it was to hide stays hidden all the same."""
    begun = _BEGUN.match(window)
    if begun is None or STAGE_TAGS.get(begun.group(2).casefold()) is not Means.SECRET:
        return None
    name = begun.group(2).casefold()
    return Tag(name, Means.SECRET, bool(begun.group(1)), whole=False, source=begun.group())


def cut_off_tag(window: str) -> bool:
    """Whether the text ends within a tag of ours: `… <thoug`."""
    begun = _BEGUN.match(window)
    name = window.lstrip("</").casefold() if begun is None else begun.group(2).casefold()
    if begun is not None and begun.end() < len(window):
        return name in STAGE_TAGS
    return len(name) > 1 and any(known.startswith(name) for known in STAGE_TAGS)
