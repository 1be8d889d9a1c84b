"""The words people read: Fluent messages by key, one file per locale."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

from bot.engine.errors import EngineError
from bot.stage.pseudo import PSEUDO, pseudo_resource

FOLDER = Path(__file__).resolve().parents[1] / "locales"
SOURCE = "en"
"""The locale in which texts are first written, and the one that answers for all others."""


class BrokenText(Exception):
    """A locale file that does not parse, a key that no file has, or a blank left unfilled."""


class Texts:
    """Gives texts in the locale asked for, else in the host's, else in English."""

    def __init__(self, bundles: Mapping[str, FluentBundle], *, default: str) -> None:
        self._bundles = bundles
        self._default = default if default in bundles else SOURCE

    def __call__(self, key: str, /, *, locale: str | None = None, **params: str | int) -> str:
        """The message of that key, its blanks filled.

        Raises:
            BrokenText: no such message, or a blank has no value.
        """
        for name in (locale, self._default, SOURCE):
            bundle = self._bundle(name)
            if bundle is not None and bundle.has_message(key):
                return _filled(bundle, key, params)
        raise BrokenText(key)

    def of_error(self, error: EngineError, *, locale: str | None = None) -> str:
        """What happened, what was kept, what to do."""
        return self(error.code, locale=locale, **error.params)

    def find(self, key: str, *, locale: str) -> str | None:
        """The message in exactly this locale (or its language), if it has one. No blanks."""
        bundle = self._bundle(locale)
        return _filled(bundle, key, {}) if bundle and bundle.has_message(key) else None

    @property
    def locales(self) -> tuple[str, ...]:
        return tuple(self._bundles)

    def _bundle(self, locale: str | None) -> FluentBundle | None:
        if locale is None:
            return None
        return self._bundles.get(locale) or self._bundles.get(locale.partition("-")[0])


def load_texts(*, default: str = SOURCE, folder: Path = FOLDER) -> Texts:
    """Read every locale file; the pseudo-locale is made from the English one.

    Raises:
        BrokenText: a file does not parse.
    """
    bundles = {file.stem: _bundle(file.stem, _parsed(file)) for file in folder.glob("*.ftl")}
    bundles[PSEUDO] = _bundle(SOURCE, pseudo_resource(_parsed(folder / f"{SOURCE}.ftl")))
    return Texts(bundles, default=default)


def _parsed(file: Path) -> ast.Resource:
    resource = FluentResource(file.read_text(encoding="utf-8"))
    for entry in cast(list[Any], resource.body):
        if isinstance(entry, ast.Junk):
            raise BrokenText(file.name, entry.content)
    return resource


def _bundle(locale: str, resource: ast.Resource) -> FluentBundle:
    # No isolation marks round names: people copy them, and Discord shows names alone well enough.
    bundle = FluentBundle([locale], use_isolating=False)
    bundle.add_resource(resource)
    return bundle


def _filled(bundle: FluentBundle, key: str, params: Mapping[str, str | int]) -> str:
    pattern = bundle.get_message(key).value
    if pattern is None:
        raise BrokenText(key)
    text, problems = bundle.format_pattern(pattern, dict(params))
    if problems:  # Fluent would print the blank's name instead
        raise BrokenText(key, *problems)
    return str(text)
