"""The names of things: one type per kind of id, so that they cannot be mixed up."""

from typing import NewType
from uuid import UUID

SessionId = NewType("SessionId", UUID)
SegmentId = NewType("SegmentId", int)
"""Counts from 0 (the root) within a session."""
Seq = NewType("Seq", int)
"""Where an event stands in its session: 1, 2, 3 … over all segments."""
Turn = NewType("Turn", int)
"""The seq of the first event of a turn; shared by all its spans."""
Slot = NewType("Slot", int)
"""A participant's number within a session; given once, never reused."""
WordsId = NewType("WordsId", UUID)
AccountId = NewType("AccountId", UUID)
"""The surrogate of a Discord user; only the account table knows which."""
PersonaId = NewType("PersonaId", UUID)
CharacterId = NewType("CharacterId", str)
PostingId = NewType("PostingId", UUID)

# Discord's own snowflakes.
GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
MessageId = NewType("MessageId", int)
MemberId = NewType("MemberId", int)
WebhookId = NewType("WebhookId", int)

ROOT = SegmentId(0)
START = Seq(0)
"""The head of a session in which nothing has happened."""
