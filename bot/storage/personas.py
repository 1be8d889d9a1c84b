"""Who members play."""

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine.ids import AccountId, PersonaId
from bot.engine.ports import Persona, Personas
from bot.storage.tables import PERSONA
from bot.storage.texts import storable


class PostgresPersonas(Personas):
    """Of an account's personas the one last put is in use."""

    def __init__(self, db: AsyncConnection) -> None:
        self._db = db

    async def of(self, account: AccountId) -> Persona | None:
        newest_first = (PERSONA.c.put_at.desc(), PERSONA.c.id.desc())
        query = select(PERSONA).where(PERSONA.c.account == account).order_by(*newest_first).limit(1)
        row = (await self._db.execute(query)).first()
        if row is None:
            return None
        return Persona(
            id=PersonaId(row.id),
            account=AccountId(row.account),
            name=row.name,
            pronouns=row.pronouns,
            description=row.description,
            chosen=row.chosen,
        )

    async def put(self, persona: Persona) -> None:
        texts = {
            "name": storable(persona.name),
            "pronouns": storable(persona.pronouns),
            "description": storable(persona.description),
        }
        values = {
            "account": persona.account,
            "chosen": persona.chosen,
            "put_at": func.clock_timestamp(),
            **texts,
        }
        new = insert(PERSONA).values(id=persona.id, **values)
        await self._db.execute(new.on_conflict_do_update(index_elements=["id"], set_=values))
