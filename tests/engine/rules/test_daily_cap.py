"""A day's tokens: a day of UTC, the same for everybody."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from bot.engine.errors import DailyCapReached
from bot.engine.rules.daily_cap import check_daily_cap, day_of
from tests.fakes.clock import NOON

MIDNIGHT = datetime(2026, 5, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    "now",
    [
        pytest.param(MIDNIGHT, id="as it begins"),
        pytest.param(NOON, id="at noon"),
        pytest.param(MIDNIGHT + timedelta(hours=23, minutes=59, seconds=59), id="as it ends"),
        pytest.param(
            datetime(2026, 5, 5, 1, tzinfo=timezone(timedelta(hours=2))), id="told elsewhere"
        ),
    ],
)
def test_the_day_that_a_time_is_in(now: datetime) -> None:
    assert day_of(now) == MIDNIGHT


@pytest.mark.parametrize(("spent", "refused"), [(0, False), (99, False), (100, True), (101, True)])
def test_the_cap_is_where_it_is(spent: int, *, refused: bool) -> None:
    if not refused:
        check_daily_cap(spent=spent, cap=100, now=NOON)
        return
    with pytest.raises(DailyCapReached) as raised:
        check_daily_cap(spent=spent, cap=100, now=NOON)
    tomorrow = MIDNIGHT + timedelta(days=1)
    assert raised.value.params == {"cap": 100, "resumes": str(int(tomorrow.timestamp()))}
