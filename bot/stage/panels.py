"""Panels: what commands show about sessions, characters and personas."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord.utils import format_dt

from bot.engine.cards.card import Card
from bot.engine.cards.macros import expand
from bot.engine.errors import BrokenCard
from bot.engine.ports import Persona
from bot.engine.use_cases.sessions import Status
from bot.stage.buttons import Buttons, page_button
from bot.stage.graphemes import clipped
from bot.stage.names import plain
from bot.stage.texts import Texts

PER_PAGE = 12
COLOUR = 0xC2703D
LONGEST_ENTRY = 160
LONGEST_TEXT = 1500
LONGEST_FIELD = 1000
MOST_BROKEN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """The characters that a list shows a page of. `category` empty: all of them."""

    cards: Sequence[Card]
    broken: Sequence[BrokenCard]
    category: str = ""

    def shown(self) -> Sequence[Card]:
        wanted = self.category.casefold()
        if not wanted:
            return self.cards
        return [c for c in self.cards if wanted in {name.casefold() for name in c.categories}]


def status_text(status: Status, texts: Texts, *, locale: str) -> str:
    players = ", ".join(plain(name) for name in status.players)
    return texts(
        "session-status-shown",
        locale=locale,
        lead=plain(status.lead),
        players=players or "–",
        since=format_dt(status.started_at, "R"),
    )


def cast_page(cast: Cast, page: int, texts: Texts, *, locale: str) -> tuple[discord.Embed, Buttons]:
    """One page of the list, and the buttons to its neighbours. A page too far is the last."""
    shown = cast.shown()
    pages = max(1, -(-len(shown) // PER_PAGE))
    page = min(max(page, 1), pages)
    here = shown[(page - 1) * PER_PAGE : page * PER_PAGE]
    title = texts("cast-all", locale=locale, count=len(shown))
    if cast.category:
        title = texts("cast-kind", locale=locale, category=cast.category, count=len(shown))
    embed = discord.Embed(title=clipped(title, 250), colour=COLOUR)
    embed.description = "\n".join(_entry(card) for card in here) or texts(
        "cast-empty", locale=locale
    )
    if cast.broken:
        embed.add_field(
            name=texts("cast-broken", locale=locale, count=len(cast.broken)),
            value=_broken(cast.broken),
            inline=False,
        )
    embed.set_footer(text=texts("cast-page", locale=locale, page=page, pages=pages))
    steps = ((page - 1, "◀"), (page + 1, "▶"))
    buttons = [
        page_button(sign, page=to, category=cast.category) for to, sign in steps if 1 <= to <= pages
    ]
    return embed, Buttons(*buttons)


def card_panel(card: Card, user: str, texts: Texts, *, locale: str) -> discord.Embed:
    """A character as players may see it: nothing that is meant for the model alone."""

    def filled(text: str) -> str:
        return discord.utils.escape_mentions(expand(text, char=card.name, user=user))

    embed = discord.Embed(title=clipped(plain(card.name), 250), colour=COLOUR)
    embed.description = clipped(filled(card.description), LONGEST_TEXT)
    if card.categories:
        name = texts("card-categories", locale=locale)
        embed.add_field(name=name, value=clipped(", ".join(card.categories), LONGEST_FIELD))
    if card.role:
        name = texts("card-role", locale=locale)
        embed.add_field(name=name, value=clipped(filled(card.role), LONGEST_FIELD))
    if card.greetings:
        name = texts("card-greeting", locale=locale, count=len(card.greetings))
        greeting = clipped(filled(card.greetings[0]), LONGEST_FIELD)
        embed.add_field(name=name, value=greeting, inline=False)
    embed.set_footer(text=texts("card-start", locale=locale, character=card.name))
    return embed


def persona_text(persona: Persona, texts: Texts, *, locale: str) -> str:
    key = "persona-shown" if persona.chosen else "persona-none"
    lines = [texts(key, locale=locale, name=plain(persona.name))]
    if persona.pronouns:
        lines.append(f"-# {plain(persona.pronouns)}")
    if persona.description:
        description = discord.utils.escape_mentions(persona.description)
        lines += [f"> {line}" for line in description.splitlines()]
    return "\n".join(lines)


def _entry(card: Card) -> str:
    """Who they are in a few words, and small under it what kind of story they are from."""
    about = card.role or card.description.split("\n", 1)[0].split(". ", 1)[0]
    about = clipped(plain(expand(about, char=card.name, user="you")), LONGEST_ENTRY)
    kinds = ", ".join(plain(name) for name in card.categories)
    return f"**{plain(card.name)}** · {about}" + (f"\n-# {kinds}" if kinds else "")


def _broken(broken: Sequence[BrokenCard]) -> str:
    lines = [f"`{error.params['file']}`: {error.params['reason']}" for error in broken]
    more = ["…"] if len(lines) > MOST_BROKEN else []
    return clipped("\n".join(lines[:MOST_BROKEN] + more), LONGEST_FIELD)
