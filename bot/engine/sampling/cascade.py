"""Whose setting counts: the character's, else the channel's, else the server's, else the host's."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from bot.engine.sampling.values import Sampling

Level = Literal["character", "channel", "server", "operator"]
LEVELS: tuple[Level, ...] = ("character", "channel", "server", "operator")
"""Nearest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """What one level says: values of its own, which go before those of the preset it names."""

    level: Level
    preset: str = ""
    values: Sampling = Sampling()


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a value comes from; `preset` is empty where it was set by itself."""

    level: Level
    preset: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What holds, and why. A value that nobody set has no origin.

    `origins`: by the value's name, those in `extra_body` by `extra_body.NAME`.
    `unknown`: presets that are named but not there, which change nothing.
    """

    values: Sampling
    origins: Mapping[str, Origin]
    unknown: tuple[str, ...] = ()


def cascade(layers: Sequence[Layer], *, presets: Mapping[str, Sampling]) -> Chosen:
    """For each value the nearest level that sets it, by itself or through its preset.

    `extra_body` is taken apart: a channel that adds one key keeps the server's others.
    """
    nearest_first = sorted(layers, key=lambda layer: LEVELS.index(layer.level))
    values: dict[str, object] = {}
    extra: dict[str, JsonValue] = {}
    origins: dict[str, Origin] = {}
    for origin, sampling in _in_turn(nearest_first, presets):
        for name in sorted(sampling.model_fields_set - {"extra_body"}):
            if name not in values and getattr(sampling, name) is not None:
                values[name] = getattr(sampling, name)
                origins[name] = origin
        for key, value in sampling.extra_body.items():
            if key not in extra:
                extra[key] = value
                origins[f"extra_body.{key}"] = origin
    unknown = tuple(one.preset for one in nearest_first if one.preset and one.preset not in presets)
    chosen = Sampling.model_validate({**values, "extra_body": extra})
    return Chosen(values=chosen, origins=origins, unknown=unknown)


def _in_turn(
    layers: Sequence[Layer], presets: Mapping[str, Sampling]
) -> Iterator[tuple[Origin, Sampling]]:
    for layer in layers:
        yield Origin(level=layer.level), layer.values
        if layer.preset in presets:
            yield Origin(level=layer.level, preset=layer.preset), presets[layer.preset]
