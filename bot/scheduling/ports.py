"""What the ticking needs from where jobs are kept. `bot.storage` has it; compose joins the two."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import timedelta
from typing import Any, Protocol, TypeVar

W_co = TypeVar("W_co", covariant=True)
W = TypeVar("W")

Effect = Callable[[W], Awaitable[None]]
"""What a job changes, done in the transaction that ends it: short, and nothing but the database."""


class Job(Protocol):
    """A job that this process has claimed."""

    @property
    def id(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def payload(self) -> Mapping[str, Any]: ...
    @property
    def attempt(self) -> int:
        """Counts claims. Who claimed later holds the job, whatever an earlier one thinks."""
        ...


Handler = Callable[[Job], Awaitable[Effect[W]]]
"""Does the long part of a job, outside any transaction, and answers with its effect."""


class JobQueue(Protocol[W_co]):
    """Jobs that several processes share."""

    async def keep_recurring(self, kind: str, *, every: timedelta) -> None:
        """See to it that this job is done once in each period, whoever else asks for it too."""
        ...

    async def claim(
        self, *, worker: str, kinds: Sequence[str], limit: int, lease: timedelta
    ) -> Sequence[Job]:
        """Take jobs that are due, or whose process has let its lease run out."""
        ...

    async def renew(self, attempts: Mapping[int, int], *, lease: timedelta) -> AbstractSet[int]:
        """Hold on to jobs, by id, at these attempts. Answers with those that are still held."""
        ...

    async def finish(
        self, job: int, *, attempt: int, effect: Callable[[W_co], Awaitable[None]]
    ) -> bool:
        """Do the effect and end the job, together. False: the claim was lost, nothing was done."""
        ...

    async def fail(self, job: int, *, attempt: int, error: str) -> bool:
        """Try again later, or never if it was the last attempt. False: the claim was lost."""
        ...

    async def bury(self) -> int:
        """Fail jobs that took their process with them at every attempt."""
        ...


class Upkeep(Protocol):
    """What grows old."""

    async def forget_raw(self, *, older_than: timedelta) -> int: ...
    async def give_up_generations(self, *, ended_for: timedelta, older_than: timedelta) -> int: ...
    async def delete_ended_jobs(self, *, older_than: timedelta) -> int: ...


class HasUpkeep(Protocol):
    @property
    def upkeep(self) -> Upkeep: ...
