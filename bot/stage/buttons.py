"""Buttons under lines and notes. Their ids say all that is needed, so a restart harms none.

Only their looks and ids are here; `cogs/buttons.py` acts on a press.
"""

import discord

from bot.engine.ids import SessionId, Turn

STOP = r"stop:(?P<session>[0-9a-f]{8}):(?P<turn>\d{1,18})"
AGAIN = r"again:(?P<session>[0-9a-f]{8})"
CAST = r"cast:(?P<page>\d{1,4}):(?P<category>.{0,80})"
LONGEST_CATEGORY = 80
"""An id has room for 100 characters."""


class Buttons(discord.ui.View):
    """Buttons that discord.py need not remember: presses are told apart by their id alone."""

    def __init__(self, *buttons: discord.ui.Button[discord.ui.View]) -> None:
        super().__init__(timeout=None)
        for button in buttons:
            self.add_item(button)

    def is_dispatchable(self) -> bool:
        return False


def mark_of(session: SessionId) -> str:
    """Enough of a session's id to tell it from the others of its channel."""
    return session.hex[-8:]


def stop_id(session: SessionId, turn: Turn) -> str:
    return f"stop:{mark_of(session)}:{turn}"


def stop_button(label: str, *, session: SessionId, turn: Turn) -> Buttons:
    return Buttons(
        discord.ui.Button(
            label=label,
            emoji="⏹️",
            style=discord.ButtonStyle.secondary,
            custom_id=stop_id(session, turn),
        )
    )


def again_button(label: str, *, session: SessionId) -> Buttons:
    return Buttons(
        discord.ui.Button(
            label=label,
            emoji="🔁",
            style=discord.ButtonStyle.secondary,
            custom_id=f"again:{mark_of(session)}",
        )
    )


def page_button(sign: str, *, page: int, category: str) -> discord.ui.Button[discord.ui.View]:
    """A step to another page of the list of characters."""
    return discord.ui.Button(
        label=sign,
        style=discord.ButtonStyle.secondary,
        custom_id=f"cast:{page}:{category[:LONGEST_CATEGORY]}",
    )
