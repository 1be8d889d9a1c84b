"""What the engine needs from outside.

Each port has a fake in `tests/fakes/`, and one contract suite that the fake and the real adapter
both pass.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol
from uuid import UUID

from pydantic import BaseModel

from bot.engine.cards.card import Card
from bot.engine.cast.lines import Piece
from bot.engine.cast.views import SpokenSpan
from bot.engine.errors import BrokenCard, EngineError
from bot.engine.ids import (
    ROOT,
    START,
    AccountId,
    ChannelId,
    CharacterId,
    GuildId,
    MemberId,
    MessageId,
    PersonaId,
    SegmentId,
    Seq,
    SessionId,
    Slot,
    Turn,
    WordsId,
)
from bot.engine.log.events import Draft, Event
from bot.engine.log.segments import History, Segment
from bot.engine.postings import Posting
from bot.engine.sampling.values import DEFAULT_SAMPLING, Sampling

# ── Time, names, chance ───────────────────────────────────────────────────────────────────────


class Clock(Protocol):
    def now(self) -> datetime:
        """The time, aware, in UTC."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait. A test's clock moves on instead."""
        ...


class Ids(Protocol):
    def new(self) -> UUID:
        """A fresh id (UUID version 7: later ones sort after earlier ones)."""
        ...


# ── Storage: one unit of work is one transaction ──────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRecord:
    """Where a session plays and which timeline is on show: outside all segments.

    `guild` is None in a DM. A channel has at most one session that has not ended.
    """

    id: SessionId
    guild: GuildId | None
    channel: ChannelId
    on_show: SegmentId = ROOT
    started_at: datetime
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """Who a member plays. `chosen` is False while the name is only their Discord name."""

    id: PersonaId
    account: AccountId
    name: str
    pronouns: str = ""
    description: str = ""
    chosen: bool = True


