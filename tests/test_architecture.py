"""The engine stays pure: what it may import is a list, and nothing else is on it."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ALLOWED = {
    "bot",
    "jinja2",
    "msgspec",
    "numpy",
    "pydantic",
    "pydantic_core",
    "ahocorasick_rs",
    "re2",
}
"""Beside the standard library. msgspec: docs/decisions/0001."""

MODULES = sorted((ROOT / "bot" / "engine").rglob("*.py"))


def imports_of(module: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_imports_only_what_is_allowed(module: Path) -> None:
    tops = {name.split(".")[0] for name in imports_of(module)}

    assert tops <= ALLOWED | sys.stdlib_module_names


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_use_cases_wait(module: Path) -> None:
    if "use_cases" in module.parts or module.name == "ports.py":
        return
    tree = ast.parse(module.read_text())

    assert not [n for n in ast.walk(tree) if isinstance(n, (ast.AsyncFunctionDef, ast.Await))]


def test_alembic_holds_no_package_marker() -> None:
    """An `__init__.py` there would hide the library of the same name."""
    assert not (ROOT / "alembic" / "__init__.py").exists()
