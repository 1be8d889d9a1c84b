"""Panels: what commands show about sessions and characters."""

from discord.utils import format_dt

from bot.engine.use_cases.sessions import Status
from bot.stage.names import plain
from bot.stage.texts import Texts


def status_text(status: Status, texts: Texts, *, locale: str) -> str:
    players = ", ".join(plain(name) for name in status.players)
    return texts(
        "session-status-shown",
        locale=locale,
        lead=plain(status.lead),
        players=players or "–",
        since=format_dt(status.started_at, "R"),
    )
