"""How much of the prompt each section may take. All figures are tokens."""

from dataclasses import dataclass, replace
from enum import IntEnum

MARGIN = 5
"""Per cent of a context that stay free, since counts are estimates."""


class Tier(IntEnum):
    """Who stays when room is short: *nice* goes first, *must* never."""

    NICE = 0
    SHOULD = 1
    MUST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """`soft` is aimed at, `hard` is never passed; the answer's room is not part of either.

    `clips`: a card too large for `hard` is shortened with a note instead of refused; only the
    demo model's small context needs that. `shrunk`: a prompt of the usual size was refused, so
    that lines of the story are clipped earlier.
    """

    soft: int
    hard: int
    window_share: float = 0.45
    clips: bool = False
    card_at_most: int | None = None
    shrunk: bool = False


def demo_budget(*, room: int = 1000) -> Budget:
    """The demo model reads about 300 tokens a second: more would keep the player waiting."""
    return Budget(soft=room, hard=room, window_share=0.35, clips=True, card_at_most=350)


def smaller(budget: Budget, *, refused: int, limit: int | None, answer: int) -> Budget:
    """The budget after an endpoint found a prompt of `refused` tokens too long.

    `limit`: what its context holds, where it told, answer included. Otherwise half of what was
    refused is tried, and the card is not held to a limit that nobody named.
    """
    if limit is None:
        return replace(budget, soft=min(budget.soft, refused) // 2, shrunk=True)
    room = max(limit - answer - MARGIN * limit // 100, 1)
    soft = min(budget.soft, room)
    return replace(budget, soft=soft, hard=min(budget.hard, room), shrunk=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A named part of the prompt with its price."""

    name: str
    tier: Tier
    text: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """What stays, in the given order, and what had to go."""

    kept: tuple[Section, ...]
    dropped: tuple[Section, ...]

    @property
    def tokens(self) -> int:
        return sum(section.tokens for section in self.kept)


def fit(sections: tuple[Section, ...], *, room: int) -> Fit:
    """Leave out whole sections, lowest tier first and the largest of a tier first, until it fits.

    *Must* sections always stay; whoever asks compares `tokens` with the room.
    """
    kept = [section for section in sections if section.text]
    dropped: list[Section] = []
    leaving = sorted(kept, key=lambda section: (section.tier, -section.tokens))
    for section in leaving:
        if sum(s.tokens for s in kept) <= room or section.tier is Tier.MUST:
            break
        kept.remove(section)
        dropped.append(section)
    return Fit(kept=tuple(kept), dropped=tuple(dropped))
