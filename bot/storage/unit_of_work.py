"""One transaction, and the ports that work in it."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.engine.errors import StorageUnavailable
from bot.engine.ports import Ids, UnitOfWork
from bot.storage.accounts import PostgresAccounts
from bot.storage.database import connected, passes
from bot.storage.errors import DatabaseUnavailable
from bot.storage.event_log import PostgresEventLog
from bot.storage.generations import PostgresGenerations
from bot.storage.inbound import PostgresInbound
from bot.storage.ledger import PostgresLedger
from bot.storage.personas import PostgresPersonas
from bot.storage.sessions import PostgresSessions
from bot.storage.transcript import PostgresTranscript
from bot.storage.usage import PostgresUsageLedger
from bot.storage.words import PostgresWords

log = logging.getLogger(__name__)


class PostgresPorts:
    """Everything that can be read and written in one transaction, which is somebody else's."""

    def __init__(self, db: AsyncConnection, ids: Ids) -> None:
        self._db = db
        self._ids = ids

    @property
    def sessions(self) -> PostgresSessions:
        return PostgresSessions(self._db)

    @property
    def log(self) -> PostgresEventLog:
        return PostgresEventLog(self._db)

    @property
    def words(self) -> PostgresWords:
        return PostgresWords(self._db)

    @property
    def transcript(self) -> PostgresTranscript:
        return PostgresTranscript(self._db)

    @property
    def accounts(self) -> PostgresAccounts:
        return PostgresAccounts(self._db, self._ids)

    @property
    def personas(self) -> PostgresPersonas:
        return PostgresPersonas(self._db)

    @property
    def inbound(self) -> PostgresInbound:
        return PostgresInbound(self._db)

    @property
    def generations(self) -> PostgresGenerations:
        return PostgresGenerations(self._db)

    @property
    def usage(self) -> PostgresUsageLedger:
        return PostgresUsageLedger(self._db)

    @property
    def ledger(self) -> PostgresLedger:
        return PostgresLedger(self._db)


class PostgresUnitOfWork(PostgresPorts, UnitOfWork):
    """Begins with its first statement. Only `commit` keeps anything."""

    async def commit(self) -> None:
        await self._db.commit()


class PostgresStorage:
    """Where units of work come from: `unit_of_work` is the factory that the engine asks for."""

    def __init__(self, engine: AsyncEngine, ids: Ids) -> None:
        self._engine = engine
        self._ids = ids

    @asynccontextmanager
    async def unit_of_work(self) -> AsyncGenerator[PostgresUnitOfWork]:
        """Raises StorageUnavailable, on entering or later, when the database is gone."""
        try:
            async with connected(self._engine) as db:  # leaving rolls back what was not committed
                yield PostgresUnitOfWork(db, self._ids)
        except DatabaseUnavailable as error:
            log.warning("database_unavailable", extra={"what": error.what})
            raise StorageUnavailable from error
        except DBAPIError as error:
            if not error.connection_invalidated and not passes(error):
                raise
            log.warning("database_lost", extra={"what": type(error.orig).__name__})
            raise StorageUnavailable from error
