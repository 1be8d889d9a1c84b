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


def audience_of(
    span: Span, *, speaker: Slot, state: SessionState, there: tuple[Slot, ...] | None = None
) -> Audience:
    """Everybody who was there hears what is said; a thought is the thinker's own.

    `there`: who was present when the line began, if that was earlier than `state`. Players who
    came since could read the line, but their personas did not hear it.
    """
    present = state.slots() if there is None else there
    readers = tuple(sorted(player.slot for player in state.players()))
    match span:
        case Span.SAID:
            heard = tuple(sorted({*present, speaker}))
        case Span.THOUGHT:
            heard = (speaker,)
        case _:
            assert_never(span)
    return Audience(heard_by=heard, shown_to=tuple(s for s in readers if s not in heard))
