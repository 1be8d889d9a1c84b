"""Putting a narrator's prompt together, from a view: nothing else can get in.

Order: what never changes first (rules, card), what changes each turn last, so that a provider's
prefix cache keeps working.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.cards.card import Card
from bot.engine.cast.views import View
from bot.engine.errors import CardTooLarge
from bot.engine.ports import ChatMessage, Templates, TokenCounter
from bot.engine.prompt.budget import Budget, Section, Tier, fit
from bot.engine.prompt.roles import DEFAULT_ROLES, RolePolicy, laid_out
from bot.engine.prompt.sections import closing, sections_of
from bot.engine.prompt.window import LONGEST_LINE, MESSAGE_OVERHEAD, Told, window_of
from bot.engine.voice.verdicts import Fault

CARD_SECTIONS = ("card", "voice", "examples")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """`dropped`: names of the sections that did not fit. `tokens`: as counted here."""

    messages: tuple[ChatMessage, ...]
    tokens: int
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptWriter:
    """Writes prompts of one shape: one budget, one set of templates."""

    templates: Templates
    count: TokenCounter
    budget: Budget
    roles: RolePolicy = DEFAULT_ROLES

    def narrator(
        self, view: View, card: Card, *, fault: Fault | None = None, budget: Budget | None = None
    ) -> Prompt:
        """The prompt for `card`'s next line, as its knower sees the story.

        `fault`: what was wrong with the last answer, when it is asked for again.
        `budget`: a smaller one than usual, for an endpoint that found the prompt too long.

        Raises:
            CardTooLarge: what must be in the prompt passes the hard budget.
        """
        budget = budget or self.budget
        sections = sections_of(
            view, card, templates=self.templates, count=self.count, budget=budget
        )
        last = closing(view, card, templates=self.templates, fault=fault)
        last_price = self.count(last) + MESSAGE_OVERHEAD
        _refuse_too_large(sections, card, spare=last_price, budget=budget)

        rest = int(budget.soft * (1 - budget.window_share)) - last_price
        kept = fit(sections, room=max(rest, 0))
        room = budget.soft - kept.tokens - last_price
        longest = max(400, room * 2) if budget.clips or budget.shrunk else LONGEST_LINE
        told = window_of(
            view.lines,
            room=room,
            count=self.count,
            longest_line=longest,
            most=self.budget.hard - kept.tokens - last_price,
        )
        system = "\n\n".join(section.text for section in kept.kept)
        tokens = kept.tokens + last_price + sum(line.tokens for line in told)
        dropped = tuple(section.name for section in kept.dropped)
        messages = laid_out(_messages(system, told, last), self.roles)
        return Prompt(messages=messages, tokens=tokens, dropped=dropped)


def _refuse_too_large(
    sections: Sequence[Section], card: Card, *, spare: int, budget: Budget
) -> None:
    must = [section for section in sections if section.tier is Tier.MUST]
    needed = sum(section.tokens for section in must) + spare
    if needed > budget.hard and not budget.clips:
        largest = max(must, key=lambda section: section.tokens)
        raise CardTooLarge(
            name=card.name,
            section=largest.name,
            tokens=largest.tokens,
            room=max(budget.hard - needed + largest.tokens, 0),
        )


def _messages(system: str, told: Sequence[Told], last: str) -> list[ChatMessage]:
    """As they are meant: the instructions at both ends are the system's."""
    lines = [
        ChatMessage(role="assistant" if line.own else "user", content=line.text) for line in told
    ]
    opening = ChatMessage(role="system", content=system)
    return [opening, *lines, ChatMessage(role="system", content=last)]
