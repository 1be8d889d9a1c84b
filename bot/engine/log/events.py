"""The events of a session. Structure only: what people or models wrote lies in words, by id.

A kind is a string that we own and never a class path. When a body changes its shape, its class
gets the next `VERSION` and `upcasters.py` learns to lift the old one; bodies in the log are never
rewritten.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from msgspec import Struct

from bot.engine.ids import (
    AccountId,
    CharacterId,
    PersonaId,
    SegmentId,
    Seq,
    SessionId,
    Slot,
    Turn,
    WordsId,
)


class Span(StrEnum):
    """A piece of a line with one audience. Whispers and acts join these later."""

    SAID = "said"
    """Speech and action together, the action between asterisks."""
    THOUGHT = "thought"


class Body(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an event says happened."""

    KIND: ClassVar[str]
    VERSION: ClassVar[int] = 1


class SessionStarted(Body, frozen=True):
    KIND: ClassVar[str] = "session_started"
    host: AccountId


class SessionEnded(Body, frozen=True):
    KIND: ClassVar[str] = "session_ended"


class PlaysPersona(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="persona"):
    """A player takes part as one of their personas."""

    account: AccountId
    persona: PersonaId
    pronouns: WordsId | None = None
    description: WordsId | None = None


class PlaysCharacter(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="character"):
    """A character takes part, played from a card."""

    character: CharacterId


class ParticipantJoined(Body, frozen=True):
    """Somebody takes part, under a name. The first character to join leads the session."""

    KIND: ClassVar[str] = "participant_joined"
    slot: Slot
    name: WordsId
    plays: PlaysPersona | PlaysCharacter


class ParticipantChanged(Body, frozen=True):
    """The same persona, under new words. What was said before stays as it was said."""

    KIND: ClassVar[str] = "participant_changed"
    slot: Slot
    name: WordsId
    pronouns: WordsId | None = None
    description: WordsId | None = None


class UserTurn(Body, frozen=True):
    """One span of a player's line; the last one of the line closes it."""

    KIND: ClassVar[str] = "user_turn"
    speaker: Slot
    words: WordsId
    span: Span = Span.SAID
    closes: bool = False


class TurnBegun(Body, frozen=True):
    """A character is about to speak: fixes the line's place in the story, and who was there."""

    KIND: ClassVar[str] = "turn_begun"
    speaker: Slot


class CharacterTurn(Body, frozen=True):
    """One span of a character's line; the last one closes it.

    `truncated`: the line was stopped or cut off, and is kept as far as it came.
    """

    KIND: ClassVar[str] = "character_turn"
    speaker: Slot
    words: WordsId
    span: Span = Span.SAID
    closes: bool = False
    truncated: bool = False


AnyBody = (
    SessionStarted
    | SessionEnded
    | ParticipantJoined
    | ParticipantChanged
    | UserTurn
    | TurnBegun
    | CharacterTurn
)
BODIES: tuple[type[AnyBody], ...] = (
    SessionStarted,
    SessionEnded,
    ParticipantJoined,
    ParticipantChanged,
    UserTurn,
    TurnBegun,
    CharacterTurn,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An event that is about to be appended; the log gives it its seq.

    `audience`: the slots that perceive it, sorted. `shown_to`: players' slots who could read it on
    Discord without their persona perceiving it, sorted. `sources`: the seqs it follows from.
    """

    turn: Turn
    body: AnyBody
    audience: tuple[Slot, ...] = ()
    shown_to: tuple[Slot, ...] = ()
    sources: tuple[Seq, ...] = ()
    author: AccountId | None = None
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Draft):
    """An event as the log holds it."""

    session: SessionId
    segment: SegmentId
    seq: Seq
