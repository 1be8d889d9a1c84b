"""Taking a person's line: kept at once, in order, once."""

from dataclasses import dataclass

from bot.engine.cast.lines import Piece, pieces_of_player, without_asides
from bot.engine.cast.views import names_in, words_named_by
from bot.engine.direction.addressee import addressee
from bot.engine.ids import SessionId, Slot, Turn
from bot.engine.log.events import Draft, Span
from bot.engine.log.fold import with_joined
from bot.engine.log.state import SessionState
from bot.engine.ports import Persona, SessionRecord, UnitOfWork
from bot.engine.use_cases.backstage import Backstage
from bot.engine.use_cases.chronicle import Decision, Loaded, Rule
from bot.engine.use_cases.drafts import SpokenAs, user_line, words_for
from bot.engine.use_cases.personas import changed, is_known_as, joins, persona_of, words_of
from bot.engine.use_cases.requests import Heard


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A line that is in the log now. `addressed`: the character it is for.

    `fresh`: it was not there before.
    """

    session: SessionId
    turn: Turn
    addressed: Slot | None
    fresh: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class _Arrival:
    """The speaker as the line will find them, and the events that make it so."""

    slot: Slot
    drafts: tuple[Draft, ...]
    state: SessionState


class Ear:
    """Turns messages into user turns."""

    def __init__(
        self,
        *,
        backstage: Backstage,
        ooc_markers: tuple[str, ...],
    ) -> None:
        self._unit_of_work = backstage.unit_of_work
        self._chronicle = backstage.chronicle
        self._clock = backstage.clock
        self._ids = backstage.ids
        self._ooc_markers = ooc_markers

    async def take(self, heard: Heard) -> Taken | None:
        """Keep the line. None: no session here, or nothing in character."""
        pieces = pieces_of_player(without_asides(heard.text, line_markers=self._ooc_markers))
        if not pieces:
            return None
        async with self._unit_of_work() as work:
            record = await work.sessions.running_in(heard.channel)
        if record is None:
            return None
        return await self._chronicle.write(record.id, self._rule(heard, record, pieces))

    def _rule(self, heard: Heard, record: SessionRecord, pieces: tuple[Piece, ...]) -> Rule[Taken]:
        async def rule(work: UnitOfWork, here: Loaded) -> Decision[Taken]:
            speaker = await persona_of(heard.who, work=work, ids=self._ids)
            arrival = await self._arrival(speaker, here, work)
            turn = Turn(here.next_turn + len(arrival.drafts))
            addressed = await self._addressed(pieces, here, work)
            fresh = await work.inbound.take(
                heard.message, session=record.id, turn=turn, account=speaker.account
            )
            result = Taken(session=record.id, turn=turn, addressed=addressed, fresh=fresh)
            if not fresh:
                return Decision(result=result)
            words = words_for(pieces, self._ids.new)
            await work.words.write(record.id, words, author=speaker.account)
            line = user_line(
                pieces,
                tuple(words),
                SpokenAs(turn=turn, speaker=arrival.slot, state=arrival.state, at=heard.at),
                author=speaker.account,
            )
            return Decision(drafts=[*arrival.drafts, *line], result=result)

        return rule

    async def _arrival(self, speaker: Persona, here: Loaded, work: UnitOfWork) -> _Arrival:
        """Join on the first line; learn a new name or description on a later one."""
        session, player = here.record.id, here.state.player_of(speaker.account)
        at = self._clock.now()
        if player is not None:
            known = await work.words.read(session, words_of(player))
            draft = None
            if not is_known_as(speaker, player, known):
                draft = await changed(speaker, here=here, work=work, ids=self._ids, at=at)
            drafts = () if draft is None else (draft,)
            return _Arrival(slot=player.slot, drafts=drafts, state=here.state)
        slot = here.state.next_slot()
        body = await joins(speaker, session=session, slot=slot, work=work, ids=self._ids)
        state = with_joined(here.state, body)
        joined = Draft(
            turn=here.next_turn,
            body=body,
            audience=state.slots(),
            author=speaker.account,
            at=at,
        )
        return _Arrival(slot=slot, drafts=(joined,), state=state)

    async def _addressed(
        self, pieces: tuple[Piece, ...], here: Loaded, work: UnitOfWork
    ) -> Slot | None:
        words = await work.words.read(here.record.id, words_named_by(here.state))
        names = names_in(here.state, words)
        characters = {c.slot: names[c.slot] for c in here.state.characters()}
        said = "\n".join(piece.text for piece in pieces if piece.span is Span.SAID)
        return addressee(said, characters=characters, lead=here.state.lead)
