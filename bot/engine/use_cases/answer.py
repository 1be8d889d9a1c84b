"""A character's turn, start to end: begin, prompt, listen, keep, show."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from bot.engine.cards.card import Card
from bot.engine.cast.lines import Piece
from bot.engine.cast.views import Line, View, names_in, view_of, words_named_by
from bot.engine.errors import EngineError, ModelSaidNothing, StorageUnavailable, UnknownCharacter
from bot.engine.ids import SessionId, Slot
from bot.engine.log.events import Draft, Span, TurnBegun
from bot.engine.log.state import Character
from bot.engine.ports import (
    CardLibrary,
    ChatModel,
    Claim,
    Generation,
    LiveLine,
    Speaking,
    Stage,
    UnitOfWork,
)
from bot.engine.postings import Posting
from bot.engine.prompt.assembly import PromptWriter
from bot.engine.rules.daily_cap import check_daily_cap, day_of
from bot.engine.use_cases.backstage import Backstage
from bot.engine.use_cases.chronicle import Decision, Loaded, Rule
from bot.engine.use_cases.drafts import SpokenAs, character_line, words_for
from bot.engine.use_cases.patience import outlast
from bot.engine.use_cases.prompting import Prompting, Terms
from bot.engine.use_cases.streaming import CHARACTERS_PER_TOKEN, Unseen, Utterance
from bot.engine.voice.pieces import Secret
from bot.engine.voice.reading import Hearing
from bot.engine.voice.verdicts import Fault, Judge

WINDOW_SPANS = 80
"""Spans read for a window of at most 40 lines."""
SCENE_LINES = 12
"""Newest lines that show in which language the scene is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A turn that has its place in the story, and what its speaker saw until then."""

    speaking: Speaking
    slot: Slot
    there: tuple[Slot, ...]
    view: View


class Narrator:
    """Lets a character speak."""

    def __init__(
        self,
        *,
        backstage: Backstage,
        cards: CardLibrary,
        model: ChatModel,
        prompts: PromptWriter,
        stage: Stage,
        terms: Terms,
    ) -> None:
        self._unit_of_work = backstage.unit_of_work
        self._chronicle = backstage.chronicle
        self._clock = backstage.clock
        self._ids = backstage.ids
        self._cards = cards
        self._prompting = Prompting(model=model, prompts=prompts, terms=terms)
        self._stage = stage
        self._max_tokens = terms.max_tokens
        self._tokens_per_day = terms.tokens_per_day

    async def answer(self, session: SessionId, *, addressed: Slot | None) -> None:
        """Let the addressed character speak, or the lead.

        Whatever comes of it is in the log before it is shown as finished.

        Raises:
            NoSessionHere, UnknownCharacter, BrokenCard, CardTooLarge, DailyCapReached, ModelFailed.
        """
        begun = await self._chronicle.write(session, self._begin(addressed))
        utterance = _utterance(begun.view, longest=self._max_tokens * CHARACTERS_PER_TOKEN)
        try:
            await self._perform(begun, utterance)
        except Exception:
            utterance.outcome = "failed"
            await self._outlast(lambda: self._close(begun, utterance), begun.speaking)
            raise

    async def _perform(self, begun: Begun, utterance: Utterance) -> None:
        card = self._cards.card(begun.speaking.character)

        async def keep(posting: Posting | None) -> Claim:
            async with self._unit_of_work() as work:
                speaking = begun.speaking
                await work.generations.save_raw(speaking.session, speaking.turn, utterance.raw)
                claim = "claimed" if posting is None else await work.ledger.claim(posting)
                await work.commit()
            return claim

        async with self._stage.perform(begun.speaking, keep=keep) as line:
            await self._speak(begun, card, utterance, line)
            reading = utterance.reading
            truncated = utterance.outcome != "finished"
            postings = await line.set_out(reading.pieces, truncated=truncated)
            finish = self._finish(begun, utterance, reading.kept, postings)
            await self._outlast(
                lambda: self._chronicle.write(begun.speaking.session, finish), begun.speaking
            )
            await line.finish()

    async def _speak(self, begun: Begun, card: Card, utterance: Utterance, line: LiveLine) -> None:
        """Ask the model, and once more, with a reminder, if something is wrong with its answer.

        What is wrong but can be shown stays on show meanwhile; the better of the two is kept.
        """
        ask = partial(self._prompting.ask, begun.view, card)
        await ask(utterance=utterance, line=line)
        fault = utterance.verdict.fault
        if fault is None or line.stopped.is_set():
            return
        if fault is Fault.EMPTY:
            await ask(utterance=utterance, line=line, fault=fault)
            if not utterance.reading.pieces and not line.stopped.is_set():
                raise ModelSaidNothing
            return
        second = utterance.another()
        with suppress(EngineError):  # the first answer will do
            await ask(utterance=second, line=Unseen(line), fault=fault)
        utterance.take_if_better(second)

    def _begin(self, addressed: Slot | None) -> Rule[Begun]:
        async def rule(work: UnitOfWork, here: Loaded) -> Decision[Begun]:
            session, state, turn = here.record.id, here.state, here.next_turn
            slot = state.lead if addressed is None else addressed
            speaker = state.participants.get(slot) if slot is not None else None
            if slot is None or not isinstance(speaker, Character):
                raise UnknownCharacter(wanted=str(slot))
            there, at = state.slots(), self._clock.now()
            if self._tokens_per_day is not None:
                spent = await work.usage.spent_since(day_of(at))
                check_daily_cap(spent=spent, cap=self._tokens_per_day, now=at)
            spans = await work.transcript.window(
                session, here.history, knower=slot, limit=WINDOW_SPANS
            )
            words = await work.words.read(session, words_named_by(state))
            speaking = Speaking(
                session=session,
                turn=turn,
                channel=here.record.channel,
                name=names_in(state, words)[slot],
                character=speaker.character,
            )
            await work.generations.begin(
                Generation(
                    session=session,
                    turn=turn,
                    speaker=slot,
                    there=there,
                    channel=here.record.channel,
                    started_at=at,
                )
            )
            view = view_of(slot, state=state, spans=spans, words=words)
            begun = Draft(turn=turn, body=TurnBegun(speaker=slot), audience=there, at=at)
            result = Begun(speaking=speaking, slot=slot, there=there, view=view)
            return Decision(drafts=[begun], result=result)

        return rule

    def _finish(
        self,
        begun: Begun,
        utterance: Utterance,
        pieces: Sequence[Piece],
        postings: Sequence[Posting],
    ) -> Rule[None]:
        async def rule(work: UnitOfWork, here: Loaded) -> Decision[None]:
            session = begun.speaking.session
            if not await _end_generation(work, begun.speaking, utterance):
                return Decision(result=None)  # the line is in the log already
            words = words_for(pieces, self._ids.new)
            await work.words.write(session, words, author=None)
            await work.ledger.wish(postings)
            drafts = character_line(
                pieces,
                tuple(words),
                SpokenAs(
                    turn=begun.speaking.turn,
                    speaker=begun.slot,
                    state=here.state,
                    at=self._clock.now(),
                    there=begun.there,
                ),
                truncated=utterance.outcome != "finished",
            )
            return Decision(drafts=_unshown(drafts, pieces), result=None)

        return rule

    async def _outlast(self, work: Callable[[], Awaitable[None]], speaking: Speaking) -> None:
        """What was heard must not be lost, nor come back from the dead at the next start."""

        async def away() -> None:
            trouble = StorageUnavailable()
            await self._stage.tell(trouble, channel=speaking.channel, session=None)

        await outlast(work, clock=self._clock, away=away)

    async def _close(self, begun: Begun, utterance: Utterance) -> None:
        async with self._unit_of_work() as work:
            await _end_generation(work, begun.speaking, utterance)
            await work.commit()


def _utterance(view: View, *, longest: int) -> Utterance:
    said = [(line.own, _said(line)) for line in view.lines]
    return Utterance(
        hearing=Hearing(
            speaker=view.knower.name,
            others=tuple(person.name for person in view.present),
            personas=tuple(person.name for person in view.present if person.is_player),
        ),
        judge=Judge(
            own=[text for own, text in said if own and text],
            scene=[text for _, text in said[-SCENE_LINES:]],
        ),
        longest=longest,
    )


def _said(line: Line) -> str:
    return "\n".join(span.text for span in line.spans if span.span is Span.SAID and span.text)


def _unshown(drafts: Sequence[Draft], pieces: Sequence[Piece]) -> list[Draft]:
    """What was whispered is its speaker's alone: nobody is shown it, not even as a thought."""
    pairs = zip(drafts, pieces, strict=True)
    return [
        replace(draft, shown_to=()) if isinstance(piece, Secret) else draft
        for draft, piece in pairs
    ]


async def _end_generation(work: UnitOfWork, speaking: Speaking, utterance: Utterance) -> bool:
    return await work.generations.finish(
        speaking.session,
        speaking.turn,
        raw=utterance.raw,
        model=utterance.summary.model,
        usage=utterance.summary.usage,
        outcome=utterance.outcome,
    )
