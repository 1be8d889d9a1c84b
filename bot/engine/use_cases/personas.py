"""Who members play: set, show, clear, and join a session as."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from unicodedata import category

from bot.engine.errors import InvalidPersona
from bot.engine.ids import ChannelId, PersonaId, SessionId, Slot, WordsId
from bot.engine.log.events import Draft, ParticipantChanged, ParticipantJoined, PlaysPersona
from bot.engine.log.state import Player
from bot.engine.ports import Ids, Persona, UnitOfWork
from bot.engine.use_cases.backstage import Backstage
from bot.engine.use_cases.chronicle import Decision, Loaded, Rule
from bot.engine.use_cases.requests import DescribePersona, Who

LONGEST_NAME = 80
LONGEST_DESCRIPTION = 1000

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
_HIDING = frozenset({"Cf", "Cs", "Cn"})
"""Unicode's categories of what turns text, joins it, halves it, or is no character at all."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Fillers: letters and a symbol of which nothing is seen."""


def tidy_name(name: str) -> str:
    """A name on one line, without characters that hide or turn text. Empty: nothing is seen."""
    on_one_line = _CONTROL.sub(" ", name)
    seen = (c for c in on_one_line if category(c) not in _HIDING and c not in _BLANK)
    tidy = " ".join("".join(seen).split())
    is_marks_alone = all(category(c)[0] in "MZ" for c in tidy)
    return "" if is_marks_alone else tidy


async def persona_of(who: Who, *, work: UnitOfWork, ids: Ids) -> Persona:
    """The member's persona; made from their Discord name on first use, and kept in step with it."""
    account = await work.accounts.of(who.member)
    persona = await work.personas.of(account)
    name = tidy_name(who.name)[:LONGEST_NAME] or "Somebody"
    if persona is None:
        persona = Persona(id=PersonaId(ids.new()), account=account, name=name, chosen=False)
        await work.personas.put(persona)
    elif not persona.chosen and persona.name != name:
        persona = replace(persona, name=name)
        await work.personas.put(persona)
    return persona


async def write_texts(
    persona: Persona, *, session: SessionId, work: UnitOfWork, ids: Ids
) -> tuple[WordsId, WordsId | None, WordsId | None]:
    """Store the persona's name, pronouns and description as the session's words."""
    texts = (persona.name, persona.pronouns, persona.description)
    name, pronouns, description = (WordsId(ids.new()) if text else None for text in texts)
    words = {
        words_id: text
        for words_id, text in zip((name, pronouns, description), texts, strict=True)
        if words_id is not None
    }
    await work.words.write(session, words, author=persona.account)
    if name is None:
        raise InvalidPersona(limit=LONGEST_NAME)
    return name, pronouns, description


async def joins(
    persona: Persona,
    *,
    session: SessionId,
    slot: Slot,
    work: UnitOfWork,
    ids: Ids,
) -> ParticipantJoined:
    """The event body with which a persona joins a session, its words stored."""
    name, pronouns, description = await write_texts(persona, session=session, work=work, ids=ids)
    plays = PlaysPersona(
        account=persona.account, persona=persona.id, pronouns=pronouns, description=description
    )
    return ParticipantJoined(slot=slot, name=name, plays=plays)


class PersonaKeeper:
    """Members' personas, and their traces in the session at hand."""

    def __init__(self, backstage: Backstage) -> None:
        self._unit_of_work = backstage.unit_of_work
        self._chronicle = backstage.chronicle
        self._clock = backstage.clock
        self._ids = backstage.ids

    async def show(self, who: Who) -> Persona:
        async with self._unit_of_work() as work:
            persona = await persona_of(who, work=work, ids=self._ids)
            await work.commit()
        return persona

    async def set(self, wish: DescribePersona) -> Persona:
        """Be somebody. A session in this channel learns of it at once.

        Raises:
            InvalidPersona: no name, or a text that is too long.
        """
        name = tidy_name(wish.name)
        if not name or len(name) > LONGEST_NAME:
            raise InvalidPersona(limit=LONGEST_NAME)
        if len(wish.description) > LONGEST_DESCRIPTION or len(wish.pronouns) > LONGEST_NAME:
            raise InvalidPersona(limit=LONGEST_DESCRIPTION)
        return await self._become(
            wish.who,
            wish.channel,
            name=name,
            pronouns=tidy_name(wish.pronouns),
            description=wish.description.strip(),
            chosen=True,
        )

    async def clear(self, who: Who, channel: ChannelId) -> Persona:
        """Be nobody in particular again: the Discord name, and no description."""
        name = tidy_name(who.name)[:LONGEST_NAME] or "Somebody"
        return await self._become(
            who, channel, name=name, pronouns="", description="", chosen=False
        )

    async def _become(
        self,
        who: Who,
        channel: ChannelId,
        *,
        name: str,
        pronouns: str,
        description: str,
        chosen: bool,
    ) -> Persona:
        async with self._unit_of_work() as work:
            before = await persona_of(who, work=work, ids=self._ids)
            persona = replace(
                before, name=name, pronouns=pronouns, description=description, chosen=chosen
            )
            await work.personas.put(persona)
            running = await work.sessions.running_in(channel)
            await work.commit()
        if running is not None and persona != before:
            await self._chronicle.write(running.id, self._change(persona))
        return persona

    def _change(self, persona: Persona) -> Rule[None]:
        async def rule(work: UnitOfWork, here: Loaded) -> Decision[None]:
            draft = await changed(
                persona, here=here, work=work, ids=self._ids, at=self._clock.now()
            )
            return Decision(drafts=[draft] if draft else [], result=None)

        return rule


def words_of(player: Player) -> tuple[WordsId, ...]:
    named = (player.name, player.pronouns, player.description)
    return tuple(words for words in named if words is not None)


def is_known_as(persona: Persona, player: Player, words: Mapping[WordsId, str]) -> bool:
    """Whether the session already has the persona under these words."""

    def text(words_id: WordsId | None) -> str:
        return "" if words_id is None else words.get(words_id, "")

    known = (text(player.name), text(player.pronouns), text(player.description))
    return known == (persona.name, persona.pronouns, persona.description)


async def changed(
    persona: Persona, *, here: Loaded, work: UnitOfWork, ids: Ids, at: datetime
) -> Draft | None:
    """The event that gives a persona already in the session its new words, if it is there."""
    player = here.state.player_of(persona.account)
    if player is None:
        return None
    name, pronouns, description = await write_texts(
        persona, session=here.record.id, work=work, ids=ids
    )
    body = ParticipantChanged(
        slot=player.slot, name=name, pronouns=pronouns, description=description
    )
    return Draft(
        turn=here.next_turn,
        body=body,
        audience=here.state.slots(),
        author=persona.account,
        at=at,
    )
