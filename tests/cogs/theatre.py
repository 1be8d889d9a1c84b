"""The whole bot in the test's own process, on storage and a model that are fakes."""

from collections.abc import Callable
from pathlib import Path

from bot.background import spawn
from bot.client import Services, TroupeBot
from bot.engine.cards.card import Card, Roleplay
from bot.engine.errors import BrokenCard
from bot.engine.ids import CharacterId
from bot.engine.ports import ChatRequest, Clock, Stage
from bot.engine.prompt.assembly import PromptWriter
from bot.engine.prompt.budget import Budget
from bot.engine.use_cases.game import Game, HouseRules, Outside, game_on
from bot.settings import Settings
from bot.stage.performing import DiscordStage, HouseStyle
from bot.stage.texts import load_texts
from tests.fakes.clock import FixedClock
from tests.fakes.content import FakeCardLibrary, FakeTemplates
from tests.fakes.model import Answer, ScriptedChatModel
from tests.fakes.storage import FakeStorage

FACE = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15"
    b"\xc4\x89\x00\x00\x00\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x89\x99=\x1d\x00\x00"
    b"\x00\x00IEND\xaeB`\x82"
)
MARA = Card(
    id=CharacterId("mara-quill"),
    name="Mara Quill",
    version="1",
    categories=("fantasy", "slice of life"),
    description="Innkeeper of the Lantern & Larder. She remembers what everyone ate.",
    greetings=("*She looks up.* In or out, {{user}}?", "Closed."),
    roleplay=Roleplay(),
    face="mara-quill.png",
)
PIM = Card(
    id=CharacterId("pim"),
    name="Pim",
    version="1",
    categories=("science fiction",),
    description="A small robot.",
    greetings=("Beep.",),
)


class Theatre:
    """`model` says what characters say; `storage.kept` is what the log holds."""

    def __init__(
        self,
        answer: Answer | Callable[[ChatRequest], Answer] = "Aye.",
        *,
        data: Path,
        clock: Clock | None = None,
        discord_url: str | None = None,
    ) -> None:
        # Not the environment of whoever runs the tests.
        self.settings = Settings.model_construct(troupe_data=data, discord_url=discord_url)
        self.storage = FakeStorage()
        self.model = ScriptedChatModel(answer)
        self.cards = FakeCardLibrary(
            MARA,
            PIM,
            faces={MARA.id: FACE},
            unreadable=[BrokenCard(file="hal.json", reason="no name")],
        )
        self.clock = clock or FixedClock()
        self.texts = load_texts()

    def bot(self) -> TroupeBot:
        """A fresh process of the bot on the same storage, as after a restart."""
        stage = DiscordStage(
            texts=self.texts,
            cards=self.cards,
            clock=self.clock,
            ids=self.storage.ids,
            unit_of_work=self.storage.unit_of_work,
            style=HouseStyle(thoughts=self.settings.thoughts),
        )
        play = self.on(stage)
        bot = TroupeBot(
            Services(
                settings=self.settings,
                floor=play.floor,
                sessions=play.sessions,
                personas=play.personas,
                cards=self.cards,
                stage=stage,
                texts=self.texts,
            )
        )
        # READY waits this long for another server after the last one; there is none.
        bot._connection.guild_ready_timeout = 0.1
        return bot

    def on(self, stage: Stage) -> Game:
        """The game with that stage, taking turns."""
        outside = Outside(
            unit_of_work=self.storage.unit_of_work,
            clock=self.clock,
            ids=self.storage.ids,
            cards=self.cards,
            model=self.model,
            prompts=PromptWriter(
                templates=FakeTemplates(),
                count=lambda text: len(text) // 4,
                budget=Budget(soft=6000, hard=8000),
            ),
            stage=stage,
            spawn=spawn,
        )
        game = game_on(outside, HouseRules(max_answer_tokens=5000))
        game.floor.open()
        return game
