"""A database held in memory, with real transactions: nothing shows before its commit.

Tests look into `storage.kept`, which holds what has been committed.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, fields, replace
from datetime import datetime

from bot.engine.cast.views import SpokenSpan
from bot.engine.errors import SessionAlreadyRunning, StaleSession
from bot.engine.ids import (
    START,
    AccountId,
    ChannelId,
    GuildId,
    MemberId,
    MessageId,
    PostingId,
    SegmentId,
    Seq,
    SessionId,
    Slot,
    Turn,
    WordsId,
)
from bot.engine.log.codec import decode, encode
from bot.engine.log.events import CharacterTurn, Draft, Event, UserTurn
from bot.engine.log.segments import History, Segment
from bot.engine.ports import (
    Accounts,
    Claim,
    EventLog,
    Generation,
    GenerationOutcome,
    Generations,
    Ids,
    Inbound,
    Ledger,
    Persona,
    Personas,
    SessionRecord,
    Sessions,
    Transcript,
    UnitOfWork,
    Usage,
    UsageLedger,
    Words,
)
from bot.engine.postings import Posting
from bot.storage.texts import storable
from tests.fakes.ids import CountingIds


@dataclass(slots=True, kw_only=True)
class Rows:
    """All tables. The values are immutable, so a copy of the dictionaries is a copy of it all."""

    sessions: dict[SessionId, SessionRecord] = field(default_factory=dict)
    segments: dict[tuple[SessionId, SegmentId], Segment] = field(default_factory=dict)
    events: dict[tuple[SessionId, Seq], Event] = field(default_factory=dict)
    words: dict[tuple[SessionId, WordsId], str] = field(default_factory=dict)
    authors: dict[tuple[SessionId, WordsId], AccountId | None] = field(default_factory=dict)
    accounts: dict[MemberId, AccountId] = field(default_factory=dict)
    personas: dict[AccountId, dict[object, Persona]] = field(default_factory=dict)
    """By account; the last one of each is in use."""
    inbound: dict[tuple[SessionId, MessageId], tuple[Turn, AccountId]] = field(default_factory=dict)
    generations: dict[tuple[SessionId, Turn], Generation] = field(default_factory=dict)
    postings: dict[tuple[ChannelId, PostingId], Posting] = field(default_factory=dict)

    def copy(self) -> "Rows":
        copied = {f.name: dict(getattr(self, f.name)) for f in fields(self)}
        return Rows(**copied)


class FakeStorage:
    """One writer at a time: whoever writes first in a transaction makes others wait for its end."""

    def __init__(self, ids: Ids | None = None) -> None:
        self.kept = Rows()
        self.ids = CountingIds() if ids is None else ids
        self.writing = asyncio.Lock()
        self.writer: asyncio.Task[object] | None = None

    @asynccontextmanager
    async def unit_of_work(self) -> AsyncGenerator["FakeUnitOfWork"]:
        work = FakeUnitOfWork(self)
        try:
            yield work
        finally:
            work.end()

    def log_of(self, session: SessionId) -> list[Event]:
        """The committed events of a session, over all segments."""
        return [event for (owner, _), event in self.kept.events.items() if owner == session]


class FakeUnitOfWork(UnitOfWork):
    """Reads what is committed; from its first write on also what it wrote itself."""

    def __init__(self, storage: FakeStorage) -> None:
        self._storage = storage
        self._own: Rows | None = None

    @property
    def rows(self) -> Rows:
        return self._storage.kept if self._own is None else self._own

    async def to_write(self) -> Rows:
        if self._own is None:
            here = asyncio.current_task()
            if self._storage.writing.locked() and self._storage.writer is here:
                msg = "This task has another unit of work open that has written: it would wait"
                raise RuntimeError(msg)
            await self._storage.writing.acquire()
            self._storage.writer = here
            self._own = self._storage.kept.copy()
        return self._own

    async def commit(self) -> None:
        if self._own is not None:
            self._storage.kept = self._own
        self.end()

    def end(self) -> None:
        if self._own is not None:
            self._own = None
            self._storage.writer = None
            self._storage.writing.release()

    @property
    def sessions(self) -> Sessions:
        return FakeSessions(self)

    @property
    def log(self) -> EventLog:
        return FakeEventLog(self)

    @property
    def words(self) -> Words:
        return FakeWords(self)

    @property
    def transcript(self) -> Transcript:
        return FakeTranscript(self)

    @property
    def accounts(self) -> Accounts:
        return FakeAccounts(self, self._storage.ids)

    @property
    def personas(self) -> Personas:
        return FakePersonas(self)

    @property
    def inbound(self) -> Inbound:
        return FakeInbound(self)

    @property
    def generations(self) -> Generations:
        return FakeGenerations(self)

    @property
    def usage(self) -> UsageLedger:
        return FakeUsageLedger(self)

    @property
    def ledger(self) -> Ledger:
        return FakeLedger(self)


class _Port:
    def __init__(self, work: FakeUnitOfWork) -> None:
        self._work = work


class FakeSessions(_Port, Sessions):
    async def open(self, record: SessionRecord) -> None:
        rows = await self._work.to_write()
        if record.ended_at is None and await self.running_in(record.channel) is not None:
            raise SessionAlreadyRunning
        rows.sessions[record.id] = record
        root = Segment()
        rows.segments[record.id, root.id] = root

    async def get(self, session: SessionId) -> SessionRecord | None:
        return self._work.rows.sessions.get(session)

    async def running_in(self, channel: ChannelId) -> SessionRecord | None:
        records = self._work.rows.sessions.values()
        return next((r for r in records if r.channel == channel and r.ended_at is None), None)

    async def segments(self, session: SessionId) -> Mapping[SegmentId, Segment]:
        segments = self._work.rows.segments.items()
        return {segment.id: segment for (owner, _), segment in segments if owner == session}

    async def close(self, session: SessionId, *, at: datetime) -> None:
        rows = await self._work.to_write()
        record = rows.sessions.get(session)
        if record is not None and record.ended_at is None:
            rows.sessions[session] = replace(record, ended_at=at)


class FakeEventLog(_Port, EventLog):
    async def read(
        self, session: SessionId, history: History, *, after: Seq = START
    ) -> Sequence[Event]:
        return [e for e in _history(self._work.rows, session, history) if e.seq > after]

    async def append(
        self, session: SessionId, segment: SegmentId, drafts: Sequence[Draft], *, after: Seq
    ) -> Sequence[Event]:
        rows = await self._work.to_write()
        seqs = [seq for owner, seq in rows.events if owner == session]
        if max(seqs, default=START) != after:
            raise StaleSession(session=str(session), after=after)
        if (session, segment) not in rows.segments:
            msg = f"no segment {segment} in session {session}"
            raise LookupError(msg)
        events = [
            _stored(draft, session=session, segment=segment, seq=Seq(seq))
            for seq, draft in enumerate(drafts, start=after + 1)
        ]
        rows.events |= {(session, event.seq): event for event in events}
        return events


class FakeWords(_Port, Words):
    async def write(
        self, session: SessionId, words: Mapping[WordsId, str], *, author: AccountId | None
    ) -> None:
        rows = await self._work.to_write()
        for words_id, text in words.items():
            rows.words[session, words_id] = storable(text)
            rows.authors[session, words_id] = author

    async def read(self, session: SessionId, ids: Sequence[WordsId]) -> Mapping[WordsId, str]:
        words = self._work.rows.words
        return {i: words[session, i] for i in ids if (session, i) in words}


class FakeTranscript(_Port, Transcript):
    async def window(
        self, session: SessionId, history: History, *, knower: Slot, limit: int
    ) -> Sequence[SpokenSpan]:
        rows = self._work.rows
        perceived = (e for e in _history(rows, session, history) if knower in e.audience)
        spans = [span for event in perceived for span in _spans(event, rows)]
        return spans[-limit:] if limit > 0 else []


class FakeAccounts(Accounts):
    def __init__(self, work: FakeUnitOfWork, ids: Ids) -> None:
        self._work = work
        self._ids = ids

    async def of(self, member: MemberId) -> AccountId:
        known = self._work.rows.accounts.get(member)
        if known is not None:
            return known
        rows = await self._work.to_write()
        return rows.accounts.setdefault(member, AccountId(self._ids.new()))


class FakePersonas(_Port, Personas):
    async def of(self, account: AccountId) -> Persona | None:
        personas = list(self._work.rows.personas.get(account, {}).values())
        return personas[-1] if personas else None

    async def put(self, persona: Persona) -> None:
        rows = await self._work.to_write()
        others = dict(rows.personas.get(persona.account, {}))
        others.pop(persona.id, None)
        kept = replace(
            persona,
            name=storable(persona.name),
            pronouns=storable(persona.pronouns),
            description=storable(persona.description),
        )
        rows.personas[persona.account] = others | {persona.id: kept}


class FakeInbound(_Port, Inbound):
    async def take(
        self, message: MessageId, *, session: SessionId, turn: Turn, account: AccountId
    ) -> bool:
        rows = await self._work.to_write()
        if (session, message) in rows.inbound:
            return False
        rows.inbound[session, message] = (turn, account)
        return True


class FakeGenerations(_Port, Generations):
    async def begin(self, generation: Generation) -> None:
        rows = await self._work.to_write()
        rows.generations[generation.session, generation.turn] = generation

    async def save_raw(self, session: SessionId, turn: Turn, raw: str) -> None:
        rows = await self._work.to_write()
        running = rows.generations.get((session, turn))
        if running is not None and running.outcome is None:
            rows.generations[session, turn] = replace(running, raw=storable(raw))

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
        rows = await self._work.to_write()
        running = rows.generations.get((session, turn))
        if running is None or running.outcome is not None:
            return False
        rows.generations[session, turn] = replace(
            running, raw=storable(raw), model=model, usage=usage, outcome=outcome
        )
        return True

    async def unfinished(self) -> Sequence[Generation]:
        open_ones = (g for g in self._work.rows.generations.values() if g.outcome is None)
        return sorted(open_ones, key=lambda g: (g.started_at, g.session, g.turn))


class FakeLedger(_Port, Ledger):
    async def wish(self, postings: Sequence[Posting]) -> None:
        rows = await self._work.to_write()
        for new in postings:
            key = (new.channel, new.id)
            old = rows.postings.get(key)
            wish = new if old is None else replace(old, wished=new.wished, button=new.button)
            rows.postings[key] = _stored_posting(wish)

    async def claim(self, posting: Posting) -> Claim:
        key = (posting.channel, posting.id)
        old = self._work.rows.postings.get(key)
        if old is not None and old.state != "waiting":
            return "taken"
        here = self._here(posting.channel)
        if any(p.state == "sending" for p in here):
            return "busy"
        rows = await self._work.to_write()
        claimed = replace(old or posting, state=posting.state, claimed_at=posting.claimed_at)
        rows.postings[key] = _stored_posting(claimed)
        return "claimed"

    async def note(self, postings: Sequence[Posting]) -> None:
        rows = await self._work.to_write()
        for new in postings:
            old = rows.postings.get((new.channel, new.id))
            if old is not None:
                look = replace(
                    old,
                    state=new.state,
                    shown=new.shown,
                    shown_button=new.shown_button,
                    message=new.message,
                    webhook=new.webhook,
                )
                rows.postings[new.channel, new.id] = _stored_posting(look)

    async def of_turn(self, session: SessionId, turn: Turn) -> Sequence[Posting]:
        of_it = (p for p in self._all() if (p.session, p.turn) == (session, turn))
        return sorted((p for p in of_it if p.state != "gone"), key=lambda p: p.part)

    async def with_faces(self, session: SessionId) -> Sequence[Posting]:
        there = (p for p in self._all() if p.session == session and p.state == "there")
        return sorted((p for p in there if p.faces), key=lambda p: p.id, reverse=True)

    async def due(self, channel: ChannelId) -> Sequence[Posting]:
        return sorted((p for p in self._here(channel) if p.is_due), key=lambda p: p.id)

    async def due_channels(self) -> Sequence[ChannelId]:
        return list({p.channel for p in self._all() if p.is_due})

    async def newest(self, channel: ChannelId) -> MessageId | None:
        known = (p.message for p in self._here(channel) if p.message is not None)
        return max(known, default=None)

    def _all(self) -> Sequence[Posting]:
        return list(self._work.rows.postings.values())

    def _here(self, channel: ChannelId) -> Sequence[Posting]:
        return [p for p in self._all() if p.channel == channel]


def _stored_posting(posting: Posting) -> Posting:
    return replace(
        posting,
        name=storable(posting.name),
        wished=None if posting.wished is None else storable(posting.wished),
        shown=None if posting.shown is None else storable(posting.shown),
    )


class FakeUsageLedger(_Port, UsageLedger):
    async def spent_since(self, at: datetime, *, guild: GuildId | None = None) -> int:
        rows = self._work.rows
        counted = (g for g in rows.generations.values() if g.started_at >= at)
        there = (g for g in counted if guild is None or rows.sessions[g.session].guild == guild)
        return sum(g.usage.prompt_tokens + g.usage.completion_tokens for g in there)


def _stored(draft: Draft, *, session: SessionId, segment: SegmentId, seq: Seq) -> Event:
    """As a database would give it back: the body has been through its codec."""
    return Event(
        session=session,
        segment=segment,
        seq=seq,
        turn=draft.turn,
        body=decode(draft.body.KIND, draft.body.VERSION, encode(draft.body)),
        audience=draft.audience,
        shown_to=draft.shown_to,
        sources=draft.sources,
        author=draft.author,
        at=draft.at,
    )


def _history(rows: Rows, session: SessionId, history: History) -> list[Event]:
    until = {stretch.segment: stretch.until for stretch in history}
    return [
        event
        for (owner, seq), event in sorted(rows.events.items(), key=lambda item: item[0][1])
        if owner == session and event.segment in until and _within(seq, until[event.segment])
    ]


def _within(seq: Seq, until: Seq | None) -> bool:
    return until is None or seq <= until


def _spans(event: Event, rows: Rows) -> Iterator[SpokenSpan]:
    match event.body:
        case UserTurn() | CharacterTurn() as said:
            yield SpokenSpan(
                seq=event.seq,
                turn=event.turn,
                speaker=said.speaker,
                span=said.span,
                text=rows.words.get((event.session, said.words)),
                audience=event.audience,
                truncated=isinstance(said, CharacterTurn) and said.truncated,
            )
        case _:
            pass
