"""What people and models wrote, apart from the log, so that the log can forget."""

from collections.abc import Mapping, Sequence

from sqlalchemy import ARRAY, Text, Uuid, bindparam, column, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine.ids import AccountId, SessionId, WordsId
from bot.engine.ports import Words
from bot.storage.tables import WORDS
from bot.storage.texts import storable


class PostgresWords(Words):
    def __init__(self, db: AsyncConnection) -> None:
        self._db = db

    async def write(
        self, session: SessionId, words: Mapping[WordsId, str], *, author: AccountId | None
    ) -> None:
        if not words:
            return
        parameters = {
            "session": session,
            "author": author,
            "ids": list(words),
            "texts": [storable(text) for text in words.values()],
        }
        await self._db.execute(_WRITE, parameters)

    async def read(self, session: SessionId, ids: Sequence[WordsId]) -> Mapping[WordsId, str]:
        if not ids:
            return {}
        rows = await self._db.execute(_READ, {"session": session, "ids": list(ids)})
        return {WordsId(row.id): row.text for row in rows}


_IDS = bindparam("ids", type_=ARRAY(Uuid))
_NEW = (
    func.unnest(_IDS, bindparam("texts", type_=ARRAY(Text)))
    .table_valued(column("id", Uuid), column("text", Text), name="new")
    .render_derived()
)
_WRITE = insert(WORDS).from_select(
    ["session", "author", "id", "text"],
    select(
        bindparam("session", type_=Uuid), bindparam("author", type_=Uuid), _NEW.c.id, _NEW.c.text
    ),
)
_READ = select(WORDS.c.id, WORDS.c.text).where(
    WORDS.c.session == bindparam("session"), WORDS.c.id == func.any(_IDS)
)
