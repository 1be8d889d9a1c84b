"""After a crash: lines that were being written are closed from what was saved of them."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.engine.cast.lines import Piece
from bot.engine.cast.views import names_in, words_named_by
from bot.engine.errors import NoSessionHere
from bot.engine.ids import ChannelId
from bot.engine.log.state import Character
from bot.engine.ports import Generation, Speaking, Stage, UnitOfWork, Usage
from bot.engine.use_cases.backstage import Backstage
from bot.engine.use_cases.chronicle import Decision, Loaded, Rule
from bot.engine.use_cases.drafts import SpokenAs, character_line, words_for
from bot.engine.use_cases.floor import Spawn
from bot.engine.use_cases.patience import outlast
from bot.engine.voice.reading import read_line

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Left:
    """A line as it was saved. No pieces: nothing was."""

    speaking: Speaking
    pieces: tuple[Piece, ...]


class Recovery:
    """Closes what a process left open when it died."""

    def __init__(self, backstage: Backstage, stage: Stage, *, spawn: Spawn) -> None:
        self._stage = stage
        self._spawn = spawn
        self._unit_of_work = backstage.unit_of_work
        self._chronicle = backstage.chronicle
        self._clock = backstage.clock
        self._ids = backstage.ids
        self._born = backstage.clock.now()

    async def recover(
        self, *, ours: Callable[[ChannelId], Awaitable[bool]]
    ) -> tuple[Generation, ...]:
        """Close lines of our channels that nobody writes any more.

        What was saved of a line is kept as truncated: it is what people saw. Those of which
        nothing was saved are returned, to be spoken anew. Lines that began after this object was
        made are this process's own.
        """
        unsaid: list[Generation] = []
        for generation in await outlast(self._unfinished, clock=self._clock):
            if generation.started_at >= self._born or not await ours(generation.channel):
                continue
            try:
                left = await self._recovered(generation)
            except NoSessionHere:
                continue  # ended meanwhile; its line stays unsaid
            if left is None:
                continue  # closed by whoever was writing it, after all
            kept = bool(left.pieces)
            log.info("line_recovered", extra={"session": generation.session, "kept": kept})
            if kept:
                # Nobody waits for it: one slow channel would hold up the start of all.
                channel = left.speaking.channel
                self._spawn(self._stage.deliver(channel), name=f"deliver {channel}")
            else:
                unsaid.append(generation)
        return tuple(unsaid)

    async def _unfinished(self) -> Sequence[Generation]:
        async with self._unit_of_work() as work:
            return await work.generations.unfinished()

    async def _recovered(self, generation: Generation) -> _Left | None:
        close = self._close(generation)
        return await outlast(
            lambda: self._chronicle.write(generation.session, close), clock=self._clock
        )

    def _close(self, generation: Generation) -> Rule[_Left | None]:
        async def rule(work: UnitOfWork, here: Loaded) -> Decision[_Left | None]:
            names = names_in(
                here.state, await work.words.read(here.record.id, words_named_by(here.state))
            )
            speaker = generation.speaker
            others = tuple(name for slot, name in names.items() if slot != speaker)
            pieces = read_line(generation.raw, speaker=names.get(speaker, ""), others=others).pieces
            closed = await work.generations.finish(
                generation.session,
                generation.turn,
                raw=generation.raw,
                model=generation.model,
                usage=Usage(),
                outcome="cut_off" if pieces else "failed",
            )
            if not closed:
                return Decision(result=None)
            words = words_for(pieces, self._ids.new)
            await work.words.write(generation.session, words, author=None)
            drafts = character_line(
                pieces,
                tuple(words),
                SpokenAs(
                    turn=generation.turn,
                    speaker=speaker,
                    state=here.state,
                    at=self._clock.now(),
                    there=generation.there,
                ),
                truncated=True,
            )
            character = here.state.participants[speaker]
            if not isinstance(character, Character):
                return Decision(drafts=drafts, result=None)
            speaking = Speaking(
                session=generation.session,
                turn=generation.turn,
                channel=generation.channel,
                name=names[speaker],
                character=character.character,
            )
            begun = await work.ledger.of_turn(generation.session, generation.turn)
            await work.ledger.wish(
                self._stage.set_out(speaking, pieces, truncated=True, onto=begun)
            )
            return Decision(drafts=drafts, result=_Left(speaking=speaking, pieces=pieces))

        return rule
