"""What upkeep erases, what it gives up, and what it leaves alone."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.engine.ids import ChannelId, SessionId, Slot, Turn
from bot.engine.ports import Generation, GenerationOutcome, SessionRecord
from bot.storage.database import engine_for
from bot.storage.ids import TimeOrderedIds
from bot.storage.tables import GENERATION, JOB, SESSION
from bot.storage.unit_of_work import PostgresPorts
from bot.storage.upkeep import PostgresUpkeep

IDS = TimeOrderedIds()
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
async def engine(database_url: str) -> AsyncGenerator[AsyncEngine]:
    engine = engine_for(database_url)
    yield engine
    await engine.dispose()


async def a_generation(
    engine: AsyncEngine, *, age: timedelta, outcome: GenerationOutcome | None
) -> SessionId:
    session, now = SessionId(IDS.new()), datetime.now(UTC)  # noqa: TID251 as the database's clock
    async with engine.begin() as db:
        work = PostgresPorts(db, IDS)
        place = ChannelId(session.int >> 66)
        await work.sessions.open(
            SessionRecord(id=session, guild=None, channel=place, started_at=now)
        )
        await work.generations.begin(
            Generation(
                session=session,
                turn=Turn(1),
                speaker=Slot(0),
                there=(Slot(0),),
                channel=place,
                started_at=now - age,
                raw="*She looks up.*",
                outcome=outcome,
            )
        )
    return session


async def raw_of(engine: AsyncEngine, session: SessionId) -> str | None:
    async with engine.connect() as db:
        return await db.scalar(select(GENERATION.c.raw).where(GENERATION.c.session == session))


async def outcome_of(engine: AsyncEngine, session: SessionId) -> str | None:
    async with engine.connect() as db:
        return await db.scalar(select(GENERATION.c.outcome).where(GENERATION.c.session == session))


async def test_raw_text_goes_when_it_is_old_and_its_turn_is_over(engine: AsyncEngine) -> None:
    old = await a_generation(engine, age=31 * DAY, outcome="finished")
    young = await a_generation(engine, age=29 * DAY, outcome="finished")
    waiting = await a_generation(engine, age=31 * DAY, outcome=None)

    async with engine.begin() as db:
        assert await PostgresUpkeep(db).forget_raw(older_than=30 * DAY) == 1

    assert await raw_of(engine, old) == ""
    assert await raw_of(engine, young) == await raw_of(engine, waiting) == "*She looks up.*"


async def test_only_what_nobody_will_finish_is_given_up(engine: AsyncEngine) -> None:
    left_over = await a_generation(engine, age=2 * HOUR, outcome=None)
    waiting = await a_generation(engine, age=9 * DAY, outcome=None)
    ancient = await a_generation(engine, age=31 * DAY, outcome=None)
    async with engine.begin() as db:
        ended = update(SESSION).where(SESSION.c.id == left_over)
        await db.execute(ended.values(ended_at=func.now() - 2 * HOUR))

        given_up = await PostgresUpkeep(db).give_up_generations(ended_for=HOUR, older_than=30 * DAY)

    assert given_up == 2
    outcomes = [await outcome_of(engine, session) for session in (left_over, waiting, ancient)]
    assert outcomes == ["failed", None, "failed"]


async def test_ended_jobs_are_deleted_when_they_are_old(engine: AsyncEngine) -> None:
    def job(state: str, age: timedelta | None) -> dict[str, object]:
        ended = None if age is None else func.now() - age
        return {"kind": "sum", "state": state, "max_attempts": 5, "ended_at": ended}

    async with engine.begin() as db:
        for state, age in [
            ("done", 8 * DAY),
            ("failed", 8 * DAY),
            ("done", 6 * DAY),
            ("ready", None),
        ]:
            await db.execute(insert(JOB).values(job(state, age)))

        assert await PostgresUpkeep(db).delete_ended_jobs(older_than=7 * DAY) == 2

        assert set(await db.scalars(select(JOB.c.state))) == {"done", "ready"}
