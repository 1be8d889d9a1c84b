"""A line on show while it grows: typing, first words at once, sparse edits, a last one for sure."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass

import discord

from bot.background import spawn
from bot.engine.cast.lines import Piece
from bot.engine.errors import EngineError
from bot.engine.ids import ChannelId
from bot.engine.ports import Clock, Keep, LiveLine
from bot.stage.faults import NETWORK, noted
from bot.stage.pace import Pace
from bot.stage.splitting import split
from bot.stage.voices import Gone, Shown, Voice

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """How a line looks while it grows, whole, and cut short, and the button under it."""

    growing: Callable[[Sequence[Piece]], str]
    whole: Callable[[Sequence[Piece]], str]
    cut_short: Callable[[Sequence[Piece]], str]
    stop: Callable[[], discord.ui.View]
    unshown: Callable[[BaseException], Awaitable[None]]
    """Told when the whole line could not be shown; it is in the log all the same."""


@dataclass(slots=True)
class _Posted:
    """A part as Discord has it."""

    shown: Shown
    text: str
    stoppable: bool


class GrowingLine(LiveLine):
    """Shows what it is given when the pace allows; only the newest wish counts.

    Calls are never cut off once begun: nobody would know whether they had an effect.
    """

    def __init__(
        self,
        *,
        voice: Voice,
        budget: ChannelId,
        script: Script,
        pace: Pace,
        clock: Clock,
        keep: Keep,
    ) -> None:
        self._voice = voice
        self._budget = budget
        self._script = script
        self._pace = pace
        self._clock = clock
        self._keep = keep
        self._posted: list[_Posted] = []
        self._wished: Sequence[Piece] = ()
        self._seen = ""
        self._news = asyncio.Event()
        self._over = asyncio.Event()
        self._worker: asyncio.Task[object] | None = None
        self._finished = False
        self._stopped = asyncio.Event()

    @property
    def stopped(self) -> asyncio.Event:
        return self._stopped

    def begin(self) -> None:
        """Show that the speaker is at it."""
        self._worker = spawn(self._work(), name=f"stream {self._budget}")

    def show(self, pieces: Sequence[Piece]) -> None:
        # Turned into text only when it is shown: this is called for every few characters.
        self._wished = pieces
        self._news.set()

    async def finish(self, pieces: Sequence[Piece], *, truncated: bool) -> None:
        await self._end_work()
        self._finished = True
        text = self._script.cut_short if truncated else self._script.whole
        try:
            await self._match(text(pieces), final=True)
        except NETWORK as error:
            log.warning("line_not_shown", extra={"channel": self._budget, **noted(error)})
            await self._script.unshown(error)

    async def close(self) -> None:
        """Take away what is not finished."""
        await self._end_work()
        if not self._finished:
            with suppress(*NETWORK):  # whatever ended the line is told; this would hide it
                await self._match("", final=True)

    async def _end_work(self) -> None:
        self._over.set()
        if self._worker is not None:
            await asyncio.wait({self._worker})

    async def _work(self) -> None:
        """Show the newest wish, as long as there is one. What fails is tried again later."""
        async with AsyncExitStack() as until_words:
            typing = spawn(self._type(), name=f"typing {self._budget}")
            until_words.callback(typing.cancel)
            with suppress(*NETWORK):
                await self._voice.prepare()
            while await self._either(self._news.wait()):
                # First words do not wait.
                seconds = self._pace.wait_for(self._budget) if self._posted else 0
                if seconds and not await self._either(self._clock.sleep(seconds)):
                    return
                self._news.clear()
                await self._show_wished()
                if self._posted:
                    await until_words.aclose()

    async def _show_wished(self) -> None:
        text = self._script.growing(self._wished)
        if text == self._seen:
            return
        try:
            await self._keep()
            await self._match(text, final=False)
            self._seen = text
        except (*NETWORK, EngineError) as error:
            # The last edit shows it all; until then the line may lag.
            log.warning("streaming_edit_failed", extra=noted(error))
            self._pace.note(self._budget)

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
        with suppress(*NETWORK):
            async with self._voice.typing():
                await self._over.wait()

    async def _match(self, text: str, *, final: bool) -> None:
        """Make Discord's messages say `text`: change, add, and take away what is too much."""
        wished = [part.text for part in split(text)]
        for number, words in enumerate(wished):
            stoppable = not final and number == len(wished) - 1
            await self._put(number, words, stoppable=stoppable)
        while len(self._posted) > len(wished):
            await self._voice.delete(self._posted[-1].shown)
            self._posted.pop()

    async def _put(self, number: int, text: str, *, stoppable: bool) -> None:
        view = self._script.stop() if stoppable else None
        if number < len(self._posted):
            posted = self._posted[number]
            if posted.text == text and posted.stoppable == stoppable:
                return
            try:
                await self._voice.edit(posted.shown, text, view=view)
            except Gone:
                posted.shown = await self._voice.send(text, view=view, first=number == 0)
            posted.text, posted.stoppable = text, stoppable
        else:
            shown = await self._voice.send(text, view=view, first=number == 0)
            self._posted.append(_Posted(shown, text, stoppable))
        self._pace.note(self._budget)
