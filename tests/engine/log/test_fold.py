"""Folding: the same events always give the same state."""

from datetime import UTC, datetime
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from bot.engine.ids import (
    ROOT,
    AccountId,
    CharacterId,
    PersonaId,
    Seq,
    SessionId,
    Slot,
    Turn,
    WordsId,
)
from bot.engine.log.events import (
    AnyBody,
    CharacterTurn,
    Event,
    ParticipantChanged,
    ParticipantJoined,
    PlaysCharacter,
    PlaysPersona,
    SessionEnded,
    SessionStarted,
    TurnBegun,
    UserTurn,
)
from bot.engine.log.fold import fold, with_joined
from bot.engine.log.state import Player, SessionState, as_bytes

AT = datetime(2026, 1, 1, tzinfo=UTC)
SESSION = SessionId(UUID(int=1))
ADA = AccountId(UUID(int=2))


def words(number: int) -> WordsId:
    return WordsId(UUID(int=number))


def log_of(*bodies: AnyBody) -> list[Event]:
    return [
        Event(session=SESSION, segment=ROOT, seq=Seq(seq), turn=Turn(seq), body=body, at=AT)
        for seq, body in enumerate(bodies, start=1)
    ]


def character(slot: int, name: int = 10) -> ParticipantJoined:
    plays = PlaysCharacter(character=CharacterId(f"character-{slot}"))
    return ParticipantJoined(slot=Slot(slot), name=words(name), plays=plays)


def player(slot: int, name: int = 20, account: AccountId = ADA) -> ParticipantJoined:
    plays = PlaysPersona(account=account, persona=PersonaId(UUID(int=3)))
    return ParticipantJoined(slot=Slot(slot), name=words(name), plays=plays)


def test_the_first_character_to_join_leads() -> None:
    state = fold(log_of(SessionStarted(host=ADA), player(0), character(1), character(2)))

    assert state.lead == Slot(1)
    assert state.host == ADA
    assert state.slots() == (Slot(0), Slot(1), Slot(2))


def test_a_slot_is_never_given_twice() -> None:
    state = fold(log_of(character(0), player(1)))

    assert state.next_slot() == Slot(2)


def test_a_changed_persona_keeps_its_slot() -> None:
    changed = ParticipantChanged(slot=Slot(1), name=words(99), description=words(98))
    state = fold(log_of(character(0), player(1), changed))

    found = state.player_of(ADA)
    assert isinstance(found, Player)
    assert (found.slot, found.name, found.description) == (Slot(1), words(99), words(98))


def test_an_ended_session_says_so() -> None:
    assert fold(log_of(SessionStarted(host=ADA), SessionEnded())).ended


def test_looking_ahead_leaves_the_state_alone() -> None:
    state = fold(log_of(character(0)))

    ahead = with_joined(state, player(1))

    assert ahead.slots() == (Slot(0), Slot(1))
    assert state.slots() == (Slot(0),)


BODIES = st.one_of(
    st.builds(SessionStarted, host=st.just(ADA)),
    st.builds(SessionEnded),
    st.builds(character, st.integers(0, 5)),
    st.builds(player, st.integers(6, 9)),
    st.builds(
        ParticipantChanged, slot=st.integers(0, 12), name=st.builds(words, st.integers(1, 9))
    ),
    st.builds(UserTurn, speaker=st.integers(0, 12), words=st.builds(words, st.integers(1, 9))),
    st.builds(TurnBegun, speaker=st.integers(0, 12)),
    st.builds(CharacterTurn, speaker=st.integers(0, 12), words=st.builds(words, st.integers(1, 9))),
)


@given(st.lists(BODIES, max_size=30), st.integers(0, 30))
def test_a_state_and_its_tail_equal_the_whole(bodies: list[AnyBody], cut: int) -> None:
    events = log_of(*bodies)

    in_two = fold(events[cut:], onto=fold(events[:cut], onto=SessionState()))

    assert as_bytes(in_two) == as_bytes(fold(events))