GenerationOutcome = Literal["finished", "stopped", "cut_off", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a call cost, in tokens, as the endpoint counted them."""

    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """A character's turn while the model writes it. `raw` is the text so far, as it came.

    `there`: who was present when it began.
    `outcome` is None while it runs, and after a crash until somebody closes it.
    """

    session: SessionId
    turn: Turn
    speaker: Slot
    there: tuple[Slot, ...]
    channel: ChannelId
    started_at: datetime
    raw: str = ""
    model: str = ""
    usage: Usage = Usage()
    outcome: GenerationOutcome | None = None


class Sessions(Protocol):
    async def open(self, record: SessionRecord) -> None:
        """Store a new session and its root segment.

        Raises:
            SessionAlreadyRunning: the channel has a session that has not ended.
        """
        ...

    async def get(self, session: SessionId) -> SessionRecord | None: ...
    async def running_in(self, channel: ChannelId) -> SessionRecord | None: ...
    async def segments(self, session: SessionId) -> Mapping[SegmentId, Segment]: ...
    async def close(self, session: SessionId, *, at: datetime) -> None: ...


class EventLog(Protocol):
    async def read(
        self, session: SessionId, history: History, *, after: Seq = START
    ) -> Sequence[Event]:
        """The events of a history in order, those with a seq greater than `after`."""
        ...

    async def append(
        self, session: SessionId, segment: SegmentId, drafts: Sequence[Draft], *, after: Seq
    ) -> Sequence[Event]:
        """Append in order as seq after+1, after+2, …

        Raises:
            StaleSession: the session's newest event is not `after`.
        """
        ...


class Words(Protocol):
    async def write(
        self, session: SessionId, words: Mapping[WordsId, str], *, author: AccountId | None
    ) -> None: ...

    async def read(self, session: SessionId, ids: Sequence[WordsId]) -> Mapping[WordsId, str]:
        """The texts that still exist; an erased one is missing from the answer."""
        ...


class Transcript(Protocol):
    async def window(
        self, session: SessionId, history: History, *, knower: Slot, limit: int
    ) -> Sequence[SpokenSpan]:
        """The newest `limit` spans that `knower` perceived, in story order. Filtered in SQL."""
        ...


class Accounts(Protocol):
    async def of(self, member: MemberId) -> AccountId:
        """The surrogate of a Discord user, made on first use. Concurrent first uses get one."""
        ...


class Personas(Protocol):
    async def of(self, account: AccountId) -> Persona | None: ...
    async def put(self, persona: Persona) -> None:
        """Insert, or replace the one with the same id."""
        ...


class Inbound(Protocol):
    async def take(
        self, message: MessageId, *, session: SessionId, turn: Turn, account: AccountId
    ) -> bool:
        """Note that this Discord message became this turn. False: it was taken before."""
        ...


class Generations(Protocol):
    async def begin(self, generation: Generation) -> None: ...
    async def save_raw(self, session: SessionId, turn: Turn, raw: str) -> None: ...
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
        """Close it. False: it was closed before, and stays as it was."""
        ...

    async def unfinished(self) -> Sequence[Generation]:
        """Those that run, and those that a crash left behind, oldest first."""
        ...


Claim = Literal["claimed", "busy", "taken"]


class UsageLedger(Protocol):
    """What the generations have cost."""

    async def spent_since(self, at: datetime, *, guild: GuildId | None = None) -> int:
        """Tokens read and written by models in turns that began at `at` or later.

        With a guild, those of its sessions alone.
        """
        ...


class Ledger(Protocol):
    """What Troupe's messages should show (`wish`), and what they show (`claim`, `note`).

    The two sides are written apart, so that neither overwrites the other.
    """

    async def wish(self, postings: Sequence[Posting]) -> None:
        """Insert them; of those that exist already only `wished` and `button` change."""
        ...

    async def claim(self, posting: Posting) -> Claim:
        """Note that it is about to be sent, if nobody else has. Insert it if it is new.

        "busy": another one of its channel is being sent, and its id is not known yet.
        "taken": it is no longer waiting. Either way nothing changes.
        """
        ...

    async def note(self, postings: Sequence[Posting]) -> None:
        """What they show now: state, message, webhook, text and button."""
        ...

    async def of_turn(self, session: SessionId, turn: Turn) -> Sequence[Posting]:
        """The messages of a turn, by part."""
        ...

    async def with_faces(self, session: SessionId) -> Sequence[Posting]:
        """Those that are there and carry pictures, newest first."""
        ...

    async def due(self, channel: ChannelId) -> Sequence[Posting]:
        """Those of a channel that are due, oldest first."""
        ...

    async def due_channels(self) -> Sequence[ChannelId]: ...
    async def newest(self, channel: ChannelId) -> MessageId | None:
        """The newest message of ours there whose id is known."""
        ...


class UnitOfWork(Protocol):
    """One transaction. Leaving without `commit` takes everything back."""

    @property
    def sessions(self) -> Sessions: ...
    @property
    def log(self) -> EventLog: ...
    @property
    def words(self) -> Words: ...
    @property
    def transcript(self) -> Transcript: ...
    @property
    def accounts(self) -> Accounts: ...
    @property
    def personas(self) -> Personas: ...
    @property
    def inbound(self) -> Inbound: ...
    @property
    def generations(self) -> Generations: ...
    @property
    def usage(self) -> UsageLedger: ...
    @property
    def ledger(self) -> Ledger: ...
    async def commit(self) -> None: ...


UnitOfWorkFactory = Callable[[], AbstractAsyncContextManager[UnitOfWork]]


# ── The model ─────────────────────────────────────────────────────────────────────────────────

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    role: Role
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """`purpose` says what the call is for ("narrator Mira", "scribe"); it is not sent as text."""

    purpose: str
    messages: tuple[ChatMessage, ...]
    max_tokens: int
    sampling: Sampling = DEFAULT_SAMPLING
    """Its `max_tokens` can lower the one above; its `stop` comes on top of the one below."""
    stop: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class ReplySummary:
    """Filled in while a reply streams; complete when its block has been left.

    `filtered`: the endpoint's content filter ended it.
    `refused`: the models that would not say it, before `model` was asked instead.
    """

    model: str = ""
    usage: Usage = field(default_factory=Usage)
    cut_off: bool = False
    filtered: bool = False
    refused: tuple[str, ...] = ()


class ModelReply(Protocol):
    """The pieces of a reply as they come. Leaving the stream's block really closes it."""

    @property
    def summary(self) -> ReplySummary: ...
    def __aiter__(self) -> AsyncIterator[str]: ...


class ChatModel(Protocol):
    def stream(self, request: ChatRequest) -> AbstractAsyncContextManager[ModelReply]:
        """Ask for a reply.

        Raises, on entering or while iterating:
            ModelUnavailable, ModelSilent, PromptTooLong.
        """
        ...


class TokenCounter(Protocol):
    def __call__(self, text: str, /) -> int:
        """About how many tokens the text takes; never far below what the endpoint counts."""
        ...


# ── Content ───────────────────────────────────────────────────────────────────────────────────


class CardLibrary(Protocol):
    """Reads as fresh as the disk; a broken file is an error for that card alone."""

    def cards(self) -> Sequence[Card]:
        """All readable cards by name."""
        ...

    def card(self, wanted: str) -> Card:
        """The card with this id, or with this name in any case.

        Raises:
            UnknownCharacter, BrokenCard.
        """
        ...

    def face(self, character: CharacterId) -> bytes | None:
        """The character's picture as PNG, or None."""
        ...

    def broken(self) -> Sequence[BrokenCard]:
        """What cannot be used, by file: cards that cannot be read, and faces."""
        ...


class Templates(Protocol):
    def render(self, name: str, context: BaseModel) -> str:
        """Render `prompts/NAME`; a variable that the context lacks is an error."""
        ...

    def version(self, name: str) -> str:
        """A hash of the template and of what it includes, so that a prompt can say what made it."""
        ...


# ── The stage: what people see ────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaking:
    """Who is about to speak, and where."""

    session: SessionId
    turn: Turn
    channel: ChannelId
    name: str
    character: CharacterId


Keep = Callable[[Posting | None], Awaitable[Claim]]
"""Saves what there is so far, and claims the message that is about to show it, in one go.

The stage awaits it before each thing it shows; None where the message is there already.
"""


class LiveLine(Protocol):
    """A line on show while it grows."""

    @property
    def stopped(self) -> asyncio.Event:
        """Set when somebody pressed Stop."""
        ...

    def show(self, pieces: Sequence[Piece]) -> None:
        """The whole line so far. Does not wait: shown when the channel's budget allows."""
        ...

    async def set_out(self, pieces: Sequence[Piece], *, truncated: bool) -> Sequence[Posting]:
        """End the growing. The messages that show the line as it stays, for the ledger.

        No pieces: nothing came of it, and what was shown goes.
        """
        ...

    async def finish(self) -> None:
        """Show it as the ledger has it now. Never raises."""
        ...


class Stage(Protocol):
    """Where characters are seen and heard, and where trouble is told."""

    def perform(self, speaking: Speaking, *, keep: Keep) -> AbstractAsyncContextManager[LiveLine]:
        """Show that the speaker is at it, then the line as it grows.

        The block's end takes away what is still unfinished there, whatever happened.
        """
        ...

    def set_out(
        self,
        speaking: Speaking,
        pieces: Sequence[Piece],
        *,
        truncated: bool = False,
        onto: Sequence[Posting] = (),
    ) -> Sequence[Posting]:
        """The messages that show a whole line, for the ledger. `onto`: those it has already."""
        ...

    def set_out_notice(self, speaking: Speaking, *, starter: str) -> Posting:
        """The message that says that a session begins, for the ledger."""
        ...

    async def deliver(self, channel: ChannelId) -> None:
        """Make the channel show what the ledger wishes. Never raises; what fails is tried again."""
        ...

    def stop(self, channel: ChannelId) -> None:
        """Set `stopped` on the lines that are growing there."""
        ...

    async def tell(
        self, trouble: EngineError, *, channel: ChannelId, session: SessionId | None
    ) -> None:
        """Say in the channel what went wrong and what was kept.

        With a session, offer to ask for the answer again. Never raises: it is the last resort.
        """
        ...
