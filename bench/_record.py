"""What the database and the local Discord hold of a channel, as the checker wants it."""

import json
from collections import defaultdict
from collections.abc import Collection

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from bench._agreement import Channel, Line, Owned, Shown
from bot.engine.cast.lines import Piece
from bot.engine.log.events import Span
from bot.playground.world.messages import Message
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import World
from bot.stage.formatting import discord_text
from bot.stage.names import header
from bot.stage.splitting import split
from bot.stage.texts import load_texts
from bot.storage.tables import IS_DUE

CUT_SHORT = load_texts(default="en")("line-cut-short")
_SPOKEN = text(
    "SELECT s.channel, e.session, e.turn, e.kind, e.body, w.text, i.message"
    " FROM event e JOIN session s ON s.id = e.session"
    " LEFT JOIN words w ON w.session = e.session AND w.id = (e.body->>'words')::uuid"
    " LEFT JOIN inbound i ON i.session = e.session AND i.turn = e.turn"
    " WHERE e.kind IN ('user_turn', 'character_turn') ORDER BY e.session, e.seq"
)
_OWNED = text(f"SELECT channel, message, turn, part, state, {IS_DUE} AS due FROM posting")  # noqa: S608
_DUE = text(f"SELECT count(*) FROM posting WHERE {IS_DUE} AND channel = ANY(:channels)")  # noqa: S608
_OPEN = text("SELECT count(*) FROM generation WHERE outcome IS NULL AND channel = ANY(:channels)")
_KEPT = text("SELECT message FROM inbound")


class Archive:
    """Reads what there is; changes nothing."""

    def __init__(self, engine: AsyncEngine, world: World) -> None:
        self._engine = engine
        self._world = world

    async def channels(
        self, channels: Collection[int], *, late: frozenset[int] = frozenset()
    ) -> list[Channel]:
        lines, owned = await self._lines(), await self._owned()
        return [
            Channel(
                name=self._world.channels[Snowflake(channel)].name or "",
                lines=lines[channel],
                owned=owned[channel],
                shown=self._shown(channel),
                late=late,
            )
            for channel in channels
        ]

    async def kept(self) -> set[int]:
        """Which typed messages are in the log."""
        async with self._engine.connect() as db:
            return set(await db.scalars(_KEPT))

    async def unfinished(self, channels: Collection[int]) -> int:
        """Lines that are being written, and messages that do not show what they should."""
        async with self._engine.connect() as db:
            where = {"channels": list(channels)}
            return sum([await db.scalar(query, where) or 0 for query in (_OPEN, _DUE)])

    async def _lines(self) -> defaultdict[int, list[Line]]:
        pieces: defaultdict[tuple[int, object, int], list[Piece]] = defaultdict(list)
        about: dict[tuple[int, object, int], tuple[bool, int | None, bool]] = {}
        async with self._engine.connect() as db:
            for row in await db.execute(_SPOKEN):
                key, body = (row.channel, row.session, row.turn), json.loads(row.body)
                span = Span(body.get("span", "said"))
                pieces[key].append(Piece(span=span, text=row.text or ""))
                about[key] = (row.kind == "user_turn", row.message, body.get("truncated", False))
        lines: defaultdict[int, list[Line]] = defaultdict(list)
        for key, said in pieces.items():
            is_player, message, truncated = about[key]
            texts = _typed(said) if is_player else _rendered(said, truncated=truncated)
            line = Line(turn=key[2], texts=texts, message=message, is_player=is_player)
            lines[key[0]].append(line)
        return lines

    async def _owned(self) -> defaultdict[int, list[Owned]]:
        owned: defaultdict[int, list[Owned]] = defaultdict(list)
        async with self._engine.connect() as db:
            for row in await db.execute(_OWNED):
                owned[row.channel].append(
                    Owned(
                        message=row.message,
                        turn=row.turn,
                        part=row.part,
                        state=row.state,
                        is_due=row.due,
                    )
                )
        return owned

    def _shown(self, channel: int) -> list[Shown]:
        found = self._world.messages.get(Snowflake(channel), {}).values()
        return [
            Shown(
                id=message.id,
                text=_without_header(message.content),
                ours=message.application == self._world.application.id,
            )
            for message in found
            if message.interaction is None and _is_said(message)
        ]


def _is_said(message: Message) -> bool:
    return message.type in {0, 19}


def _typed(pieces: list[Piece]) -> tuple[str, ...]:
    return ("\n".join(piece.text for piece in pieces),)


def _rendered(pieces: list[Piece], *, truncated: bool) -> tuple[str, ...]:
    mark = CUT_SHORT if truncated else None
    return tuple(p.text for p in split(discord_text(pieces, thoughts="dimmed", cut_short=mark)))


def _without_header(content: str) -> str:
    """A character's name stands above its words where the bot must speak for it."""
    first, line_break, rest = content.partition("\n")
    return rest if line_break and first == header(first.strip("*"), room=2000).strip() else content
