"""`python -m bench NAME` finds its measurements by their names."""

import sys
from types import ModuleType

import pytest

from bench import __main__ as dispatcher


def test_a_measurement_gets_the_rest_of_the_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    def count(arguments: list[str]) -> int:
        return len(arguments)

    module = ModuleType("bench.counting")
    monkeypatch.setattr(module, "main", count, raising=False)
    monkeypatch.setitem(sys.modules, "bench.counting", module)
    monkeypatch.setattr(dispatcher, "names", lambda: ["counting"])

    assert dispatcher.main(["counting", "a", "b"]) == 2


@pytest.mark.parametrize(("arguments", "code"), [(["--help"], 0), ([], 2), (["no_such"], 2)])
def test_without_a_known_name_it_lists_them(
    arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dispatcher.main(arguments) == code
    assert "names:" in capsys.readouterr().out
