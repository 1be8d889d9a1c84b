"""Which Discord message became which turn. The primary key takes each once per session."""

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine.ids import AccountId, MessageId, SessionId, Turn
from bot.engine.ports import Inbound
from bot.storage.tables import INBOUND


class PostgresInbound(Inbound):
    def __init__(self, db: AsyncConnection) -> None:
        self._db = db

    async def take(
        self, message: MessageId, *, session: SessionId, turn: Turn, account: AccountId
    ) -> bool:
        new = insert(INBOUND).values(session=session, message=message, turn=turn, account=account)
        taken = await self._db.execute(new.on_conflict_do_nothing())
        return taken.rowcount == 1
