"""Building the bot on its parts, and running it until somebody says stop."""

import asyncio
import logging
import os
import signal
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from bot.background import settle, spawn
from bot.client import Services, TroupeBot
from bot.compose.alone import alone, lock_of
from bot.compose.parts import Parts, opened
from bot.engine.use_cases.game import HouseRules, Outside, game_on
from bot.engine.use_cases.recover import Recovery
from bot.scheduling.clock import SystemClock
from bot.scheduling.runner import Runner
from bot.scheduling.ticking import ticking
from bot.scheduling.upkeep import EVERY, UPKEEP, do_upkeep
from bot.settings import Settings
from bot.stage.performing import DiscordStage, HouseStyle
from bot.stage.texts import load_texts
from bot.storage.jobs import PostgresJobs

log = logging.getLogger(__name__)

SHOW_EVERY_SECONDS = 10
"""Between two looks for messages that are still due."""


async def run(settings: Settings, *, online: Callable[[], None] | None = None) -> None:
    """Play on Discord until SIGINT or SIGTERM. `online` is called once the bot is there.

    Raises:
        AlreadyRuns, DatabaseUnavailable, DemoModelUnavailable, CannotConnect.
    """
    if settings.discord_token is None:
        msg = "run needs a token"
        raise ValueError(msg)
    token = settings.discord_token.get_secret_value()
    otherwise = "A bot with this token runs here already. End it first, or use its playground."
    async with AsyncExitStack() as stack:
        stack.enter_context(alone(lock_of(token, data=settings.troupe_data), otherwise=otherwise))
        stop = await stack.enter_async_context(told_to_stop())
        parts = await stack.enter_async_context(opened(settings))
        if stop.is_set():
            return
        bot, recovery = _built(parts)
        async with bot, _upkeep(parts):
            spawn(_once_online(bot, recovery, online), name="once online")
            spawn(_keep_showing(bot, stop), name="keep showing")
            spawn(_load_beside(bot, parts), name="load the model's library")
            leaving = spawn(_leave(bot, stop), name="leave when told")
            await bot.serve(token)
            if stop.is_set():
                await leaving
        await settle()


@asynccontextmanager
async def told_to_stop() -> AsyncGenerator[asyncio.Event]:
    """An event that SIGINT and SIGTERM set, so that both end the bot in order."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop.set)
    try:
        yield stop
    finally:
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(name)


async def _leave(bot: TroupeBot, stop: asyncio.Event) -> None:
    """Once told to stop: lines that are being spoken are kept, and shown as far as they came."""
    await stop.wait()
    await bot.services.floor.close()
    await bot.close()


def _built(parts: Parts) -> tuple[TroupeBot, Recovery]:
    settings, clock = parts.settings, SystemClock()
    texts = load_texts(default=settings.locale)
    stage = DiscordStage(
        texts=texts,
        cards=parts.cards,
        clock=clock,
        ids=parts.ids,
        unit_of_work=parts.storage.unit_of_work,
        style=HouseStyle(
            thoughts=settings.thoughts, calls_per_minute=settings.channel_calls_per_minute
        ),
    )
    outside = Outside(
        unit_of_work=parts.storage.unit_of_work,
        clock=clock,
        ids=parts.ids,
        cards=parts.cards,
        model=parts.brain.model,
        prompts=parts.prompts,
        stage=stage,
        spawn=spawn,
    )
    rules = HouseRules(
        anyone_starts=settings.start_needs == "anyone",
        ooc_markers=settings.ooc_markers,
        max_answer_tokens=parts.brain.max_tokens,
        sampling=parts.brain.sampling,
        tokens_per_day=settings.max_tokens_per_day,
    )
    game = game_on(outside, rules)
    services = Services(
        settings=settings,
        floor=game.floor,
        sessions=game.sessions,
        personas=game.personas,
        cards=parts.cards,
        stage=stage,
        texts=texts,
    )
    return TroupeBot(services), game.recovery


@asynccontextmanager
async def _upkeep(parts: Parts) -> AsyncGenerator[None]:
    jobs = PostgresJobs(parts.engine, parts.ids)
    worker = f"{socket.gethostname()}:{os.getpid()}"
    runner = Runner(jobs, {UPKEEP: do_upkeep}, worker=worker)
    async with ticking(runner, jobs, recurring={UPKEEP: EVERY}):
        yield


async def _load_beside(bot: TroupeBot, parts: Parts) -> None:
    await bot.wait_until_ready()
    await parts.brain.model.load()


async def _keep_showing(bot: TroupeBot, stop: asyncio.Event) -> None:
    """Whatever could not be shown is tried again now and then."""
    await bot.wait_until_ready()
    while not stop.is_set():
        await bot.services.stage.deliver_everywhere()
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), SHOW_EVERY_SECONDS)


async def _once_online(
    bot: TroupeBot, recovery: Recovery, online: Callable[[], None] | None
) -> None:
    await bot.wait_until_ready()
    stage, floor = bot.services.stage, bot.services.floor

    try:
        for generation in await recovery.recover(ours=stage.sees):
            floor.cue(generation.channel, generation.session, generation.speaker)
    finally:
        floor.open()
    if online is not None:
        online()
