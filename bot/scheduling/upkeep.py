"""What is cleaned up, when."""

import logging
from datetime import timedelta

from bot.scheduling.ports import Effect, HasUpkeep, Job

log = logging.getLogger(__name__)

UPKEEP = "upkeep"
EVERY = timedelta(hours=1)

RAW_KEPT = timedelta(days=30)
ENDED_JOBS_KEPT = timedelta(days=7)
CLOSING_TIME = timedelta(hours=1)
"""How long a line may still be on its way after its session has ended."""


async def do_upkeep(_: Job) -> Effect[HasUpkeep]:
    async def effect(work: HasUpkeep) -> None:
        counts = {
            "raw_forgotten": await work.upkeep.forget_raw(older_than=RAW_KEPT),
            "generations_given_up": await work.upkeep.give_up_generations(
                ended_for=CLOSING_TIME, older_than=RAW_KEPT
            ),
            "jobs_deleted": await work.upkeep.delete_ended_jobs(older_than=ENDED_JOBS_KEPT),
        }
        log.info("upkeep_done", extra=counts)

    return effect
