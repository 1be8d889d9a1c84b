"""Every setting is documented, and its default is the one the example shows."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.settings import Settings

EXAMPLE = Path(__file__).parents[1] / ".env.example"


def example() -> dict[str, str]:
    lines = EXAMPLE.read_text().splitlines()
    pairs = (line.split("=", 1) for line in lines if line and not line.startswith("#"))
    return dict(pairs)  # pyright: ignore[reportArgumentType, reportReturnType]


def names() -> set[str]:
    fields = Settings.model_fields
    return {"TROUPE_LOG_LEVEL" if name == "log_level" else name.upper() for name in fields}


def test_the_example_shows_every_setting_and_no_other() -> None:
    assert set(example()) == names()


def test_the_example_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in names():
        monkeypatch.delenv(name, raising=False)

    as_example = Settings(_env_file=EXAMPLE)  # pyright: ignore[reportCallIssue]

    assert as_example == Settings(_env_file=None)  # pyright: ignore[reportCallIssue]


def test_secrets_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very-secret")
    monkeypatch.setenv("LLM_API_KEY", "very-secret")
    monkeypatch.setenv("DATABASE_URL", "postgresql://bot:very-secret@db/troupe")

    settings = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]

    assert "very-secret" not in repr(settings)
    assert settings.discord_token == SecretStr("very-secret")
