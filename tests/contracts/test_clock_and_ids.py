"""What every clock and every source of ids does."""

from datetime import UTC, timedelta

import pytest

from bot.engine.ports import Clock, Ids
from bot.scheduling.clock import SystemClock
from bot.storage.ids import TimeOrderedIds
from tests.fakes.clock import FixedClock
from tests.fakes.ids import CountingIds


class ClockContract:
    def test_the_time_is_aware_and_in_utc(self, clock: Clock) -> None:
        assert clock.now().tzinfo is UTC

    def test_time_does_not_run_backwards(self, clock: Clock) -> None:
        assert clock.now() <= clock.now()


class IdsContract:
    def test_each_id_is_new_and_sorts_after_the_one_before(self, ids: Ids) -> None:
        # More than one millisecond holds: 12 bits count within it.
        made = [ids.new() for _ in range(10_000)]

        assert len(set(made)) == len(made)
        assert made == sorted(made)

    def test_ids_are_of_version_seven(self, ids: Ids) -> None:
        assert {(made.version, made.variant) for made in (ids.new(), ids.new())} == {
            (7, "specified in RFC 4122")
        }


class TestFixedClock(ClockContract):
    @pytest.fixture
    def clock(self) -> Clock:
        return FixedClock()

    def test_it_moves_when_it_is_told_to(self) -> None:
        clock = FixedClock()
        before = clock.now()

        clock.advance(timedelta(minutes=3))

        assert clock.now() - before == timedelta(minutes=3)


class TestSystemClock(ClockContract):
    @pytest.fixture
    def clock(self) -> Clock:
        return SystemClock()


class TestCountingIds(IdsContract):
    @pytest.fixture
    def ids(self) -> Ids:
        return CountingIds()


class TestTimeOrderedIds(IdsContract):
    @pytest.fixture
    def ids(self) -> Ids:
        return TimeOrderedIds()
