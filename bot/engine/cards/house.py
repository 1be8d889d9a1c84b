"""The house JSON: the format of the files in `characters/`, read into a card.

Fields that we do not know are kept by the models, so that a file written out again loses nothing.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Annotated, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic import ValidationError as Invalid
from pydantic_core import ErrorDetails

from bot.engine.cards.card import ActionFormat, Card, ExampleDialogue, Roleplay, ThoughtFormat
from bot.engine.errors import BrokenCard
from bot.engine.ids import CharacterId

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_REORDERS_TEXT = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _one_clean_line(name: str) -> str:
    """A name stands in front of lines and in lists: nothing in it may hide or reorder those."""
    if any(unicodedata.category(c) in {"Cc", "Zl", "Zp"} or c in _REORDERS_TEXT for c in name):
        reason = "must be one line without control characters"
        raise ValueError(reason)
    return name


def _inside_the_folder(path: str) -> str:
    parts = PurePosixPath(path).parts
    if path.startswith("/") or ".." in parts or re.search(r"[\\:\0]", path):
        reason = "must name a file in the characters' folder"
        raise ValueError(reason)
    return path


Text = Annotated[str, StringConstraints(strip_whitespace=True)]
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Id = Annotated[str, StringConstraints(max_length=64, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=80),
    AfterValidator(_one_clean_line),
]
FilePath = Annotated[Text, AfterValidator(_inside_the_folder)]
Trait = bool | int | float | Text | tuple[Text, ...]


class _Part(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True)


class HouseIdentity(_Part):
    role: Text = ""
    background: Text = ""


class HouseSpeechStyle(_Part):
    """Further fields are said to the model as well: `"accent": "broad"`."""

    tone: tuple[Text, ...] = ()
    formality: Text = ""
    sentence_style: Text = ""
    uses_humor: bool | None = None
    quirks: tuple[Text, ...] = ()


class HouseWorld(_Part):
    universe: Text = ""
    setting: Text = ""
    description: Text = ""


class HouseRoleplay(_Part):
    action_format: ActionFormat = "asterisks"
    thought_format: ThoughtFormat = "tags"
    break_character: bool = False


class HouseExample(_Part):
    situation: Text = ""
    user: Text = ""
    character: Words


class HouseVisuals(_Part):
    avatar: FilePath | None = None


class HouseCard(_Part):
    id: Id
    name: Name
    categories: tuple[Words, ...] = ()
    description: Words
    identity: HouseIdentity = HouseIdentity()
    personality: tuple[Words, ...] = ()
    speech_style: HouseSpeechStyle = HouseSpeechStyle()
    behavior: dict[str, Trait] = Field(default_factory=dict[str, Trait])
    """Any fields: `"under_pressure": "goes quiet"`."""
    world: HouseWorld = HouseWorld()
    roleplay: HouseRoleplay = HouseRoleplay()
    system_prompt: Text = ""
    greeting: Words
    alternate_greetings: tuple[Words, ...] = ()
    example_dialogues: tuple[HouseExample, ...] = ()
    visuals: HouseVisuals = HouseVisuals()


def read_house(raw: bytes, *, file: str) -> HouseCard:
    """Read a house JSON with everything that stands in it.

    Raises:
        BrokenCard: in one line, which field is wrong and why.
    """
    try:
        return HouseCard.model_validate_json(raw.removeprefix(_BYTE_ORDER_MARK))
    except Invalid as invalid:
        raise BrokenCard(file=file, reason=_in_one_line(invalid)) from None


def card_from_house(raw: bytes, *, file: str, version: str) -> Card:
    """Read a house JSON as the game uses it. `file` is named in errors.

    Raises:
        BrokenCard: in one line, which field is wrong and why.
    """
    house = read_house(raw, file=file)
    return Card(
        id=CharacterId(house.id),
        name=house.name,
        version=version,
        categories=house.categories,
        description=house.description,
        role=house.identity.role,
        background=house.identity.background,
        personality=house.personality,
        speech_style=_speech(house.speech_style),
        behavior=_traits(house.behavior),
        scenario=_scenario(house.world),
        system_prompt=house.system_prompt,
        greetings=(house.greeting, *house.alternate_greetings),
        examples=tuple(_example(example) for example in house.example_dialogues),
        roleplay=Roleplay(
            action_format=house.roleplay.action_format,
            thought_format=house.roleplay.thought_format,
            break_character=house.roleplay.break_character,
        ),
        face=house.visuals.avatar or None,
    )


def _example(example: HouseExample) -> ExampleDialogue:
    return ExampleDialogue(
        situation=example.situation, user=example.user, character=example.character
    )


def _speech(style: HouseSpeechStyle) -> tuple[str, ...]:
    known: dict[str, object] = {
        "tone": style.tone,
        "formality": style.formality,
        "sentences": style.sentence_style,
    }
    if style.uses_humor is not None:
        known["humor"] = style.uses_humor
    quirks = tuple(_sentence(quirk) for quirk in style.quirks if quirk)
    return (*_traits(known), *_traits(style.model_extra or {}), *quirks)


def _traits(traits: Mapping[str, object]) -> tuple[str, ...]:
    """Fields as short sentences: `under_pressure` becomes "Under pressure: goes quiet."."""
    said = ((name.replace("_", " ").strip(), _said(trait)) for name, trait in traits.items())
    return tuple(_sentence(f"{name}: {trait}") for name, trait in said if trait)


def _said(trait: object) -> str:
    """What has no plain words (an object, a list of lists) is kept in the file and left unsaid."""
    match trait:
        case bool():
            return "yes" if trait else "no"
        case str() | int() | float():
            return str(trait).strip()
        case list() | tuple():
            parts = cast(Sequence[object], trait)
            return ", ".join(part for part in parts if isinstance(part, str) and part)
        case _:
            return ""


def _scenario(world: HouseWorld) -> str:
    """The place first, since that is what a scene begins with; then the world around it."""
    place = f"{world.setting} ({world.universe})" if world.setting and world.universe else ""
    opening = place or world.setting or world.universe
    return " ".join(filter(None, (_sentence(opening), world.description)))


def _sentence(text: str) -> str:
    if not text:
        return ""
    ended = text if text.endswith((".", "!", "?", "…", '"', "”")) else f"{text}."
    return ended[0].upper() + ended[1:]


def _in_one_line(invalid: Invalid) -> str:
    faults = invalid.errors(include_url=False, include_input=False, include_context=False)
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"{_fault(faults[0])}{more}"


def _fault(fault: ErrorDetails) -> str:
    where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in fault["loc"])
    what = " ".join(fault["msg"].removeprefix("Value error, ").split())
    return f"{where.removeprefix('.')}: {what}" if where else what
