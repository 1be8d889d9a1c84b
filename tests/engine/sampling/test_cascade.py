"""For each value the nearest level that sets it, with its origin."""

import pytest
from pydantic import ValidationError

from bot.engine.sampling.cascade import Layer, Level, Origin, cascade
from bot.engine.sampling.values import RESERVED, Sampling

PRESETS = {
    "balanced": Sampling(temperature=0.8, top_p=0.9),
    "lively": Sampling(temperature=1.1, min_p=0.05),
    "local": Sampling(extra_body={"mirostat": 2, "seed": 1}),
}


def layer(level: Level, preset: str = "", **values: object) -> Layer:
    return Layer(level=level, preset=preset, values=Sampling.model_validate(values))


@pytest.mark.parametrize(
    ("layers", "temperature", "origin"),
    [
        pytest.param([], None, None, id="nobody says anything"),
        pytest.param([layer("operator", temperature=0.5)], 0.5, Origin(level="operator"), id="one"),
        pytest.param(
            [layer("operator", temperature=0.5), layer("server", temperature=0.6)],
            0.6,
            Origin(level="server"),
            id="the server goes before the operator",
        ),
        pytest.param(
            [layer("character", temperature=0.9), layer("channel", temperature=0.7)],
            0.9,
            Origin(level="character"),
            id="the character goes before the channel, in whatever order they are given",
        ),
        pytest.param(
            [layer("operator", "balanced")],
            0.8,
            Origin(level="operator", preset="balanced"),
            id="a preset",
        ),
        pytest.param(
            [layer("operator", "balanced", temperature=0.3)],
            0.3,
            Origin(level="operator"),
            id="a level's own value goes before its preset's",
        ),
        pytest.param(
            [layer("channel", "lively"), layer("server", temperature=0.2)],
            1.1,
            Origin(level="channel", preset="lively"),
            id="a nearer preset goes before a farther value",
        ),
        pytest.param(
            [layer("channel", "gone"), layer("server", temperature=0.2)],
            0.2,
            Origin(level="server"),
            id="a preset that is not there changes nothing",
        ),
    ],
)
def test_who_says_how_warm_it_is(
    layers: list[Layer], temperature: float | None, origin: Origin | None
) -> None:
    chosen = cascade(layers, presets=PRESETS)

    assert chosen.values.temperature == temperature
    assert chosen.origins.get("temperature") == origin


def test_each_value_goes_its_own_way() -> None:
    layers = [
        layer("character", min_p=0.1),
        layer("channel", "lively"),
        layer("server", "balanced"),
    ]

    chosen = cascade(layers, presets=PRESETS)

    assert chosen.values == Sampling(temperature=1.1, top_p=0.9, min_p=0.1)
    assert {name: origin.level for name, origin in chosen.origins.items()} == {
        "temperature": "channel",
        "top_p": "server",
        "min_p": "character",
    }


def test_what_an_endpoint_knows_besides_is_taken_key_by_key() -> None:
    layers = [layer("channel", extra_body={"seed": 7}), layer("operator", "local")]

    chosen = cascade(layers, presets=PRESETS)

    assert chosen.values.extra_body == {"seed": 7, "mirostat": 2}
    assert chosen.origins == {
        "extra_body.seed": Origin(level="channel"),
        "extra_body.mirostat": Origin(level="operator", preset="local"),
    }


def test_a_preset_that_is_not_there_is_named() -> None:
    assert cascade([layer("server", "gone")], presets=PRESETS).unknown == ("gone",)


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_extra_body_cannot_reach_what_is_asked(name: str) -> None:
    with pytest.raises(ValidationError, match=name):
        Sampling(extra_body={name: 1})


@pytest.mark.parametrize(
    "values",
    [
        {"temperature": 2.5},
        {"temperature": float("nan")},
        {"top_p": 0},
        {"min_p": -0.1},
        {"presence_penalty": 3},
        {"max_tokens": 1},
        {"stop": ["a", "b", "c", "d", "e"]},
        {"stop": [""]},
        {"reasoning_effort": "very high"},
        {"temprature": 1},
    ],
    ids=str,
)
def test_values_that_cannot_be_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Sampling.model_validate(values)
