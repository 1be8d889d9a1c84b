"""Every error has a text in every locale, and a text that cannot be filled is an error."""

import importlib
import pkgutil
from pathlib import Path

import pytest

import bot
from bot.engine.errors import EngineError
from bot.stage.texts import BrokenText, Texts, load_texts

PARAMS: dict[str, dict[str, str | int]] = {
    "error-unknown-character": {"wanted": "Nobody"},
    "error-no-such-greeting": {"wanted": 7, "available": 2},
    "error-may-not": {"needs": "host"},
    "error-invalid-persona": {"limit": 80},
    "error-broken-card": {"file": "mara.json", "reason": "no name"},
    "error-card-too-large": {"name": "Mara", "section": "card", "tokens": 9000, "room": 7000},
    "error-daily-cap-reached": {"cap": 2_000_000, "resumes": "1790000000"},
    "error-unexpected": {"reference": "0badcafe"},
    "error-line-not-kept": {"reference": "0badcafe"},
    "error-model-unavailable": {"reason": "connection refused"},
    "error-model-silent": {"seconds": 60},
    "error-lacks-permission": {"needs": "Send Messages"},
}
"""What fills the blanks of each error, as its class documents."""


@pytest.fixture(scope="module")
def texts() -> Texts:
    return load_texts()


def errors(kind: type[EngineError] = EngineError) -> list[type[EngineError]]:
    return [each for sub in kind.__subclasses__() for each in (sub, *errors(sub))]


def all_errors() -> list[type[EngineError]]:
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if module.name.startswith(("bot.engine", "bot.stage")):
            importlib.import_module(module.name)
    return [each for each in errors() if each.__module__.startswith("bot.")]


@pytest.mark.parametrize("kind", all_errors(), ids=lambda kind: kind.code)
def test_every_error_has_a_text_in_every_locale(kind: type[EngineError], texts: Texts) -> None:
    for locale in texts.locales:
        text = texts.of_error(kind(**PARAMS.get(kind.code, {})), locale=locale)
        assert 20 < len(text) < 400


@pytest.mark.parametrize("needs", ["manage_channels", "host", "player", "something new"])
def test_refusals_name_who_may(needs: str, texts: Texts) -> None:
    assert "Nothing has changed" in texts("error-may-not", needs=needs)


@pytest.mark.parametrize(
    ("available", "said"), [(0, "no greetings"), (1, "one greeting"), (3, "from 1 to 3")]
)
def test_greetings_are_counted(available: int, said: str, texts: Texts) -> None:
    assert said in texts("error-no-such-greeting", wanted=9, available=available)


def test_an_unfilled_blank_is_an_error(texts: Texts) -> None:
    with pytest.raises(BrokenText):
        texts("error-unknown-character")


def test_an_unknown_key_is_an_error(texts: Texts) -> None:
    with pytest.raises(BrokenText):
        texts("error-from-nowhere")


def test_a_locale_without_a_file_gets_the_hosts(texts: Texts) -> None:
    assert texts("button-stop", locale="sw") == "Stop"


def test_a_language_answers_for_its_regions(texts: Texts) -> None:
    assert texts.find("button-stop", locale="en-GB") == "Stop"


def test_a_file_that_does_not_parse_is_refused(tmp_path: Path) -> None:
    (tmp_path / "en.ftl").write_text("good = Good.\nbad =\n    *no*\n", encoding="utf-8")

    with pytest.raises(BrokenText):
        load_texts(folder=tmp_path)
