"""The engine's Stage on Discord."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import discord

from bot.engine.cast.lines import Piece
from bot.engine.errors import EngineError, StorageUnavailable
from bot.engine.ids import ChannelId, CharacterId, PostingId, SessionId, Turn
from bot.engine.ports import (
    CardLibrary,
    Clock,
    Ids,
    Keep,
    LiveLine,
    Speaking,
    Stage,
    UnitOfWorkFactory,
)
from bot.engine.postings import Posting
from bot.stage.books import Books
from bot.stage.buttons import Buttons, again_button, mark_of, stop_button
from bot.stage.delivery import Delivery
from bot.stage.faces import Faces
from bot.stage.faults import NETWORK, ChannelGone, LacksPermission, fault_of, noted
from bot.stage.formatting import Thoughts, discord_text
from bot.stage.looking import Us
from bot.stage.names import plain
from bot.stage.notes import Notes
from bot.stage.pace import PER_MINUTE, Pace
from bot.stage.places import Place, missing, place_of, require
from bot.stage.setting_out import set_out
from bot.stage.splitting import split
from bot.stage.streaming import GrowingLine, Means, Script
from bot.stage.texts import Texts
from bot.stage.voices import Gone, OutOfReach, Voices, Wardrobe
from bot.stage.webhooks import WebhookPool

log = logging.getLogger(__name__)

AT_ONCE = 20
"""Channels in which what is due is tried again at the same time."""
UNSHOWN = (*NETWORK, EngineError, Gone, OutOfReach)
"""What keeps a message from being shown. It stays due, and is tried again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseStyle:
    """What the host has settled about looks and pace."""

    thoughts: Thoughts = "dimmed"
    calls_per_minute: int = PER_MINUTE


