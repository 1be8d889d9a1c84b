"""What every store of generations does."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.ids import SessionId, Turn
from bot.engine.ports import Generation, GenerationOutcome, Usage
from tests.contracts.stores import (
    ELSEWHERE,
    HERE,
    MIRA,
    TOMAS,
    OnFake,
    OnPostgres,
    Store,
    opened,
)
from tests.fakes.clock import NOON


def a_generation(session: SessionId, *, turn: int = 4, minutes: int = 0) -> Generation:
    return Generation(
        session=session,
        turn=Turn(turn),
        speaker=MIRA,
        there=(MIRA, TOMAS),
        channel=HERE,
        started_at=NOON + timedelta(minutes=minutes),
    )


async def begin(store: Store, *generations: Generation) -> None:
    async with store.unit_of_work() as work:
        for generation in generations:
            await work.generations.begin(generation)
        await work.commit()


async def save(store: Store, generation: Generation, raw: str) -> None:
    async with store.unit_of_work() as work:
        await work.generations.save_raw(generation.session, generation.turn, raw)
        await work.commit()


async def finish(
    store: Store, generation: Generation, *, outcome: GenerationOutcome = "finished"
) -> bool:
    async with store.unit_of_work() as work:
        closed = await work.generations.finish(
            generation.session,
            generation.turn,
            raw="All of it.",
            model="a-model",
            usage=Usage(prompt_tokens=900, cached_tokens=800, completion_tokens=7),
            outcome=outcome,
        )
        await work.commit()
    return closed


async def unfinished(store: Store) -> Sequence[Generation]:
    async with store.unit_of_work() as work:
        return await work.generations.unfinished()


class GenerationsContract:
    async def test_what_runs_comes_back_as_it_began(self, store: Store) -> None:
        running = a_generation(await opened(store))

        await begin(store, running)

        assert await unfinished(store) == [running]

    async def test_a_crash_leaves_the_text_so_far(self, store: Store) -> None:
        running = a_generation(await opened(store))
        await begin(store, running)

        await save(store, running, "*She lo")
        await save(store, running, "*She looks up.* Tom")

        assert await unfinished(store) == [replace(running, raw="*She looks up.* Tom")]

    @pytest.mark.parametrize("outcome", ["finished", "stopped", "cut_off", "failed"])
    async def test_what_has_an_outcome_is_no_longer_unfinished(
        self, store: Store, outcome: GenerationOutcome
    ) -> None:
        running = a_generation(await opened(store))
        await begin(store, running)

        await finish(store, running, outcome=outcome)

        assert await unfinished(store) == []

    async def test_it_is_closed_once(self, store: Store) -> None:
        running = a_generation(await opened(store))
        await begin(store, running)

        assert await finish(store, running)
        assert not await finish(store, running, outcome="failed")

    async def test_of_two_who_close_it_at_once_one_does(self, store: Store) -> None:
        running = a_generation(await opened(store))
        await begin(store, running)

        closed = await asyncio.gather(finish(store, running), finish(store, running))

        assert sorted(closed) == [False, True]

    async def test_the_oldest_is_closed_first(self, store: Store) -> None:
        session, other = await opened(store), await opened(store, channel=ELSEWHERE)
        late = a_generation(session, turn=9, minutes=5)
        early = a_generation(other, turn=30, minutes=1)
        later = a_generation(session, turn=12, minutes=6)

        await begin(store, late, early, later)

        assert await unfinished(store) == [early, late, later]

    async def test_a_turn_that_begins_again_begins_empty(self, store: Store) -> None:
        first = a_generation(await opened(store))
        again = replace(first, started_at=NOON + timedelta(hours=1))
        await begin(store, first)
        await save(store, first, "Lost.")

        await begin(store, again)

        assert await unfinished(store) == [again]

    async def test_a_late_save_does_not_reopen_what_is_over(self, store: Store) -> None:
        running = a_generation(await opened(store))
        await begin(store, running)
        await finish(store, running)

        await save(store, running, "Too late.")

        assert await unfinished(store) == []


class TestFakeGenerations(OnFake, GenerationsContract):
    pass


class TestPostgresGenerations(OnPostgres, GenerationsContract):
    pass
