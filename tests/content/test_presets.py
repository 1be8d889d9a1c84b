"""The presets of sampling: ours can be read, and a host's mistakes are named."""

from pathlib import Path

import pytest

from bot.content.presets import BadPresets, load_presets
from bot.engine.sampling.values import DEFAULT_SAMPLING, Sampling

PROMPTS = Path(__file__).parents[2] / "prompts"


def test_ours_can_be_read_and_the_usual_one_is_the_default() -> None:
    presets = load_presets(PROMPTS)

    assert presets["balanced"] == DEFAULT_SAMPLING
    assert presets["endpoint"] == Sampling()
    assert set(presets) == {"endpoint", "balanced", "steady", "lively", "thinking", "demo"}


def test_a_folder_without_the_file_has_none(tmp_path: Path) -> None:
    assert load_presets(tmp_path) == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("[a]\ntemperature = 3", "a.temperature: Input should be less", id="too warm"),
        pytest.param("[a]\nwarmth = 1", "a.warmth: Extra inputs", id="no such value"),
        pytest.param("temperature = 1", "temperature: Input should be a valid", id="no name"),
        pytest.param("[a\n", "sampling.toml", id="no TOML"),
        pytest.param("[a.extra_body]\nmodel = 'x'", "extra_body may not set model", id="reserved"),
    ],
)
def test_what_is_wrong_is_named(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "sampling.toml").write_text(text)

    with pytest.raises(BadPresets, match=says):
        load_presets(tmp_path)
