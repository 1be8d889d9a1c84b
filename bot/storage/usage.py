"""What the generations have cost, summed where they lie."""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine.ids import GuildId
from bot.engine.ports import UsageLedger
from bot.storage.tables import GENERATION, SESSION

_TOKENS = func.coalesce(func.sum(GENERATION.c.prompt_tokens + GENERATION.c.completion_tokens), 0)


class PostgresUsageLedger(UsageLedger):
    def __init__(self, db: AsyncConnection) -> None:
        self._db = db

    async def spent_since(self, at: datetime, *, guild: GuildId | None = None) -> int:
        query = select(_TOKENS).where(GENERATION.c.started_at >= at)
        if guild is not None:
            there = select(SESSION.c.id).where(SESSION.c.guild == guild)
            query = query.where(GENERATION.c.session.in_(there))
        return int((await self._db.execute(query)).scalar_one())
