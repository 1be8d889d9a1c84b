"""A history is the head segment and, of each ancestor, what lies before every fork on the way."""

import pytest

from bot.engine.ids import SegmentId, Seq
from bot.engine.log.segments import Segment, Stretch, history_of


def tree(*forks: tuple[int, int, int]) -> dict[SegmentId, Segment]:
    """Segments as (id, parent, forked_at), beside the root."""
    segments = {SegmentId(0): Segment()}
    for number, parent, forked_at in forks:
        segments[SegmentId(number)] = Segment(
            id=SegmentId(number), parent=SegmentId(parent), forked_at=Seq(forked_at)
        )
    return segments


@pytest.mark.parametrize(
    ("forks", "head", "expected"),
    [
        pytest.param([], 0, [(0, None)], id="a root alone"),
        pytest.param([(1, 0, 10)], 1, [(0, 10), (1, None)], id="one fork"),
        pytest.param([(1, 0, 10)], 0, [(0, None)], id="the old head after a fork"),
        pytest.param(
            [(1, 0, 10), (2, 1, 20)], 2, [(0, 10), (1, 20), (2, None)], id="a fork of a fork"
        ),
        pytest.param(
            [(1, 0, 10), (2, 1, 4)], 2, [(0, 4), (1, 4), (2, None)], id="a rewind past a fork"
        ),
    ],
)
def test_each_ancestor_is_cut_at_the_smallest_fork_on_the_way(
    forks: list[tuple[int, int, int]], head: int, expected: list[tuple[int, int | None]]
) -> None:
    history = history_of(tree(*forks), SegmentId(head))

    assert history == tuple(
        Stretch(segment=SegmentId(segment), until=None if until is None else Seq(until))
        for segment, until in expected
    )
