"""Upkeep asks for each thing with the age that the privacy page promises."""

from datetime import timedelta

from bot.scheduling.upkeep import UPKEEP, do_upkeep
from tests.fakes.clock import NOON
from tests.fakes.jobs import FakeJob


class FakeUpkeep:
    def __init__(self) -> None:
        self.asked: dict[str, timedelta] = {}

    async def forget_raw(self, *, older_than: timedelta) -> int:
        self.asked["raw"] = older_than
        return 0

    async def give_up_generations(self, *, ended_for: timedelta, older_than: timedelta) -> int:
        self.asked |= {"ended": ended_for, "generations": older_than}
        return 0

    async def delete_ended_jobs(self, *, older_than: timedelta) -> int:
        self.asked["jobs"] = older_than
        return 0


class FakeWork:
    def __init__(self) -> None:
        self.upkeep = FakeUpkeep()


async def test_raw_text_is_kept_for_thirty_days_and_ended_jobs_for_seven() -> None:
    work = FakeWork()

    effect = await do_upkeep(FakeJob(id=1, kind=UPKEEP, run_at=NOON))
    await effect(work)

    assert work.upkeep.asked == {
        "raw": timedelta(days=30),
        "ended": timedelta(hours=1),
        "generations": timedelta(days=30),
        "jobs": timedelta(days=7),
    }
