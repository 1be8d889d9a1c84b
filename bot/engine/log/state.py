"""What a session is, folded from its events. No transcript lives here: state stays small."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct, structs

from bot.engine.ids import START, AccountId, CharacterId, PersonaId, Seq, Slot, WordsId


class Player(Struct, kw_only=True, tag="player"):
    """A player's persona in the session."""

    slot: Slot
    account: AccountId
    persona: PersonaId
    name: WordsId
    pronouns: WordsId | None = None
    description: WordsId | None = None


class Character(Struct, kw_only=True, tag="character"):
    """A character in the session, played from a card."""

    slot: Slot
    character: CharacterId
    name: WordsId


Participant = Player | Character


class SessionState(Struct, kw_only=True):
    """Mutable on purpose: folding is the only thing that changes it (`fold.py`)."""

    head: Seq = START
    host: AccountId | None = None
    lead: Slot | None = None
    ended: bool = False
    participants: dict[Slot, Participant] = {}

    def slots(self) -> tuple[Slot, ...]:
        """Everybody who takes part, sorted."""
        return tuple(sorted(self.participants))

    def next_slot(self) -> Slot:
        return Slot(max(self.participants, default=-1) + 1)

    def players(self) -> Iterable[Player]:
        return (p for p in self.participants.values() if isinstance(p, Player))

    def characters(self) -> Iterable[Character]:
        return (p for p in self.participants.values() if isinstance(p, Character))

    def player_of(self, account: AccountId) -> Player | None:
        return next((p for p in self.players() if p.account == account), None)


def as_bytes(state: SessionState) -> bytes:
    """One state, one byte string: what replays are compared by."""
    in_order = dict(sorted(state.participants.items()))
    return msgspec.json.encode(structs.replace(state, participants=in_order))