class DiscordStage(Stage):
    """Made before the bot, since the engine needs it and the bot needs the engine: see `attach`."""

    def __init__(
        self,
        *,
        texts: Texts,
        cards: CardLibrary,
        clock: Clock,
        ids: Ids,
        unit_of_work: UnitOfWorkFactory,
        style: HouseStyle,
    ) -> None:
        self._texts = texts
        self._clock = clock
        self._ids = ids
        self._style = style
        self._client: discord.Client | None = None
        self._pool = WebhookPool()
        self._pace = Pace(clock, per_minute=style.calls_per_minute)
        self._books = Books(unit_of_work, clock)
        self._faces = Faces(cards, self._books, post=self._post_face)
        self._notes = Notes(texts=texts, clock=clock, ids=ids, say=self._say)
        wardrobe = Wardrobe(
            face=self._faces.link, file=self._faces.file, view=self._view, muted=self._notes.muted
        )
        self._delivery = Delivery(
            mouth=Voices(self._pool, wardrobe),
            books=self._books,
            pace=self._pace,
            clock=clock,
            us=self._us,
            seen=self._faces.remember,
        )
        self._lines: dict[tuple[ChannelId, str, Turn], GrowingLine] = {}

    def attach(self, client: discord.Client) -> None:
        """Give the stage its way to Discord. The bot does this when it is made."""
        self._client = client

    async def close(self) -> None:
        await self._pool.close()

    # ── Lines ─────────────────────────────────────────────────────────────────────────────────

    @asynccontextmanager
    async def perform(self, speaking: Speaking, *, keep: Keep) -> AsyncGenerator[LiveLine]:
        place = await self._place(speaking.channel)
        line = GrowingLine(self._means(place), self._script(speaking), keep)
        key = (speaking.channel, mark_of(speaking.session), speaking.turn)
        self._lines[key] = line
        line.begin()
        try:
            yield line
        finally:
            await line.close()
            del self._lines[key]

    def set_out(
        self,
        speaking: Speaking,
        pieces: Sequence[Piece],
        *,
        truncated: bool = False,
        onto: Sequence[Posting] = (),
    ) -> Sequence[Posting]:
        script = self._script(speaking)
        text = script.cut_short(pieces) if truncated else script.whole(pieces)
        return set_out([part.text for part in split(text)], onto=onto, new=script.new)

    def set_out_notice(self, speaking: Speaking, *, starter: str) -> Posting:
        text = self._texts("notice-started", character=plain(speaking.name), starter=plain(starter))
        return Posting(
            id=PostingId(self._ids.new()),
            channel=speaking.channel,
            session=speaking.session,
            faces=(speaking.character,),
            wished=text,
        )

    def stop(self, channel: ChannelId) -> None:
        for (where, _, _), line in self._lines.items():
            if where == channel:
                line.stopped.set()

    def is_growing(self, channel: ChannelId, *, session: str, turn: Turn) -> bool:
        """Whether that line can still be stopped. `session`: its mark, as buttons carry it."""
        return (channel, session, turn) in self._lines

    # ── The ledger ────────────────────────────────────────────────────────────────────────────

    async def deliver(self, channel: ChannelId) -> None:
        place: Place | None = None
        try:
            place = await self._place(channel)
            await self._delivery.match(place, leave=self._is_growing, new=self._in_its_stead)
        except UNSHOWN as error:
            log.warning("not_shown_yet", extra={"channel": channel, **noted(error)})
            if isinstance(error, ChannelGone):
                await self._give_up(channel)
            elif not isinstance(error, StorageUnavailable):
                await self._tell_why(error, place, channel)

    async def deliver_everywhere(self) -> None:
        """Show what is still due, wherever that is ours to do. Never raises."""
        try:
            channels = await self._books.due_channels()
        except StorageUnavailable:
            return
        # Beside each other: where Discord is slow, the others need not wait for it.
        at_once = asyncio.Semaphore(AT_ONCE)

        async def retry(channel: ChannelId) -> None:
            async with at_once:
                if await self.sees(channel):
                    await self._retry(channel)

        await asyncio.gather(*map(retry, channels))

    def heard(self, message: discord.Message) -> None:
        """A message came over the gateway."""
        self._delivery.heard(message)

    # ── The bot's own words ───────────────────────────────────────────────────────────────────

    async def tell(
        self, trouble: EngineError, *, channel: ChannelId, session: SessionId | None
    ) -> None:
        try:
            place = await self._place(channel)
            await self._notes.trouble(trouble, place=place, session=session)
        except UNSHOWN as error:
            about = {"channel": channel, "trouble": trouble.code}
            log.warning("trouble_not_told", extra=about | noted(error))

    async def note(self, channel: ChannelId, text: str) -> None:
        """Say a text of ours."""
        await self._notes.say(await self._place(channel), text)

    def face(self, character: CharacterId) -> discord.File | None:
        """The character's picture, to be attached to an answer."""
        return self._faces.file(character)

    async def check(self, channel: ChannelId) -> None:
        """Refuse a place where no line could be shown.

        Raises:
            ChannelGone, LacksPermission.
        """
        require(await self._place(channel))

    async def sees(self, channel: ChannelId) -> bool:
        """Whether the place is one of ours. Where Discord does not say, it may well be."""
        try:
            await self._place(channel)
        except ChannelGone:
            return False
        except NETWORK as error:
            log.warning("place_not_found", extra={"channel": channel, **noted(error)})
        return True

    # ── How it is done ────────────────────────────────────────────────────────────────────────

    async def _retry(self, channel: ChannelId) -> None:
        """Like `deliver`, but nobody waits: no note says once more that it did not work."""
        try:
            place = await self._place(channel)
            await self._delivery.match(place, leave=self._is_growing, new=self._in_its_stead)
        except UNSHOWN as error:
            log.info("still_not_shown", extra={"channel": channel, **noted(error)})

    async def _give_up(self, channel: ChannelId) -> None:
        try:
            for posting in await self._books.due(channel):
                self._books.note(replace(posting, state="given_up"))
        except StorageUnavailable as error:
            log.info("still_due", extra={"channel": channel, **noted(error)})

    async def _tell_why(
        self, error: BaseException, place: Place | None, channel: ChannelId
    ) -> None:
        fault = fault_of(error)
        lacks = isinstance(fault, LacksPermission)
        if lacks and place is not None and (names := missing(place)):
            fault = LacksPermission(needs=", ".join(names))
        if fault is not None:
            await self.tell(fault, channel=channel, session=None)

    async def _say(self, place: Place, posting: Posting) -> Posting:
        claim = self._books.claim
        try:
            await self._books.wish([posting])
        except StorageUnavailable:
            claim = None
        if posting.state == "there":
            return await self._delivery.change(place, posting)
        return await self._delivery.send(place, posting, claim=claim)

    async def _post_face(self, place: Place, line: Posting) -> None:
        if line.character is None:
            return
        carrier = Posting(
            id=PostingId(self._ids.new()),
            channel=place.id,
            session=line.session,
            faces=(line.character,),
            wished="",
        )
        await self._say(place, carrier)

    async def _take_away(self, place: Place, postings: Sequence[Posting]) -> None:
        """What was shown of a line that came to nothing."""
        try:
            await self._books.wish(postings)
            await self.deliver(place.id)
        except StorageUnavailable as error:
            log.warning("line_not_taken_away", extra={"channel": place.id, **noted(error)})

    def _is_growing(self, posting: Posting) -> bool:
        if posting.session is None or posting.turn is None:
            return False
        key = (posting.channel, mark_of(posting.session), posting.turn)
        line = self._lines.get(key)
        return line is not None and not line.is_set_out

    def _in_its_stead(self, lost: Posting) -> Posting:
        return replace(
            lost,
            id=PostingId(self._ids.new()),
            state="waiting",
            shown=None,
            shown_button="",
            message=None,
            webhook=None,
        )

    def _us(self) -> Us:
        client = self._client
        if client is None or client.user is None:
            msg = "attach(client) first, and log in"
            raise RuntimeError(msg)
        return Us(user=client.user.id, application=client.application_id)

    async def _place(self, channel: ChannelId) -> Place:
        if self._client is None:
            msg = "attach(client) first"
            raise RuntimeError(msg)
        return await place_of(self._client, channel)

    def _means(self, place: Place) -> Means:
        async def deliver() -> None:
            await self.deliver(place.id)

        async def take_away(postings: Sequence[Posting]) -> None:
            await self._take_away(place, postings)

        return Means(
            place=place,
            delivery=self._delivery,
            pace=self._pace,
            clock=self._clock,
            typing=place.room.typing,
            deliver=deliver,
            take_away=take_away,
        )

    def _script(self, speaking: Speaking) -> Script:
        thoughts = self._style.thoughts

        def growing(pieces: Sequence[Piece]) -> str:
            return discord_text(pieces, thoughts=thoughts, growing=True)

        def whole(pieces: Sequence[Piece]) -> str:
            return discord_text(pieces, thoughts=thoughts)

        def cut_short(pieces: Sequence[Piece]) -> str:
            mark = self._texts("line-cut-short")
            return discord_text(pieces, thoughts=thoughts, cut_short=mark)

        def new(part: int) -> Posting:
            return Posting(
                id=PostingId(self._ids.new()),
                channel=speaking.channel,
                session=speaking.session,
                turn=speaking.turn,
                part=part,
                name=speaking.name,
                character=speaking.character,
                wished="",
            )

        return Script(growing=growing, whole=whole, cut_short=cut_short, new=new)

    def _view(self, posting: Posting) -> Buttons | None:
        session, turn = posting.session, posting.turn
        if posting.button == "stop" and session is not None and turn is not None:
            return stop_button(self._texts("button-stop"), session=session, turn=turn)
        if posting.button == "again" and session is not None:
            return again_button(self._texts("button-again"), session=session)
        return None
