"""The sections of a narrator's prompt, each rendered from its template and priced."""

from collections.abc import Callable

from bot.engine.cards.card import Card
from bot.engine.cards.macros import expand
from bot.engine.cast.views import View
from bot.engine.ports import Templates, TokenCounter
from bot.engine.prompt.budget import Budget, Section, Tier
from bot.engine.prompt.contexts import (
    CardContext,
    ClosingContext,
    Context,
    ExampleContext,
    ExamplesContext,
    PeopleContext,
    PersonContext,
    SafetyContext,
    StyleContext,
    VoiceContext,
)
from bot.engine.voice.verdicts import Fault

CLIPPED = " […]"
SEVERAL_PLAYERS = "the players' characters"
"""What `{{user}}` becomes in a card when several people play: one fixed phrase."""


def sections_of(
    view: View, card: Card, *, templates: Templates, count: TokenCounter, budget: Budget
) -> tuple[Section, ...]:
    """All sections in prompt order, before anything is left out."""

    def section(name: str, tier: Tier, text: str) -> Section:
        return Section(name=name, tier=tier, text=text, tokens=count(text) if text else 0)

    def rendered(context: Context) -> str:
        return templates.render(context.TEMPLATE, context).strip()

    players = _players(view)
    macro = _macro(view, card)
    safety = SafetyContext(character=card.name, players=players)
    card_text = rendered(_card_context(card, macro))
    if budget.card_at_most is not None:
        card_text = _clipped(card_text, at_most=budget.card_at_most, count=count)
    examples = _examples_context(view, card, macro)
    people = tuple(
        PersonContext(name=p.name, pronouns=p.pronouns, description=p.description)
        for p in view.present
        if p.is_player
    )
    return (
        section("safety", Tier.MUST, rendered(safety)),
        section("style", Tier.MUST, _style(view, card, rendered=rendered)),
        section("card", Tier.MUST, card_text),
        section("voice", Tier.SHOULD, rendered(_voice_context(card, macro))),
        section("examples", Tier.NICE, rendered(examples) if examples.examples else ""),
        section("people", Tier.SHOULD, rendered(PeopleContext(people=people)) if people else ""),
    )


def closing(view: View, card: Card, *, templates: Templates, fault: Fault | None) -> str:
    """The last words: post-history instructions, whose line it is, what was wrong with the last."""
    context = ClosingContext(
        character=card.name,
        players=_players(view),
        post_history=_macro(view, card)(card.post_history),
        reminder=fault is not None,
        fault=fault or "",
    )
    return templates.render(context.TEMPLATE, context).strip()


Macro = Callable[[str], str]


def _macro(view: View, card: Card, *, original: str = "") -> Macro:
    players = _players(view)
    user = players[0] if len(players) == 1 else SEVERAL_PLAYERS
    return lambda text: expand(text, char=card.name, user=user, original=original)


def _players(view: View) -> tuple[str, ...]:
    return tuple(person.name for person in view.present if person.is_player)


def _style(view: View, card: Card, *, rendered: Callable[[Context], str]) -> str:
    style = rendered(
        StyleContext(
            character=card.name,
            actions=card.roleplay.action_format,
            thoughts=card.roleplay.thought_format == "tags",
            breaks_character=card.roleplay.break_character,
        )
    )
    if not card.system_prompt:
        return style
    return _macro(view, card, original=style)(card.system_prompt)


def _card_context(card: Card, macro: Macro) -> CardContext:
    return CardContext(
        character=card.name,
        description=macro(card.description),
        role=macro(card.role),
        background=macro(card.background),
        personality=tuple(macro(trait) for trait in card.personality),
        scenario=macro(card.scenario),
    )


def _voice_context(card: Card, macro: Macro) -> VoiceContext:
    return VoiceContext(
        character=card.name,
        speech_style=tuple(macro(rule) for rule in card.speech_style),
        behavior=tuple(macro(rule) for rule in card.behavior),
    )


def _examples_context(view: View, card: Card, macro: Macro) -> ExamplesContext:
    players = _players(view)
    examples = tuple(
        ExampleContext(
            situation=macro(example.situation),
            user=macro(example.user),
            character=macro(example.character),
        )
        for example in card.examples
    )
    player = players[0] if len(players) == 1 else "Someone"
    return ExamplesContext(character=card.name, player=player, examples=examples)


def _clipped(text: str, *, at_most: int, count: TokenCounter) -> str:
    """Cut at a word so that the text and the mark of the cut fit."""
    while count(text) > at_most:
        keep = int(len(text) * at_most / count(text)) - len(CLIPPED)
        text = text[: max(keep, 0)].rsplit(maxsplit=1)[0].rstrip() + CLIPPED
        at_most = max(at_most, count(CLIPPED))
    return text
