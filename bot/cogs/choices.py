"""What autocompletion offers: characters and categories, the best matches first."""

from collections.abc import Sequence

from discord.app_commands import Choice

from bot.engine.cards.card import Card

MOST = 25
LONGEST = 100


def character_choices(cards: Sequence[Card], typed: str) -> list[Choice[str]]:
    """By name from its beginning, then anywhere in it, then by category."""
    wanted = typed.strip().casefold()
    ranked = [(rank, card) for card in cards if (rank := _rank(card, wanted)) is not None]
    ranked.sort(key=lambda pair: (pair[0], pair[1].name.casefold()))
    return [Choice(name=_label(card), value=card.id[:LONGEST]) for _, card in ranked[:MOST]]


def category_choices(cards: Sequence[Card], typed: str) -> list[Choice[str]]:
    wanted = typed.strip().casefold()
    names = sorted({name for card in cards for name in card.categories}, key=str.casefold)
    fitting = [name[:LONGEST] for name in names if wanted in name.casefold()]
    return [Choice(name=name, value=name) for name in fitting[:MOST]]


def _rank(card: Card, wanted: str) -> int | None:
    name = card.name.casefold()
    if name.startswith(wanted):
        return 0
    if any(word.startswith(wanted) for word in name.split()):
        return 1
    if wanted in name:
        return 2
    return 3 if any(wanted in category.casefold() for category in card.categories) else None


def _label(card: Card) -> str:
    label = f"{card.name} · {', '.join(card.categories)}" if card.categories else card.name
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"
