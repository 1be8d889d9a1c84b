"""Who perceives a span, and who could read it on Discord without perceiving it."""

from dataclasses import dataclass
from typing import assert_never

from bot.engine.ids import Slot
from bot.engine.log.events import Span
from bot.engine.log.state import SessionState


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """`heard_by`: slots that perceive. `shown_to`: players' slots that can read it only."""

    heard_by: tuple[Slot, ...]
    shown_to: tuple[Slot, ...] = ()


def audience_of(span: Span, *, speaker: Slot, present: SessionState) -> Audience:
    """Everybody present hears what is said; a thought is the thinker's own."""
    match span:
        case Span.SAID:
            return Audience(heard_by=present.slots())
        case Span.THOUGHT:
            readers = sorted(p.slot for p in present.players() if p.slot != speaker)
            return Audience(heard_by=(speaker,), shown_to=tuple(readers))
        case _:
            assert_never(span)
