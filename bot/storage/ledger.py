"""The ledger in Postgres: one row per Discord message that Troupe owns."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    Row,
    bindparam,
    exists,
    func,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine.errors import StorageUnavailable
from bot.engine.ids import (
    ChannelId,
    CharacterId,
    MessageId,
    PostingId,
    SessionId,
    Turn,
    WebhookId,
)
from bot.engine.ports import Claim, Ledger
from bot.engine.postings import Posting
from bot.storage.constraints import violates
from bot.storage.tables import IS_DUE, ONE_UNKNOWN_SEND, POSTING
from bot.storage.texts import storable


class PostgresLedger(Ledger):
    """A partial unique index allows one send without a known id per channel."""

    def __init__(self, db: AsyncConnection) -> None:
        self._db = db

    async def wish(self, postings: Sequence[Posting]) -> None:
        if postings:
            await self._db.execute(_WISH, [_row(posting) for posting in postings])

    async def claim(self, posting: Posting) -> Claim:
        try:
            claimed = await self._db.execute(_CLAIM, _row(posting))
        except IntegrityError as error:
            if violates(error, ONE_UNKNOWN_SEND):
                # Another process was faster by a hair. The transaction is lost; the next finds it.
                raise StorageUnavailable from error
            raise
        if claimed.rowcount == 1:
            return "claimed"
        key = (POSTING.c.channel == posting.channel) & (POSTING.c.id == posting.id)
        state = await self._db.scalar(select(POSTING.c.state).where(key))
        return "busy" if state in {None, "waiting"} else "taken"

    async def note(self, postings: Sequence[Posting]) -> None:
        if postings:
            await self._db.execute(_NOTE, [_look(posting) for posting in postings])

    async def of_turn(self, session: SessionId, turn: Turn) -> Sequence[Posting]:
        of_it = (POSTING.c.session == session) & (POSTING.c.turn == turn)
        query = select(POSTING).where(of_it, POSTING.c.state != "gone").order_by(POSTING.c.part)
        return [_posting(row) for row in await self._db.execute(query)]

    async def with_faces(self, session: SessionId) -> Sequence[Posting]:
        carries = (POSTING.c.session == session) & (func.cardinality(POSTING.c.faces) > 0)
        query = select(POSTING).where(carries, POSTING.c.state == "there")
        return [
            _posting(row) for row in await self._db.execute(query.order_by(POSTING.c.id.desc()))
        ]

    async def due(self, channel: ChannelId) -> Sequence[Posting]:
        rows = await self._db.execute(_DUE, {"channel": channel})
        return [_posting(row) for row in rows]

    async def due_channels(self) -> Sequence[ChannelId]:
        query = select(POSTING.c.channel).where(text(IS_DUE)).distinct()
        return [ChannelId(channel) for channel in await self._db.scalars(query)]

    async def newest(self, channel: ChannelId) -> MessageId | None:
        query = select(func.max(POSTING.c.message)).where(POSTING.c.channel == channel)
        found = await self._db.scalar(query)
        return None if found is None else MessageId(found)


_ROW = {column.name: bindparam(column.name, type_=column.type) for column in POSTING.c}
_NEW = insert(POSTING).values(_ROW)
_WISH = _NEW.on_conflict_do_update(
    index_elements=["channel", "id"],
    set_={"wished": _NEW.excluded.wished, "button": _NEW.excluded.button},
)
_OTHER = POSTING.alias("other")
_NOBODY_ELSE = ~exists().where(
    _OTHER.c.channel == _ROW["channel"], _OTHER.c.state == "sending", _OTHER.c.id != _ROW["id"]
)
_IF_FREE = insert(POSTING).from_select(
    list(_ROW), select(*_ROW.values()).where(_NOBODY_ELSE), include_defaults=False
)
_CLAIM = _IF_FREE.on_conflict_do_update(
    index_elements=["channel", "id"],
    set_={"state": _IF_FREE.excluded.state, "claimed_at": _IF_FREE.excluded.claimed_at},
    where=POSTING.c.state == "waiting",
)
_LOOK = ("state", "shown", "shown_button", "message", "webhook")
_NOTE = (
    update(POSTING)
    .where(POSTING.c.channel == bindparam("of_channel"), POSTING.c.id == bindparam("of_id"))
    .values({name: _ROW[name] for name in _LOOK})
)
_DUE = (
    select(POSTING)
    .where(POSTING.c.channel == bindparam("channel"), text(IS_DUE))
    .order_by(POSTING.c.id)
)


def _row(posting: Posting) -> dict[str, Any]:
    return _shown(posting) | {
        "channel": posting.channel,
        "id": posting.id,
        "session": posting.session,
        "turn": posting.turn,
        "part": posting.part,
        "name": storable(posting.name),
        "character": posting.character,
        "faces": list(posting.faces),
        "wished": _text(posting.wished),
        "button": posting.button,
        "claimed_at": posting.claimed_at,
    }


def _look(posting: Posting) -> dict[str, Any]:
    return _shown(posting) | {"of_channel": posting.channel, "of_id": posting.id}


def _shown(posting: Posting) -> dict[str, Any]:
    return {
        "state": posting.state,
        "shown": _text(posting.shown),
        "shown_button": posting.shown_button,
        "message": posting.message,
        "webhook": posting.webhook,
    }


def _text(words: str | None) -> str | None:
    return None if words is None else storable(words)


def _posting(row: Row[*tuple[Any, ...]]) -> Posting:
    return Posting(
        channel=ChannelId(row.channel),
        id=PostingId(row.id),
        session=None if row.session is None else SessionId(row.session),
        turn=None if row.turn is None else Turn(row.turn),
        part=row.part,
        name=row.name,
        character=None if row.character is None else CharacterId(row.character),
        faces=tuple(map(CharacterId, row.faces)),
        wished=row.wished,
        button=row.button,
        state=row.state,
        shown=row.shown,
        shown_button=row.shown_button,
        message=None if row.message is None else MessageId(row.message),
        webhook=None if row.webhook is None else WebhookId(row.webhook),
        claimed_at=row.claimed_at,
    )
