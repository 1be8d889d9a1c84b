"""Segments: runs of events after a fork. A timeline is a head segment and what leads to it."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine.ids import ROOT, SegmentId, Seq


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """`forked_at`: the last seq of the parent's that still belongs to this one's history."""

    id: SegmentId = ROOT
    parent: SegmentId | None = None
    forked_at: Seq | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """The part of one segment that a history holds: up to `until`, or all of it."""

    segment: SegmentId
    until: Seq | None = None


History = tuple[Stretch, ...]
"""Root first. The last stretch is the head segment, whole."""


def history_of(segments: Mapping[SegmentId, Segment], head: SegmentId) -> History:
    """Walk from the head to the root; of each ancestor, take what lies before every fork passed."""
    stretches: list[Stretch] = []
    segment: SegmentId | None = head
    until: Seq | None = None
    while segment is not None:
        here = segments[segment]
        stretches.append(Stretch(segment=segment, until=until))
        if here.forked_at is not None:
            until = here.forked_at if until is None else min(until, here.forked_at)
        segment = here.parent
    return tuple(reversed(stretches))
