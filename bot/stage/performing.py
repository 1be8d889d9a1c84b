"""The engine's Stage on Discord."""

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import discord

from bot.engine.cast.lines import Piece
from bot.engine.errors import EngineError
from bot.engine.ids import ChannelId, CharacterId, SessionId, Turn
from bot.engine.ports import CardLibrary, Clock, Keep, LiveLine, Speaking, Stage
from bot.engine.use_cases.sessions import Started
from bot.stage.buttons import mark_of, stop_button
from bot.stage.faces import Faces
from bot.stage.faults import NETWORK, ChannelGone, LacksPermission, fault_of, noted, sure
from bot.stage.formatting import Thoughts, discord_text
from bot.stage.mending import left_growing, show_as_it_stays
from bot.stage.names import plain
from bot.stage.notes import Notes
from bot.stage.pace import Pace
from bot.stage.places import Place, missing, place_of, require
from bot.stage.splitting import split
from bot.stage.streaming import GrowingLine, Script
from bot.stage.texts import Texts
from bot.stage.voices import DiscordVoice, Gone, Speaker
from bot.stage.webhooks import WebhookPool

log = logging.getLogger(__name__)


class DiscordStage(Stage):
    """Made before the bot, since the engine needs it and the bot needs the engine: see `attach`."""

    def __init__(
        self, *, texts: Texts, cards: CardLibrary, clock: Clock, thoughts: Thoughts
    ) -> None:
        self._texts = texts
        self._clock = clock
        self._thoughts: Thoughts = thoughts
        self._client: discord.Client | None = None
        self._pool = WebhookPool()
        self._faces = Faces(cards)
        self._notes = Notes(texts=texts, clock=clock)
        self._pace = Pace(clock)
        self._lines: dict[tuple[ChannelId, str, Turn], GrowingLine] = {}

    def attach(self, client: discord.Client) -> None:
        """Give the stage its way to Discord. The bot does this when it is made."""
        self._client = client

    @asynccontextmanager
    async def perform(self, speaking: Speaking, *, keep: Keep) -> AsyncGenerator[LiveLine]:
        place = await self._place(speaking.channel)
        line = self._line(place, speaking, keep)
        key = (speaking.channel, mark_of(speaking.session), speaking.turn)
        self._lines[key] = line
        line.begin()
        try:
            yield line
        finally:
            del self._lines[key]
            await line.close()

    async def say(self, speaking: Speaking, pieces: Sequence[Piece]) -> None:
        place = await self._place(speaking.channel)
        await self._line(place, speaking, _kept).finish(pieces, truncated=False)

    async def mend(self, speaking: Speaking, pieces: Sequence[Piece]) -> None:
        try:
            place = await self._place(speaking.channel)
            left = await left_growing(place, session=speaking.session, turn=speaking.turn)
            if left is not None:
                text = self._script(place, speaking).cut_short(pieces)
                await show_as_it_stays(
                    left,
                    [part.text for part in split(text)],
                    name=speaking.name,
                    place=place,
                    voice=self._voice(place, speaking),
                    pool=self._pool,
                )
        except (*NETWORK, EngineError, Gone) as error:
            log.warning("line_not_mended", extra={"channel": speaking.channel} | noted(error))

    def stop(self, channel: ChannelId) -> None:
        for (where, _, _), line in self._lines.items():
            if where == channel:
                line.stopped.set()

    def is_growing(self, channel: ChannelId, *, session: str, turn: Turn) -> bool:
        """Whether that line can still be stopped. `session`: its mark, as buttons carry it."""
        return (channel, session, turn) in self._lines

    async def tell(
        self, trouble: EngineError, *, channel: ChannelId, session: SessionId | None
    ) -> None:
        try:
            place = await self._place(channel)
            await self._notes.trouble(trouble, place=place, session=session)
        except (*NETWORK, EngineError) as error:
            about = {"channel": channel, "trouble": trouble.code}
            log.warning("trouble_not_told", extra=about | noted(error))

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

    async def announce(self, started: Started) -> None:
        """Say that a session begins here, and bring the character's face."""
        speaking = started.speaking
        place = await self._place(speaking.channel)
        text = self._texts(
            "notice-started", character=plain(started.card.name), starter=plain(started.starter)
        )
        # Two notices are better than none.
        notice = await sure(
            lambda: self._notes.say(place, text, file=self._faces.file(started.card.id))
        )
        self._faces.remember(started.session, started.card.id, notice)

    async def note(self, channel: ChannelId, text: str) -> None:
        """Say a text of ours."""
        await self._notes.say(await self._place(channel), text)

    async def _place(self, channel: ChannelId) -> Place:
        if self._client is None:
            msg = "attach(client) first"
            raise RuntimeError(msg)
        return await place_of(self._client, channel)

    def _voice(self, place: Place, speaking: Speaking) -> DiscordVoice:
        speaker = Speaker(
            session=speaking.session, character=speaking.character, name=speaking.name
        )
        return DiscordVoice(
            place=place,
            speaker=speaker,
            pool=self._pool,
            face=self._faces.link,
            muted=self._notes.muted,
        )

    def _line(self, place: Place, speaking: Speaking, keep: Keep) -> GrowingLine:
        return GrowingLine(
            voice=self._voice(place, speaking),
            budget=place.budget,
            script=self._script(place, speaking),
            pace=self._pace,
            clock=self._clock,
            keep=keep,
        )

    def _script(self, place: Place, speaking: Speaking) -> Script:
        def growing(pieces: Sequence[Piece]) -> str:
            return discord_text(pieces, thoughts=self._thoughts, growing=True)

        def whole(pieces: Sequence[Piece]) -> str:
            return discord_text(pieces, thoughts=self._thoughts)

        def cut_short(pieces: Sequence[Piece]) -> str:
            mark = self._texts("line-cut-short")
            return discord_text(pieces, thoughts=self._thoughts, cut_short=mark)

        def stop() -> discord.ui.View:
            label = self._texts("button-stop")
            return stop_button(label, session=speaking.session, turn=speaking.turn)

        async def unshown(error: BaseException) -> None:
            fault = fault_of(error)
            if isinstance(fault, LacksPermission) and (names := missing(place)):
                fault = LacksPermission(needs=", ".join(names))
            if fault is not None:
                await self.tell(fault, channel=place.id, session=None)

        return Script(growing=growing, whole=whole, cut_short=cut_short, stop=stop, unshown=unshown)


async def _kept() -> None:
    """What is whole already is in the log already."""
