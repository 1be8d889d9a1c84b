"""A character card as the game uses it, whatever format it was read from."""

from dataclasses import dataclass
from typing import Literal

from bot.engine.ids import CharacterId

ActionFormat = Literal["asterisks", "tags", "plain"]
"""How the model is told to write an action: `*leans in*`, `<action>leans in</action>`, or prose."""
ThoughtFormat = Literal["tags", "none"]
"""Whether the model may write `<thought>…</thought>`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleDialogue:
    situation: str = ""
    user: str = ""
    character: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Roleplay:
    """How this character is played. `break_character` False adds the rule never to step out."""

    action_format: ActionFormat = "asterisks"
    thought_format: ThoughtFormat = "tags"
    break_character: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """All texts are data: macros are expanded when a prompt is rendered, never compiled.

    `system_prompt` replaces the style rules (`{{original}}` stands for them), never the safety
    rules. `face`: the picture's file name beside the card, or None. `version`: a hash of the
    source, so that a line can say which version of the card spoke.
    """

    id: CharacterId
    name: str
    version: str
    categories: tuple[str, ...] = ()
    description: str = ""
    role: str = ""
    background: str = ""
    personality: tuple[str, ...] = ()
    speech_style: tuple[str, ...] = ()
    """Short sentences: "Tone: dry, warm." """
    behavior: tuple[str, ...] = ()
    scenario: str = ""
    system_prompt: str = ""
    post_history: str = ""
    greetings: tuple[str, ...] = ()
    examples: tuple[ExampleDialogue, ...] = ()
    roleplay: Roleplay = Roleplay()
    face: str | None = None
