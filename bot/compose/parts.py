"""Opening what the bot stands on: storage, model, content."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.compose.late import LateChatModel
from bot.compose.sampling import operators_sampling
from bot.content.library import DiskCardLibrary
from bot.content.places import place_of
from bot.content.presets import BadPresets
from bot.content.templates import DiskTemplates
from bot.engine.ports import CardLibrary, ChatModel, Ids, Templates
from bot.engine.prompt.assembly import PromptWriter
from bot.engine.prompt.budget import Budget, demo_budget
from bot.engine.prompt.roles import DEFAULT_ROLES, RolePolicy
from bot.engine.sampling.values import Sampling
from bot.llm.demo import DemoModelUnavailable, demo_model
from bot.llm.remembered import roles_at
from bot.llm.tokens import EndpointTokenCounter, NeutralTokenCounter
from bot.settings import Settings
from bot.storage.backup import back_up
from bot.storage.database import engine_for, verify
from bot.storage.embedded import embedded_postgres
from bot.storage.errors import DatabaseUnavailable
from bot.storage.ids import TimeOrderedIds
from bot.storage.schema import bring_up_to_date
from bot.storage.unit_of_work import PostgresStorage

log = logging.getLogger(__name__)

DEMO_ANSWER_TOKENS = 160
"""The demo model writes about 45 tokens a second and loses its thread soon after."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brain:
    """The narrator's model, and how prompts for it are written."""

    model: LateChatModel
    counter: EndpointTokenCounter
    budget: Budget
    roles: RolePolicy
    max_tokens: int
    sampling: Sampling


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """All that the bot stands on, open and ready."""

    settings: Settings
    engine: AsyncEngine
    storage: PostgresStorage
    brain: Brain
    cards: CardLibrary
    templates: Templates
    ids: Ids

    @property
    def prompts(self) -> PromptWriter:
        brain = self.brain
        return PromptWriter(
            templates=self.templates, count=brain.counter, budget=brain.budget, roles=brain.roles
        )


@asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[Parts]:
    """Open storage and model at the same time, and close them afterwards.

    Raises:
        BadPresets, DatabaseUnavailable, DemoModelUnavailable.
    """
    ids = TimeOrderedIds()
    async with AsyncExitStack() as stack:
        try:
            async with asyncio.TaskGroup() as opening:
                database = opening.create_task(stack.enter_async_context(opened_database(settings)))
                brain = opening.create_task(stack.enter_async_context(_brain(settings)))
        except* (BadPresets, DatabaseUnavailable, DemoModelUnavailable) as failed:
            # Who starts Troupe needs one message, not a tree of them.
            raise failed.exceptions[0] from None
        yield Parts(
            settings=settings,
            engine=database.result(),
            storage=PostgresStorage(database.result(), ids),
            brain=brain.result(),
            cards=DiskCardLibrary(place_of(settings.characters)),
            templates=DiskTemplates(place_of(settings.prompts)),
            ids=ids,
        )


@asynccontextmanager
async def opened_database(settings: Settings) -> AsyncGenerator[AsyncEngine]:
    """The database, started if it is ours, with its schema up to date."""
    async with AsyncExitStack() as stack:
        if settings.database_url is not None:
            url = settings.database_url.get_secret_value()
        else:
            url = await stack.enter_async_context(
                embedded_postgres(settings.troupe_data, bin_dir=settings.pg_bin_dir)
            )
        await bring_up_to_date(url)
        engine = engine_for(url)
        stack.push_async_callback(engine.dispose)
        await verify(engine)
        yield engine


@asynccontextmanager
async def _brain(settings: Settings) -> AsyncGenerator[Brain]:
    async with AsyncExitStack() as stack:
        demo = settings.llm_base_url is None
        sampling = operators_sampling(settings).values
        if settings.llm_base_url is not None:
            url, model = settings.llm_base_url, settings.narrator_model
            key = settings.llm_api_key.get_secret_value() if settings.llm_api_key else None
        else:
            served = await stack.enter_async_context(
                demo_model(settings.troupe_data, settings.model_gguf)
            )
            url, key, model = served.base_url, served.api_key, served.model
        counter = EndpointTokenCounter(NeutralTokenCounter())

        def narrator() -> AbstractAsyncContextManager[ChatModel]:
            load = import_module("bot.compose.narrator").narrator
            return load(settings, url=url, key=key, model=model, counter=counter)

        late = LateChatModel(narrator)
        stack.push_async_callback(late.close)
        yield Brain(
            model=late,
            counter=counter,
            budget=demo_budget() if demo else _budget(settings),
            roles=roles_at(settings.troupe_data, url).get(model, DEFAULT_ROLES),
            max_tokens=DEMO_ANSWER_TOKENS if demo else settings.max_answer_tokens,
            sampling=sampling,
        )


def _budget(settings: Settings) -> Budget:
    return Budget(soft=settings.prompt_soft_tokens, hard=settings.prompt_hard_tokens)


async def backed_up(settings: Settings, file: Path) -> None:
    """Write a backup of the database to `file`.

    Raises:
        DatabaseUnavailable, BackupFailed.
    """
    async with opened_database(settings) as engine:
        url = engine.url.render_as_string(hide_password=False)
        await back_up(url, file, bin_dir=settings.pg_bin_dir)
