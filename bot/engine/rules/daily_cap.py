"""How many tokens may be spent in a day. A day is one of UTC, so that it is the same for all."""

from datetime import UTC, datetime, timedelta

from bot.engine.errors import DailyCapReached


def day_of(now: datetime) -> datetime:
    """When the day began."""
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def check_daily_cap(*, spent: int, cap: int, now: datetime) -> None:
    """Refuse a turn once the cap is reached; what is under way then may still pass it a little.

    Raises:
        DailyCapReached: with when it goes on.
    """
    if spent >= cap:
        tomorrow = day_of(now) + timedelta(days=1)
        raise DailyCapReached(cap=cap, resumes=str(int(tomorrow.timestamp())))
