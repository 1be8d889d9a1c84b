"""Starting, looking at and ending the session of a channel."""

from dataclasses import dataclass
from datetime import datetime

from bot.engine.cards.card import Card
from bot.engine.cards.macros import expand
from bot.engine.cast.views import names_in, words_named_by
from bot.engine.errors import MayNot, NoSessionHere, NoSuchGreeting
from bot.engine.ids import START, AccountId, ChannelId, SessionId
from bot.engine.log.events import Draft, SessionEnded
from bot.engine.ports import (
    CardLibrary,
    SessionRecord,
    Speaking,
    Stage,
    UnitOfWork,
)
from bot.engine.rules.may import Act, Role, may
from bot.engine.use_cases.backstage import Backstage
from bot.engine.use_cases.chronicle import Decision, Loaded
from bot.engine.use_cases.opening import Opening, opening_events
from bot.engine.use_cases.personas import persona_of
from bot.engine.use_cases.requests import StartSession, Who
from bot.engine.voice.reading import read_line

NEEDS = {Act.END_SESSION: "host"}
"""What to name in a refusal, by act."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What `/session status` shows: nothing that not everybody present knows."""

    session: SessionId
    lead: str
    players: tuple[str, ...]
    started_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A session that has begun. Its greeting is in the log, and still to be shown (`enter`)."""

    session: SessionId
    card: Card
    channel: ChannelId


class SessionDirector:
    """Opens and closes sessions, one at a time per channel."""

    def __init__(
        self,
        *,
        backstage: Backstage,
        cards: CardLibrary,
        stage: Stage,
        anyone_starts: bool,
    ) -> None:
        self._unit_of_work = backstage.unit_of_work
        self._chronicle = backstage.chronicle
        self._clock = backstage.clock
        self._ids = backstage.ids
        self._cards = cards
        self._stage = stage
        self._anyone_starts = anyone_starts

    async def start(self, wish: StartSession) -> Started:
        """Open a session and log its greeting, in one transaction.

        Raises:
            MayNot, UnknownCharacter, BrokenCard, NoSuchGreeting, SessionAlreadyRunning.
        """
        role = Role.MODERATOR if wish.who.moderates else Role.STRANGER
        if not may(role, Act.START_SESSION, anyone_starts=self._anyone_starts):
            raise MayNot(needs="manage_channels")
        card = self._cards.card(wish.wanted)
        template = _chosen_greeting(card, wish.greeting)
        record = SessionRecord(
            id=SessionId(self._ids.new()),
            guild=wish.guild,
            channel=wish.channel,
            started_at=self._clock.now(),
        )
        async with self._unit_of_work() as work:
            starter = await persona_of(wish.who, work=work, ids=self._ids)
            said = expand(template, char=card.name, user=starter.name)
            greeting = read_line(said, speaker=card.name).pieces
            opening = Opening(record=record, card=card, starter=starter, greeting=greeting)
            await work.sessions.open(record)
            drafts = await opening_events(opening, work=work, ids=self._ids, at=record.started_at)
            await work.log.append(record.id, record.on_show, drafts, after=START)
            speaking = Speaking(
                session=record.id,
                turn=drafts[-1].turn,
                channel=wish.channel,
                name=card.name,
                character=card.id,
            )
            notice = self._stage.set_out_notice(speaking, starter=wish.who.name)
            await work.ledger.wish([notice, *self._stage.set_out(speaking, greeting)])
            await work.commit()
        return Started(session=record.id, card=card, channel=wish.channel)

    async def enter(self, started: Started) -> None:
        """Show the notice, and say the greeting."""
        await self._stage.deliver(started.channel)

    async def status(self, channel: ChannelId) -> Status:
        """Raises NoSessionHere."""
        record = await self._running(channel)

        async def rule(work: UnitOfWork, here: Loaded) -> Decision[Status]:
            words = await work.words.read(record.id, words_named_by(here.state))
            names = names_in(here.state, words)
            lead = names[here.state.lead] if here.state.lead is not None else ""
            players = tuple(names[player.slot] for player in here.state.players())
            status = Status(
                session=record.id, lead=lead, players=players, started_at=record.started_at
            )
            return Decision(result=status)

        return await self._chronicle.write(record.id, rule)

    async def check(self, who: Who, channel: ChannelId, act: Act) -> SessionId:
        """Whether the member may do this to the session here.

        Raises:
            NoSessionHere, MayNot.
        """
        record = await self._running(channel)

        async def rule(work: UnitOfWork, here: Loaded) -> Decision[Role]:
            account = await work.accounts.of(who.member)
            return Decision(result=role_of(who, account, here))

        if not may(await self._chronicle.write(record.id, rule), act):
            raise MayNot(needs=NEEDS.get(act, "player"))
        return record.id

    async def end(self, who: Who, channel: ChannelId) -> SessionId:
        """End the session of a channel. What was said stays in the log.

        Raises:
            NoSessionHere, MayNot.
        """
        session = await self.check(who, channel, Act.END_SESSION)

        async def rule(work: UnitOfWork, here: Loaded) -> Decision[None]:
            account = await work.accounts.of(who.member)
            at = self._clock.now()
            await work.sessions.close(session, at=at)
            ended = Draft(
                turn=here.next_turn,
                body=SessionEnded(),
                audience=here.state.slots(),
                author=account,
                at=at,
            )
            return Decision(drafts=[ended], result=None)

        await self._chronicle.write(session, rule)
        self._chronicle.forget(session)
        return session

    async def _running(self, channel: ChannelId) -> SessionRecord:
        async with self._unit_of_work() as work:
            record = await work.sessions.running_in(channel)
        if record is None:
            raise NoSessionHere
        return record


def role_of(who: Who, account: AccountId, here: Loaded) -> Role:
    """What the member is to the session; the strongest role counts."""
    if who.moderates:
        return Role.MODERATOR
    if account == here.state.host:
        return Role.HOST
    return Role.STRANGER if here.state.player_of(account) is None else Role.PLAYER


def _chosen_greeting(card: Card, number: int | None) -> str:
    if number is None:
        return card.greetings[0] if card.greetings else ""
    if not 1 <= number <= len(card.greetings):
        raise NoSuchGreeting(wanted=number, available=len(card.greetings))
    return card.greetings[number - 1]
