"""Folding: each event changes the state a little, always in the same way."""

from collections.abc import Iterable
from typing import assert_never

from bot.engine.log.events import (
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
from bot.engine.log.state import Character, Player, SessionState


def fold(events: Iterable[Event], onto: SessionState | None = None) -> SessionState:
    """Apply the events in order. Total: whatever the log holds can be folded."""
    state = SessionState() if onto is None else onto
    for event in events:
        evolve(state, event)
    return state


def evolve(state: SessionState, event: Event) -> None:
    """Change `state` by one event, in place: copying would cost more than all else here."""
    match event.body:
        case UserTurn() | TurnBegun() | CharacterTurn():
            pass  # lines live in the transcript, not in the state
        case ParticipantJoined() as joined:
            _join(state, joined)
        case ParticipantChanged() as changed:
            _change(state, changed)
        case SessionStarted():
            state.host = event.body.host
            state.ended = False
        case SessionEnded():
            state.ended = True
        case _:
            assert_never(event.body)
    state.head = event.seq


def with_joined(state: SessionState, *joined: ParticipantJoined) -> SessionState:
    """The state as it will be once these have joined; `state` itself stays as it is."""
    after = SessionState(
        head=state.head,
        host=state.host,
        lead=state.lead,
        ended=state.ended,
        participants=dict(state.participants),
    )
    for one in joined:
        _join(after, one)
    return after


def _join(state: SessionState, joined: ParticipantJoined) -> None:
    slot = joined.slot
    match joined.plays:
        case PlaysPersona() as plays:
            state.participants[slot] = Player(
                slot=slot,
                account=plays.account,
                persona=plays.persona,
                name=joined.name,
                pronouns=plays.pronouns,
                description=plays.description,
            )
        case PlaysCharacter() as plays:
            state.participants[slot] = Character(
                slot=slot, character=plays.character, name=joined.name
            )
            state.lead = slot if state.lead is None else state.lead
        case _:
            assert_never(joined.plays)


def _change(state: SessionState, changed: ParticipantChanged) -> None:
    player = state.participants.get(changed.slot)
    if isinstance(player, Player):
        player.name = changed.name
        player.pronouns = changed.pronouns
        player.description = changed.description
