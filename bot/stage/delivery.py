"""Making Discord match the ledger: sends at most once, edits until they show, in order.

Between a send and its answer anything may happen. So the ledger holds the claim before the call;
whatever was claimed and not answered is looked for before anything else is sent there.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

import discord

from bot.engine.ids import ChannelId, MessageId, WebhookId
from bot.engine.ports import Claim, Clock
from bot.engine.postings import Posting
from bot.stage.books import Books
from bot.stage.faults import NETWORK, TRIES, ChannelGone, NotShown, had_no_effect, noted
from bot.stage.lanes import Lane, Lanes
from bot.stage.looking import Us, as_it_stands, is_ours, sent_after_all
from bot.stage.pace import Pace
from bot.stage.places import Place
from bot.stage.voices import Gone, OutOfReach, Sent

log = logging.getLogger(__name__)

ECHO_SECONDS = 3
"""How long the gateway may take to tell of a message whose sending had no answer."""

Claiming = Callable[[Posting], Awaitable[Claim]]
Seen = Callable[[Posting, discord.Message], None]


class Mouth(Protocol):
    """What `Voices` does, for one message at a time."""

    async def prepare(self, place: Place, posting: Posting, /) -> None: ...
    async def send(self, place: Place, posting: Posting, /) -> Sent: ...
    async def edit(self, place: Place, posting: Posting, /) -> None: ...
    async def delete(self, place: Place, posting: Posting, /) -> None: ...


class Delivery:
    """`seen` is told of every message that was sent, with what Discord made of it."""

    def __init__(
        self,
        *,
        mouth: Mouth,
        books: Books,
        pace: Pace,
        clock: Clock,
        us: Callable[[], Us],
        seen: Seen,
    ) -> None:
        self._mouth = mouth
        self._books = books
        self._lanes = Lanes()
        self._pace = pace
        self._clock = clock
        self._us = us
        self._seen = seen

    def heard(self, message: discord.Message) -> None:
        """A message of ours came over the gateway: an answer to the call that sent it."""
        lane = self._lanes.known(ChannelId(message.channel.id))
        if lane is not None and is_ours(message, us=self._us()):
            lane.heard(message)

    def is_behind(self, channel: ChannelId) -> bool:
        """Whether something older may wait there. After a start nobody knows before a look."""
        return self._lanes.of(channel).behind

    async def send(self, place: Place, posting: Posting, *, claim: Claiming | None) -> Posting:
        """Send a message that nobody else is sending; as it is then, or as another left it.

        No `claim`: for what must be said while storage is away. It is sent and forgotten.

        Raises:
            StorageUnavailable: nothing was sent.
            NETWORK, EngineError: it is not there, or nobody knows; the ledger says which.
        """
        await self._mouth.prepare(place, posting)
        await self._wait(self._pace.wait_for_send(place.budget))
        lane = self._lanes.of(place.id)
        async with lane.calls:
            claimed = posting.claimed(self._clock.now())
            if claim is not None:
                await self._books.settled(place.id)
                answer = await claim(claimed)
                if answer == "busy":
                    await self._settle_unknown(place, lane)
                    answer = await claim(claimed)
                if answer != "claimed":
                    return posting
            return await self._post(place, claimed, lane)

    async def change(self, place: Place, posting: Posting) -> Posting:
        """Make a message that is there look as wished, or take it away.

        Raises:
            Gone: it is not there any more.
            OutOfReach: it stays as it is.
        """
        async with self._lanes.of(place.id).calls:
            try:
                if posting.wished is None:
                    await self._mouth.delete(place, posting)
                    changed = replace(posting, state="gone")
                else:
                    await self._mouth.edit(place, posting)
                    changed = replace(posting, shown=posting.wished, shown_button=posting.button)
            except Gone:
                self._books.note(replace(posting, state="gone"))
                raise
            finally:
                self._pace.note(place.budget)
        self._books.note(changed)
        return changed

    async def match(
        self, place: Place, *, leave: Callable[[Posting], bool], new: Callable[[Posting], Posting]
    ) -> None:
        """Finish the newest line, send what waits, oldest first; then mend, newest first.

        `leave`: what somebody else is at. `new`: a message in the stead of one that is lost.

        Raises:
            StorageUnavailable, NETWORK, EngineError: what is left stays due.
        """
        lane = self._lanes.of(place.id)
        async with lane.matching:
            due = [p for p in await self._books.due(place.id) if not leave(p)]
            lane.behind = any(posting.state != "there" for posting in due)
            if not due:
                return
            newest = (due[-1].session, due[-1].turn)
            there = [posting for posting in due if posting.state == "there"]
            # The parts of a line are complete before the next one shows.
            for posting in (p for p in there if (p.session, p.turn) == newest):
                await self._mend(place, posting, new)
            for posting in (p for p in due if p.state != "there"):
                await self._bring(place, posting)
            lane.behind = False
            for posting in (p for p in reversed(there) if (p.session, p.turn) != newest):
                if not self._pace.may_mend(place.budget):
                    break
                await self._mend(place, posting, new)

    async def _bring(self, place: Place, posting: Posting) -> None:
        if posting.state == "sending":
            lane = self._lanes.of(place.id)
            async with lane.calls:
                await self._settle_unknown(place, lane)
            for found in await self._books.due(place.id):
                if found.id == posting.id and found.state == "there":
                    await self.change(place, found)
        elif posting.wished is None:
            self._books.note(replace(posting, state="gone"))
        else:
            await self.send(place, posting, claim=self._books.claim)

    async def _mend(
        self, place: Place, posting: Posting, new: Callable[[Posting], Posting]
    ) -> None:
        growing = posting.shown_button == "stop"
        try:
            await self.change(place, posting)
        except Gone:
            if not growing or not posting.wished:
                return  # somebody took it away, and that is respected
            await self._anew(place, replace(new(posting), wished=posting.wished))
        except OutOfReach:
            # What a dead process showed last, it may not have noted.
            shown = await as_it_stands(place, posting)
            self._books.note(replace(posting, state="given_up"))
            rest = remainder(shown or "", posting.wished or "")
            if growing and rest:
                await self._anew(place, replace(new(posting), wished=rest))

    async def _anew(self, place: Place, posting: Posting) -> None:
        await self._books.wish([posting])
        await self.send(place, posting, claim=self._books.claim)

    async def _settle_unknown(self, place: Place, lane: Lane) -> None:
        """Find the message that was being sent when its answer was lost, or send it again."""
        await self._books.settled(place.id)
        unknown = [p for p in await self._books.due(place.id) if p.state == "sending"]
        for posting in unknown:
            sent = await self._find(place, posting, lane, echo=None)
            if sent is not None:
                # Nobody knows what it looks like by now: the next match sees to that.
                found = self._show(place, posting, sent, lane)
                self._books.note(replace(found, shown=None))
            elif posting.wished is None:
                self._books.note(replace(posting, state="gone"))
            else:
                await self._post(place, posting, lane)
        await self._books.settled(place.id)

    async def _post(self, place: Place, posting: Posting, lane: Lane) -> Posting:
        for _ in range(TRIES):
            with lane.listening() as echo:
                try:
                    sent = await self._mouth.send(place, posting)
                except NETWORK as error:
                    log.info("send_failed", extra={"channel": place.id, **noted(error)})
                    if had_no_effect(error):
                        self._books.note(replace(posting, state="waiting"))
                        raise
                    found = await self._find(place, posting, lane, echo=echo)
                    if found is None:
                        continue
                    sent = found
            return self._show(place, posting, sent, lane)
        self._books.note(replace(posting, state="waiting"))
        raise NotShown

    def _show(self, place: Place, posting: Posting, sent: Sent, lane: Lane) -> Posting:
        message = MessageId(sent.message.id)
        lane.passed(message)
        self._pace.note(place.budget)
        shown = posting.showing(message, sent.webhook)
        self._books.note(shown)
        self._seen(shown, sent.message)
        return shown

    async def _find(
        self,
        place: Place,
        posting: Posting,
        lane: Lane,
        *,
        echo: "asyncio.Future[discord.Message] | None",
    ) -> Sent | None:
        message = None if echo is None else await self._echo(echo)
        if message is None:
            newest = lane.newest or await self._books.newest(place.id)
            try:
                message = await sent_after_all(place, posting, newest=newest, us=self._us())
            except discord.Forbidden:
                # Nothing may be read here: the gateway's silence has to do.
                log.warning("cannot_look", extra={"channel": place.id})
            except discord.NotFound as error:
                raise ChannelGone from error
        if message is None:
            return None
        webhook = None if message.webhook_id is None else WebhookId(message.webhook_id)
        return Sent(message=message, webhook=webhook)

    async def _echo(self, echo: "asyncio.Future[discord.Message]") -> discord.Message | None:
        await self._wait(ECHO_SECONDS, unless=echo)
        return echo.result() if echo.done() else None

    async def _wait(
        self, seconds: float, *, unless: "asyncio.Future[discord.Message] | None" = None
    ) -> None:
        if seconds <= 0:
            return
        waiting = asyncio.ensure_future(self._clock.sleep(seconds))
        others = () if unless is None else (unless,)
        await asyncio.wait({waiting, *others}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()


def remainder(shown: str, wished: str) -> str:
    """What is left to say where a message stays as it is and something of it was shown."""
    begun = shown.rstrip().rstrip("*").rstrip()
    if not begun or not wished.startswith(begun):
        return wished if shown != wished else ""
    return wished[len(begun) :].strip()
