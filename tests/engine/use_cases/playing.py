"""A whole engine on fakes, for tests of what use cases do together."""

from dataclasses import dataclass, field

from bot.background import spawn
from bot.engine.cards.card import Card
from bot.engine.ids import ChannelId, CharacterId, GuildId, MemberId, MessageId, SessionId
from bot.engine.log.events import Event
from bot.engine.prompt.assembly import PromptWriter
from bot.engine.prompt.budget import Budget
from bot.engine.use_cases.game import HouseRules, Outside, game_on
from bot.engine.use_cases.requests import Heard, StartSession, Who
from bot.engine.use_cases.sessions import Started
from tests.fakes.clock import FixedClock
from tests.fakes.content import FakeCardLibrary, FakeTemplates
from tests.fakes.model import ScriptedChatModel
from tests.fakes.stage import FakeStage
from tests.fakes.storage import FakeStorage

TAVERN = ChannelId(70)
GUILD = GuildId(7)
ADA = Who(member=MemberId(1), name="Ada", moderates=True)
BEN = Who(member=MemberId(2), name="Ben")
MARA = Card(
    id=CharacterId("mara-quill"),
    name="Mara Quill",
    version="1",
    description="An innkeeper.",
    greetings=("*waves* Evening, {{user}}.", "Back again?"),
)


def words(text: str) -> int:
    return len(text.split())


@dataclass(kw_only=True)
class Company:
    """`say` and `start` do what Discord would; `texts` is what stays on show."""

    model: ScriptedChatModel = field(default_factory=lambda: ScriptedChatModel("*nods* Aye."))
    cards: FakeCardLibrary = field(default_factory=lambda: FakeCardLibrary(MARA))
    anyone_starts: bool = False
    rules: HouseRules | None = None

    def __post_init__(self) -> None:
        self.storage = FakeStorage()
        self.clock = FixedClock()
        self.stage = FakeStage()
        self.messages = 1000
        self.wake()

    def wake(self) -> None:
        """Start a process anew on what is stored."""
        outside = Outside(
            unit_of_work=self.storage.unit_of_work,
            clock=self.clock,
            ids=self.storage.ids,
            cards=self.cards,
            model=self.model,
            prompts=PromptWriter(
                templates=FakeTemplates(), count=words, budget=Budget(soft=6000, hard=8000)
            ),
            stage=self.stage,
            spawn=spawn,
        )
        game = game_on(outside, self.rules or HouseRules(anyone_starts=self.anyone_starts))
        game.floor.open()
        self.floor, self.sessions = game.floor, game.sessions
        self.personas, self.recovery = game.personas, game.recovery

    async def start(self, who: Who = ADA, wanted: str = "mara-quill") -> Started:
        wish = StartSession(who=who, guild=GUILD, channel=TAVERN, wanted=wanted)
        started = await self.sessions.start(wish)
        await self.sessions.enter(started)
        return started

    def heard(self, text: str, *, who: Who = ADA, message: int | None = None) -> Heard:
        self.messages += 1
        return Heard(
            who=who,
            channel=TAVERN,
            message=MessageId(message or self.messages),
            text=text,
            at=self.clock.now(),
        )

    def say(self, text: str, *, who: Who = ADA, message: int | None = None) -> None:
        self.floor.hear(self.heard(text, who=who, message=message))

    def log(self, session: SessionId) -> list[Event]:
        return self.storage.log_of(session)

    @property
    def texts(self) -> list[str]:
        return self.stage.texts
