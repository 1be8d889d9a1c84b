"""The narrator's prompt: from the real templates, within its budget, from a view alone."""

from pathlib import Path
from uuid import UUID

import pytest
from jinja2 import Environment, meta
from syrupy.assertion import SnapshotAssertion

from bot.content.templates import DiskTemplates
from bot.engine.cards.card import Card, ExampleDialogue, Roleplay
from bot.engine.cast.views import SpokenSpan, View, view_of
from bot.engine.errors import CardTooLarge
from bot.engine.ids import AccountId, CharacterId, PersonaId, Seq, Slot, Turn, WordsId
from bot.engine.log.events import Span
from bot.engine.log.state import Character, Player, SessionState
from bot.engine.prompt.assembly import Prompt, PromptWriter
from bot.engine.prompt.budget import Budget, demo_budget
from bot.engine.prompt.contexts import CONTEXTS, Context
from bot.engine.voice.verdicts import Fault

PROMPTS = Path(__file__).parents[3] / "prompts"
MARA, ADA = Slot(0), Slot(1)
NAMES = {
    WordsId(UUID(int=1)): "Mara Quill",
    WordsId(UUID(int=2)): "Ada",
    WordsId(UUID(int=3)): "A tall stranger.",
}

CARD = Card(
    id=CharacterId("mara-quill"),
    name="Mara Quill",
    version="1",
    description="{{char}} keeps an inn at a crossroads.",
    role="Innkeeper",
    personality=("warm", "sharp-eyed"),
    scenario="{{user}} has come in from the rain.",
    speech_style=("Tone: dry, kind.",),
    behavior=("Feeds people before asking questions.",),
    examples=(
        ExampleDialogue(situation="a quiet night", user="Any rooms?", character="*nods* One."),
    ),
    roleplay=Roleplay(action_format="asterisks", thought_format="tags", break_character=False),
)


def words(text: str) -> int:
    return len(text.split())


def a_view(*said: tuple[Slot, str]) -> View:
    mara = Character(slot=MARA, character=CARD.id, name=WordsId(UUID(int=1)))
    ada = Player(
        slot=ADA,
        account=AccountId(UUID(int=9)),
        persona=PersonaId(UUID(int=8)),
        name=WordsId(UUID(int=2)),
        description=WordsId(UUID(int=3)),
    )
    state = SessionState(lead=MARA, participants={MARA: mara, ADA: ada})
    spans = [
        SpokenSpan(
            seq=Seq(n), turn=Turn(n), speaker=who, span=Span.SAID, text=text, audience=(MARA, ADA)
        )
        for n, (who, text) in enumerate(said, start=1)
    ]
    return view_of(MARA, state=state, spans=spans, words=NAMES)


def writer(budget: Budget | None = None) -> PromptWriter:
    return PromptWriter(
        templates=DiskTemplates(PROMPTS), count=words, budget=budget or Budget(soft=6000, hard=8000)
    )


def as_text(prompt: Prompt) -> str:
    return "\n\n".join(f"[{m.role}]\n{m.content}" for m in prompt.messages)


STORY = ((MARA, "*looks up* Evening."), (ADA, "A room, please."), (ADA, "And soup."))


def test_the_whole_prompt(snapshot: SnapshotAssertion) -> None:
    assert as_text(writer().narrator(a_view(*STORY), CARD)) == snapshot


def test_roles_take_turns_and_a_person_speaks_first() -> None:
    roles = [m.role for m in writer().narrator(a_view(*STORY), CARD).messages]

    assert roles == ["system", "user", "assistant", "user"]


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault.EMPTY, "held nothing that Mara Quill says"),
        (Fault.LOOPS, "said the same again and again"),
        (Fault.REPEATS, "said what Mara Quill has said before"),
        (Fault.SHORT, "was too short"),
        (Fault.FOREIGN, "was not in the language of the scene"),
    ],
)
def test_the_reminder_is_said_last(fault: Fault, words: str) -> None:
    prompt = writer().narrator(a_view(*STORY), CARD, fault=fault)

    assert f"(Your last answer {words}" in prompt.messages[-1].content


def test_a_cards_own_system_prompt_replaces_the_style_but_not_the_safety_rules() -> None:
    own = Card(
        id=CARD.id, name="Mara Quill", version="1", system_prompt="Write in verse for {{user}}."
    )

    system = writer().narrator(a_view(), own).messages[0].content

    assert "Write in verse for Ada." in system
    assert "Never speak, act, think or feel for Ada" in system
    assert "next line: one to three" not in system


def test_original_puts_the_style_back() -> None:
    own = Card(id=CARD.id, name="Mara Quill", version="1", system_prompt="{{original}} In verse.")

    system = writer().narrator(a_view(), own).messages[0].content

    assert "next line: one to three" in system
    assert "In verse." in system


def test_hostile_card_text_stays_text() -> None:
    hostile = Card(
        id=CARD.id, name="Mara Quill", version="1", description="{{ ''.__class__ }} {% x %}"
    )

    assert "{{ ''.__class__ }} {% x %}" in writer().narrator(a_view(), hostile).messages[0].content


def test_the_demo_model_gets_a_short_prompt_whatever_the_card() -> None:
    large = Card(id=CARD.id, name="Mara Quill", version="1", description="word " * 5000)

    prompt = writer(demo_budget()).narrator(a_view(*STORY * 50), large)

    assert prompt.tokens <= 1000
    assert "[…]" in prompt.messages[0].content


def test_a_card_that_cannot_fit_is_refused_with_its_sizes() -> None:
    large = Card(id=CARD.id, name="Mara Quill", version="1", description="word " * 9000)

    with pytest.raises(CardTooLarge) as refused:
        writer().narrator(a_view(), large)

    assert refused.value.params["section"] == "card"
    assert refused.value.params["tokens"] == 9002


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda context: context.TEMPLATE)
def test_a_template_names_exactly_what_its_context_has(context: type[Context]) -> None:
    source = (PROMPTS / context.TEMPLATE).read_text()

    named = meta.find_undeclared_variables(Environment(autoescape=False).parse(source))  # noqa: S701

    assert named == set(context.model_fields)


def test_every_template_has_a_context_and_a_line_that_says_what_it_is_for() -> None:
    templates = {str(path.relative_to(PROMPTS)): path for path in PROMPTS.rglob("*.j2")}

    assert set(templates) == {context.TEMPLATE for context in CONTEXTS}
    for path in templates.values():
        assert path.read_text().startswith("{# v")
