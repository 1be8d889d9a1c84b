"""The first events of a session: it starts, its lead and its starter join, the lead greets."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.engine.cards.card import Card
from bot.engine.cast.lines import Piece
from bot.engine.ids import AccountId, Slot, Turn, WordsId
from bot.engine.log.events import (
    AnyBody,
    Draft,
    ParticipantJoined,
    PlaysCharacter,
    SessionStarted,
    TurnBegun,
)
from bot.engine.log.fold import with_joined
from bot.engine.log.state import SessionState
from bot.engine.ports import Ids, Persona, SessionRecord, UnitOfWork
from bot.engine.use_cases.drafts import SpokenAs, character_line, words_for
from bot.engine.use_cases.personas import joins

LEAD = Slot(0)
STARTER = Slot(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A session as its starter asked for it. `greeting` may be empty: then nobody speaks first."""

    record: SessionRecord
    card: Card
    starter: Persona
    greeting: tuple[Piece, ...]


async def opening_events(
    opening: Opening, *, work: UnitOfWork, ids: Ids, at: datetime
) -> Sequence[Draft]:
    """Store the words, and give the events in order, numbered from 1."""
    session, starter = opening.record.id, opening.starter
    card_name = WordsId(ids.new())
    spoken = words_for(opening.greeting, ids.new)
    await work.words.write(session, {card_name: opening.card.name} | spoken, author=None)
    lead = ParticipantJoined(
        slot=LEAD, name=card_name, plays=PlaysCharacter(character=opening.card.id)
    )
    player = await joins(starter, session=session, slot=STARTER, work=work, ids=ids)
    there = (LEAD, STARTER)

    bodies: list[tuple[AnyBody, AccountId | None]] = [
        (SessionStarted(host=starter.account), starter.account),
        (lead, None),
        (player, starter.account),
    ]
    drafts = [
        Draft(turn=Turn(number), body=body, audience=there, author=author, at=at)
        for number, (body, author) in enumerate(bodies, start=1)
    ]
    if not opening.greeting:
        return drafts
    turn = Turn(len(drafts) + 1)
    begun = Draft(turn=turn, body=TurnBegun(speaker=LEAD), audience=there, at=at)
    line = character_line(
        opening.greeting,
        tuple(spoken),
        SpokenAs(turn=turn, speaker=LEAD, state=with_joined(SessionState(), lead, player), at=at),
        truncated=False,
    )
    return [*drafts, begun, *line]
