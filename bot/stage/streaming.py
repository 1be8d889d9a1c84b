"""A line on show while it grows: typing, first words at once, sparse edits."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, replace

from bot.background import spawn
from bot.engine.cast.lines import Piece
from bot.engine.errors import EngineError
from bot.engine.ports import Claim, Clock, Keep, LiveLine
from bot.engine.postings import Posting
from bot.stage.delivery import Delivery
from bot.stage.faults import NETWORK, noted
from bot.stage.pace import Pace
from bot.stage.places import Place
from bot.stage.setting_out import set_out
from bot.stage.splitting import split
from bot.stage.voices import Gone, OutOfReach

log = logging.getLogger(__name__)

BREATH_SECONDS = 0.03
"""A line that is whole by then is shown whole: that saves a message its first edit."""
TYPING_AFTER_SECONDS = 0.2
"""Who answers faster than that is not seen typing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """How a line looks while it grows, whole, and cut short."""

    growing: Callable[[Sequence[Piece]], str]
    whole: Callable[[Sequence[Piece]], str]
    cut_short: Callable[[Sequence[Piece]], str]
    new: Callable[[int], Posting]
    """A message for a part of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What a growing line works with."""

    place: Place
    delivery: Delivery
    pace: Pace
    clock: Clock
    typing: Callable[[], AbstractAsyncContextManager[None]]
    deliver: Callable[[], Awaitable[None]]
    """Makes the channel show what the ledger wishes."""
    take_away: Callable[[Sequence[Posting]], Awaitable[None]]


class GrowingLine(LiveLine):
    """Shows what it is given when the pace allows; only the newest wish counts.

    Calls are never cut off once begun: nobody would know whether they had an effect.
    """

    def __init__(self, means: Means, script: Script, keep: Keep) -> None:
        self._means = means
        self._script = script
        self._keep = keep
        self._posted: list[Posting] = []
        self._wished: Sequence[Piece] = ()
        self._seen = ""
        self._news = asyncio.Event()
        self._over = asyncio.Event()
        self._worker: asyncio.Task[object] | None = None
        self.is_set_out = False
        self._stopped = asyncio.Event()

    @property
    def stopped(self) -> asyncio.Event:
        return self._stopped

    def begin(self) -> None:
        """Show that the speaker is at it."""
        self._worker = spawn(self._work(), name=f"stream {self._means.place.id}")

    def show(self, pieces: Sequence[Piece]) -> None:
        # Turned into text only when it is shown: this is called for every few characters.
        self._wished = pieces
        self._news.set()

    async def set_out(self, pieces: Sequence[Piece], *, truncated: bool) -> Sequence[Posting]:
        await self._end_work()
        self.is_set_out = True
        text = self._script.cut_short if truncated else self._script.whole
        texts = [part.text for part in split(text(pieces))]
        return set_out(texts, onto=self._posted, new=self._script.new)

    async def finish(self) -> None:
        await self._means.deliver()

    async def close(self) -> None:
        """Take away what is not finished."""
        await self._end_work()
        if not self.is_set_out and self._posted:
            self.is_set_out = True
            await self._means.take_away(set_out([], onto=self._posted, new=self._script.new))

    async def _end_work(self) -> None:
        self._over.set()
        if self._worker is not None:
            await asyncio.wait({self._worker})

    async def _work(self) -> None:
        """Show the newest wish, as long as there is one. What fails is tried again later."""
        typing = spawn(self._type(), name=f"typing {self._means.place.id}")
        try:
            if not await self._either(self._news.wait()):
                return
            if not await self._either(self._means.clock.sleep(BREATH_SECONDS)):
                return
            while True:
                self._news.clear()
                await self._show_wished()
                if self._posted:
                    typing.cancel()
                if not await self._either(self._news.wait()):
                    return
                seconds = self._means.pace.wait_for(self._means.place.budget)
                if seconds and not await self._either(self._means.clock.sleep(seconds)):
                    return
        finally:
            typing.cancel()

    async def _show_wished(self) -> None:
        text = self._script.growing(self._wished)
        if text == self._seen:
            return
        try:
            if not self._posted and self._means.delivery.is_behind(self._means.place.id):
                await self._means.deliver()
                if self._means.delivery.is_behind(self._means.place.id):
                    return  # what was said before this cannot be shown yet, so neither can this
            await self._match([part.text for part in split(text)])
            self._seen = text
        except (*NETWORK, EngineError) as error:
            # The last edit shows it all; until then the line may lag.
            log.warning("streaming_edit_failed", extra=noted(error))
            self._means.pace.note(self._means.place.budget)

    async def _either(self, something: Awaitable[object]) -> bool:
        """Wait for it, or for the end. Whether there is more to do."""
        wanted = asyncio.ensure_future(something)
        over = asyncio.ensure_future(self._over.wait())
        await asyncio.wait({wanted, over}, return_when=asyncio.FIRST_COMPLETED)
        for task in (wanted, over):
            task.cancel()
        await asyncio.gather(wanted, over, return_exceptions=True)
        return not self._over.is_set()

    async def _type(self) -> None:
        if not await self._either(self._means.clock.sleep(TYPING_AFTER_SECONDS)):
            return
        with suppress(*NETWORK):
            async with self._means.typing():
                await self._over.wait()

    async def _match(self, texts: Sequence[str]) -> None:
        """Make Discord's messages say these: change, and add. Too many stay until the end."""
        kept = False

        async def claim(posting: Posting) -> Claim:
            nonlocal kept
            kept = True
            return await self._keep(posting)

        for part, words in enumerate(texts):
            button = "stop" if part == len(texts) - 1 else ""
            if part == len(self._posted):
                self._posted.append(self._script.new(part))
            posted = self._posted[part]
            wished = replace(posted, wished=words, button=button)
            if posted.state == "there" and not wished.is_due:
                continue
            if posted.state == "there" and not kept:
                kept = await self._keep(None) == "claimed"
            self._posted[part] = await self._show(wished, claim)

    async def _show(self, wished: Posting, claim: Callable[[Posting], Awaitable[Claim]]) -> Posting:
        place, delivery = self._means.place, self._means.delivery
        if wished.state == "there":
            try:
                return await delivery.change(place, wished)
            except Gone:
                fresh = self._script.new(wished.part)
            except OutOfReach:
                return self._posted[wished.part]  # its end says what is left to say
            wished = replace(fresh, wished=wished.wished, button=wished.button)
        return await delivery.send(place, wished, claim=claim)
