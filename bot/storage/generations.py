"""Characters' turns while a model writes them, so that a crash loses no words."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine.ids import ChannelId, SessionId, Slot, Turn
from bot.engine.ports import Generation, GenerationOutcome, Generations, Usage
from bot.storage.tables import GENERATION
from bot.storage.texts import storable


class PostgresGenerations(Generations):
    """What has an outcome keeps it: a late save from a process thought dead changes nothing."""

    def __init__(self, db: AsyncConnection) -> None:
        self._db = db

    async def begin(self, generation: Generation) -> None:
        key = {"session": generation.session, "turn": generation.turn}
        values = {
            "speaker": generation.speaker,
            "there": list(generation.there),
            "channel": generation.channel,
            "started_at": generation.started_at,
            "outcome": generation.outcome,
            **_written(generation.raw, generation.model, generation.usage),
        }
        # Beginning again is what happens after a crash that left nothing to close the turn with.
        new = insert(GENERATION).values(**key, **values)
        await self._db.execute(new.on_conflict_do_update(index_elements=list(key), set_=values))

    async def save_raw(self, session: SessionId, turn: Turn, raw: str) -> None:
        change = update(GENERATION).where(_running(session, turn)).values(raw=storable(raw))
        await self._db.execute(change)

    async def finish(
        self,
        session: SessionId,
        turn: Turn,
        *,
        raw: str,
        model: str,
        usage: Usage,
        outcome: GenerationOutcome,
    ) -> bool:
        values = {"outcome": outcome, **_written(raw, model, usage)}
        change = update(GENERATION).where(_running(session, turn)).values(**values)
        return (await self._db.execute(change)).rowcount == 1

    async def unfinished(self) -> Sequence[Generation]:
        query = select(GENERATION).where(GENERATION.c.outcome.is_(None))
        oldest_first = (GENERATION.c.started_at, GENERATION.c.session, GENERATION.c.turn)
        rows = await self._db.execute(query.order_by(*oldest_first))
        return [_generation(row) for row in rows]


def _running(session: SessionId, turn: Turn) -> ColumnElement[bool]:
    return (
        (GENERATION.c.session == session)
        & (GENERATION.c.turn == turn)
        & GENERATION.c.outcome.is_(None)
    )


def _written(raw: str, model: str, usage: Usage) -> dict[str, Any]:
    return {
        "raw": storable(raw),
        "model": storable(model),
        "prompt_tokens": usage.prompt_tokens,
        "cached_tokens": usage.cached_tokens,
        "completion_tokens": usage.completion_tokens,
    }


def _generation(row: Row[*tuple[Any, ...]]) -> Generation:
    return Generation(
        session=SessionId(row.session),
        turn=Turn(row.turn),
        speaker=Slot(row.speaker),
        there=tuple(map(Slot, row.there)),
        channel=ChannelId(row.channel),
        started_at=row.started_at,
        raw=row.raw,
        model=row.model,
        usage=Usage(
            prompt_tokens=row.prompt_tokens,
            cached_tokens=row.cached_tokens,
            completion_tokens=row.completion_tokens,
        ),
        outcome=row.outcome,
    )
