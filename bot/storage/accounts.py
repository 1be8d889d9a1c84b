"""Accounts: the only place that knows whose Discord id a surrogate stands for."""

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine.ids import AccountId, MemberId
from bot.engine.ports import Accounts, Ids
from bot.storage.tables import ACCOUNT


class PostgresAccounts(Accounts):
    def __init__(self, db: AsyncConnection, ids: Ids) -> None:
        self._db = db
        self._ids = ids

    async def of(self, member: MemberId) -> AccountId:
        known = select(ACCOUNT.c.id).where(ACCOUNT.c.discord_id == member)
        account = await self._db.scalar(known)
        if account is not None:
            return AccountId(account)
        new = insert(ACCOUNT).values(id=self._ids.new(), discord_id=member)
        new = new.on_conflict_do_nothing(index_elements=[ACCOUNT.c.discord_id])
        await self._db.execute(new)
        # Whoever came first: the insert has waited for them, and this statement sees theirs.
        return AccountId((await self._db.execute(known)).scalar_one())
