"""A line's texts laid out on messages: those it has, new ones, and those it needs no more."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.engine.postings import Posting

MENDABLE = frozenset({"waiting", "sending", "there"})


def set_out(
    texts: Sequence[str], *, onto: Sequence[Posting], new: Callable[[int], Posting]
) -> list[Posting]:
    """The messages that show these texts in order.

    `onto` in order of their parts. `new`: makes the message of a part.
    """
    here = [posting for posting in onto if posting.state in MENDABLE]
    laid: list[Posting] = []
    for part, text in enumerate(texts):
        posting = here[part] if part < len(here) else new(part)
        laid.append(replace(posting, wished=text, button=""))
    return laid + [replace(p, wished=None, button="") for p in here[len(texts) :]]
