"""What each template of `prompts/` may name: one context per template, checked by a test."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Context(BaseModel):
    """`TEMPLATE` is the file under `prompts/`."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    TEMPLATE: ClassVar[str]


class PersonContext(BaseModel):
    """A player's persona as the speaker knows it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str
    pronouns: str = ""
    description: str = ""


class SafetyContext(Context):
    """Rules that nothing replaces, a card least of all."""

    TEMPLATE: ClassVar[str] = "narrator/safety.j2"
    character: str
    players: tuple[str, ...]


class StyleContext(Context):
    """How to write. A card's system prompt stands in its place."""

    TEMPLATE: ClassVar[str] = "narrator/style.j2"
    character: str
    actions: str
    thoughts: bool
    breaks_character: bool


class CardContext(Context):
    """Who the character is: what is left out last."""

    TEMPLATE: ClassVar[str] = "narrator/card.j2"
    character: str
    description: str
    role: str
    background: str
    personality: tuple[str, ...]
    scenario: str


class VoiceContext(Context):
    """How the character sounds: manner of speech and behaviour."""

    TEMPLATE: ClassVar[str] = "narrator/voice.j2"
    character: str
    speech_style: tuple[str, ...]
    behavior: tuple[str, ...]


class ExampleContext(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    situation: str
    user: str
    character: str


class ExamplesContext(Context):
    """Example dialogues: first to go when room is short."""

    TEMPLATE: ClassVar[str] = "narrator/examples.j2"
    character: str
    player: str
    examples: tuple[ExampleContext, ...]


class PeopleContext(Context):
    """The players' personas who are there."""

    TEMPLATE: ClassVar[str] = "narrator/people.j2"
    people: tuple[PersonContext, ...]


class ClosingContext(Context):
    """The last words before the model writes: whose line it is, and the safety line."""

    TEMPLATE: ClassVar[str] = "narrator/closing.j2"
    character: str
    players: tuple[str, ...]
    post_history: str
    reminder: bool
    fault: str
    """What was wrong with the last answer, where this is a reminder."""


CONTEXTS: tuple[type[Context], ...] = (
    SafetyContext,
    StyleContext,
    CardContext,
    VoiceContext,
    ExamplesContext,
    PeopleContext,
    ClosingContext,
)
