"""Putting a narrator's prompt together, from a view: nothing else can get in.

Order: what never changes first (rules, card), what changes each turn last, so that a provider's
prefix cache keeps working.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.cards.card import Card
from bot.engine.cast.views import View
from bot.engine.errors import CardTooLarge
from bot.engine.ports import ChatMessage, Role, Templates, TokenCounter
from bot.engine.prompt.budget import Budget, Section, Tier, fit
from bot.engine.prompt.sections import closing, sections_of
from bot.engine.prompt.window import MESSAGE_OVERHEAD, Told, window_of

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

    def narrator(self, view: View, card: Card, *, reminder: bool = False) -> Prompt:
        """The prompt for `card`'s next line, as its knower sees the story.

        Raises:
            CardTooLarge: what must be in the prompt passes the hard budget.
        """
        sections = sections_of(
            view, card, templates=self.templates, count=self.count, budget=self.budget
        )
        last = closing(view, card, templates=self.templates, reminder=reminder)
        last_price = self.count(last) + MESSAGE_OVERHEAD
        self._refuse_too_large(sections, card, spare=last_price)

        rest = int(self.budget.soft * (1 - self.budget.window_share)) - last_price
        kept = fit(sections, room=max(rest, 0))
        room = self.budget.soft - kept.tokens - last_price
        longest = max(400, room * 2) if self.budget.clips else 4000
        told = window_of(view.lines, room=room, count=self.count, longest_line=longest)
        system = "\n\n".join(section.text for section in kept.kept)
        messages = _alternating(system, told, last)
        tokens = kept.tokens + last_price + sum(line.tokens for line in told)
        dropped = tuple(section.name for section in kept.dropped)
        return Prompt(messages=messages, tokens=tokens, dropped=dropped)

    def _refuse_too_large(self, sections: Sequence[Section], card: Card, *, spare: int) -> None:
        must = [section for section in sections if section.tier is Tier.MUST]
        needed = sum(section.tokens for section in must) + spare
        if needed > self.budget.hard and not self.budget.clips:
            largest = max(must, key=lambda section: section.tokens)
            raise CardTooLarge(
                name=card.name,
                section=largest.name,
                tokens=largest.tokens,
                room=self.budget.hard - needed + largest.tokens,
            )


def _alternating(system: str, told: Sequence[Told], last: str) -> tuple[ChatMessage, ...]:
    """One system message, then user and assistant in turn: the shape that every endpoint takes."""
    messages = [ChatMessage(role="system", content=system)]
    turns: list[tuple[Role, str]] = [
        ("assistant" if line.own else "user", line.text) for line in told
    ]
    if turns and turns[0][0] == "assistant":
        # Many chat templates insist that a person speaks first.
        turns.insert(0, ("user", "(The scene begins.)"))
    turns.append(("user", last))
    for role, text in turns:
        if messages[-1].role == role:
            joined = f"{messages[-1].content}\n\n{text}"
            messages[-1] = ChatMessage(role=role, content=joined)
        else:
            messages.append(ChatMessage(role=role, content=text))
    return tuple(messages)
