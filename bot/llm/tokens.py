"""How many tokens a text takes, without asking anybody, and how an endpoint corrects it."""

import math
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

from bot.engine.ports import ChatMessage, TokenCounter

PER_MESSAGE = 4
"""Tokens that a message takes beside its text; whoever assembles a prompt adds them."""

_LOWEST, _HIGHEST = 0.8, 2.5
_WEIGHT = 0.25  # of the newest reading in the moving average
_ENOUGH = 64  # tokens; below, the endpoint's chat template outweighs the text
_READINGS_AT_FIRST, _THEN_EVERY = 8, 16


def estimate(text: str) -> int:
    """Without a tokenizer: near enough for languages with spaces and for those without."""
    return math.ceil(max(len(text.encode("utf-8", "replace")) / 3.5, len(text.split())))


def _load() -> Callable[[str], int]:
    """The tokenizer's compiled part alone.

    Importing its package would take 1.5 s and 100 MB: it builds Python tables of three encodings
    that counting does not need.
    """
    spec = find_spec("bpe_openai")
    for folder in (spec and spec.submodule_search_locations) or ():
        for library in Path(folder).glob("_bindings*.*"):
            if library.suffix in {".so", ".pyd"}:
                return _compiled(library)
    return estimate  # no wheel for this platform


def _compiled(library: Path) -> Callable[[str], int]:
    name = "bpe_openai._bindings"
    module = sys.modules.get(name)
    if module is None:
        loader = ExtensionFileLoader(name, str(library))
        spec = spec_from_file_location(name, library, loader=loader)
        if spec is None:  # pragma: no cover
            return estimate
        try:
            module = module_from_spec(spec)
            loader.exec_module(module)
        except ImportError:  # built for another processor or system
            return estimate
        sys.modules[name] = module  # it may be initialised only once in a process
    return module.tokenizer_for_encoding("cl100k_base").count


class NeutralTokenCounter(TokenCounter):
    """cl100k: of the encodings that come in a wheel, the one that is nobody's favourite."""

    def __init__(self) -> None:
        self._count = _load()

    def __call__(self, text: str, /) -> int:
        try:
            return self._count(text)
        except UnicodeEncodeError:  # half of a surrogate pair, as some clients cut emoji
            return self._count(text.encode("utf-8", "replace").decode())


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What to multiply the neutral count with at one endpoint, learnt from its own counts."""

    factor: float = 1.15

    def after(self, *, estimated: int, counted: int) -> "Correction":
        """The correction after a prompt of `estimated` tokens was counted as `counted`."""
        if estimated < _ENOUGH or counted <= 0:
            return self
        moved = self.factor + _WEIGHT * (counted / estimated - self.factor)
        return replace(self, factor=min(max(moved, _LOWEST), _HIGHEST))

    def after_refusal(
        self, *, estimated: int, limit: int | None, counted: int | None
    ) -> "Correction":
        """The correction after a prompt was refused for its length.

        A count is taken at its word, at once. A limit alone says that there were at least so many.
        """
        if estimated < _ENOUGH:
            return self
        if counted:
            factor = counted / estimated
        elif limit:
            factor = max(self.factor, limit / estimated)
        else:
            return self
        return replace(self, factor=min(max(factor, _LOWEST), _HIGHEST))


class EndpointTokenCounter(TokenCounter):
    """The neutral count times what an endpoint's answers have taught."""

    def __init__(self, neutral: TokenCounter, *, correction: Correction | None = None) -> None:
        self._neutral = neutral
        self._correction = correction or Correction()
        self._readings = 0

    def __call__(self, text: str, /) -> int:
        return math.ceil(self._neutral(text) * self._correction.factor)

    @property
    def correction(self) -> Correction:
        return self._correction

    def learn(self, messages: Iterable[ChatMessage], *, counted: int) -> None:
        """Take in what the endpoint counted. Counting costs, so later only now and then."""
        self._readings += 1
        if self._readings > _READINGS_AT_FIRST and self._readings % _THEN_EVERY:
            return
        self._correction = self._correction.after(estimated=self.neutral(messages), counted=counted)

    def learn_too_long(
        self, messages: Iterable[ChatMessage], *, limit: int | None, counted: int | None
    ) -> None:
        """Take in that the endpoint found a prompt too long. The next try should not be."""
        self._correction = self._correction.after_refusal(
            estimated=self.neutral(messages), limit=limit, counted=counted
        )

    def of(self, messages: Iterable[ChatMessage]) -> int:
        """A whole prompt's tokens, as the endpoint would count them."""
        return math.ceil(self.neutral(messages) * self._correction.factor)

    def neutral(self, messages: Iterable[ChatMessage]) -> int:
        """A whole prompt's tokens, uncorrected."""
        return sum(self._neutral(said.content) + PER_MESSAGE for said in messages)
