"""Runs one measurement by its name: each is a module here with a `main(arguments) -> int`."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import cast

import bench

Main = Callable[[Sequence[str]], int]


def names() -> list[str]:
    return sorted(module.name for module in iter_modules(bench.__path__) if module.name[0] != "_")


def main(arguments: Sequence[str]) -> int:
    """Run what the first argument names. The number is the program's exit code."""
    if not arguments or arguments[0] not in names():
        asked_for_help = bool(arguments) and arguments[0] in {"-h", "--help"}
        print("usage: python -m bench NAME [arguments]\nnames:", ", ".join(names()) or "none yet")
        return 0 if asked_for_help else 2
    name, *rest = arguments
    return cast("Main", import_module(f"bench.{name}").main)(rest)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
