"""What every use case works with."""

from dataclasses import dataclass

from bot.engine.ports import Clock, Ids, UnitOfWorkFactory
from bot.engine.use_cases.chronicle import Chronicle


@dataclass(frozen=True, slots=True, kw_only=True)
class Backstage:
    """Storage, the sessions' logs, time and ids."""

    unit_of_work: UnitOfWorkFactory
    chronicle: Chronicle
    clock: Clock
    ids: Ids
