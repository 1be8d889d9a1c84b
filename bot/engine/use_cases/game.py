"""All use cases on one set of ports: the game as the bot, and every test of it, plays it."""

from dataclasses import dataclass

from bot.engine.ports import (
    CardLibrary,
    ChatModel,
    Clock,
    Ids,
    Stage,
    UnitOfWorkFactory,
)
from bot.engine.prompt.assembly import PromptWriter
from bot.engine.sampling.values import DEFAULT_SAMPLING, Sampling
from bot.engine.use_cases.answer import Narrator
from bot.engine.use_cases.backstage import Backstage
from bot.engine.use_cases.chronicle import Chronicle
from bot.engine.use_cases.floor import Floor, Spawn
from bot.engine.use_cases.hear import Ear
from bot.engine.use_cases.personas import PersonaKeeper
from bot.engine.use_cases.prompting import Terms
from bot.engine.use_cases.recover import Recovery
from bot.engine.use_cases.sessions import SessionDirector


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """What the host has settled for everybody."""

    anyone_starts: bool = False
    ooc_markers: tuple[str, ...] = ("//", "OOC:")
    max_answer_tokens: int = 600
    sampling: Sampling = DEFAULT_SAMPLING
    tokens_per_day: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """The ports, each filled by an adapter or a fake."""

    unit_of_work: UnitOfWorkFactory
    clock: Clock
    ids: Ids
    cards: CardLibrary
    model: ChatModel
    prompts: PromptWriter
    stage: Stage
    spawn: Spawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """What people and the clock can ask for. `floor` waits until it is opened."""

    floor: Floor
    sessions: SessionDirector
    personas: PersonaKeeper
    recovery: Recovery


def game_on(outside: Outside, rules: HouseRules) -> Game:
    backstage = Backstage(
        unit_of_work=outside.unit_of_work,
        chronicle=Chronicle(outside.unit_of_work),
        clock=outside.clock,
        ids=outside.ids,
    )
    sessions = SessionDirector(
        backstage=backstage,
        cards=outside.cards,
        stage=outside.stage,
        anyone_starts=rules.anyone_starts,
    )
    narrator = Narrator(
        backstage=backstage,
        cards=outside.cards,
        model=outside.model,
        prompts=outside.prompts,
        stage=outside.stage,
        terms=Terms(
            max_tokens=rules.max_answer_tokens,
            sampling=rules.sampling,
            tokens_per_day=rules.tokens_per_day,
        ),
    )
    floor = Floor(
        ear=Ear(backstage=backstage, ooc_markers=rules.ooc_markers),
        narrator=narrator,
        sessions=sessions,
        stage=outside.stage,
        backstage=backstage,
        spawn=outside.spawn,
    )
    return Game(
        floor=floor,
        sessions=sessions,
        personas=PersonaKeeper(backstage),
        recovery=Recovery(backstage, outside.stage, spawn=outside.spawn),
    )
