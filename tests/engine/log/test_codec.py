"""Bodies survive the way to storage and back, and newer ones are refused."""

import json
from pathlib import Path

import pytest

from bot.engine.log.codec import UnknownEvent, decode, encode
from bot.engine.log.events import BODIES, AnyBody

SAMPLES = sorted((Path(__file__).parents[2] / "data" / "events").glob("*.json"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_every_stored_shape_loads_for_ever(sample: Path) -> None:
    kind, version = sample.stem.rsplit(".v", 1)

    body = decode(kind, int(version), sample.read_text())

    assert kind == body.KIND


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_current_body_survives_the_way_back(sample: Path) -> None:
    kind, version = sample.stem.rsplit(".v", 1)
    body = decode(kind, int(version), sample.read_text())

    assert decode(body.KIND, body.VERSION, encode(body)) == body


@pytest.mark.parametrize("kind", BODIES, ids=lambda body: body.KIND)
def test_every_kind_has_a_sample_of_its_version(kind: type[AnyBody]) -> None:
    assert f"{kind.KIND}.v{kind.VERSION}" in {sample.stem for sample in SAMPLES}


def test_kinds_are_strings_of_ours_and_all_different() -> None:
    kinds = [body.KIND for body in BODIES]

    assert len(set(kinds)) == len(kinds)
    assert all(kind.islower() and "." not in kind for kind in kinds)


@pytest.mark.parametrize(
    ("kind", "version"),
    [
        pytest.param("user_turn", 99, id="a newer version"),
        pytest.param("moon_landed", 1, id="an unknown kind"),
    ],
)
def test_what_is_newer_than_this_code_is_refused(kind: str, version: int) -> None:
    with pytest.raises(UnknownEvent) as refused:
        decode(kind, version, "{}")

    assert (refused.value.kind, refused.value.version) == (kind, version)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_no_sample_holds_words(sample: Path) -> None:
    """Texts and names lie in the words table: a body must hold ids, numbers and known strings."""
    for text in _strings(json.loads(sample.read_text())):
        assert " " not in text


def _strings(value: object) -> list[str]:
    match value:
        case str():
            return [value]
        case dict():
            return [text for inner in value.values() for text in _strings(inner)]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case _:
            return []
