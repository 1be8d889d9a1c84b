"""Discord's own OpenAPI file judges what passes through the playground.

The server and we could agree in a mistake; this file is Discord's. It is not in the repository:
`TROUPE_TEST_DATA` names a folder that holds `discord/openapi.json`.
"""

import json
import os
import re
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from bot.playground.rest.edge import Exchange
from bot.playground.server import Place
from tests.e2e_tools.oracle_events import carried
from tests.e2e_tools.oracle_exceptions import EXCEPTIONS, Exempt

Json = dict[str, Any]
MISSING = "TROUPE_TEST_DATA names no folder with Discord's discord/openapi.json"
_NAME = "urn:discord"


def find_spec() -> Path | None:
    folder = os.environ.get("TROUPE_TEST_DATA")
    path = Path(folder) / "discord" / "openapi.json" if folder else None
    return path if path is not None and path.is_file() else None


@cache
def load_spec(path: Path) -> "Spec":
    return Spec(json.loads(path.read_text()))


class Spec:
    """The file, with its paths as patterns."""

    def __init__(self, spec: Json) -> None:
        self._spec = spec
        resource = Resource(contents=spec, specification=DRAFT202012)
        registry = cast("Any", Registry)()
        self._registry: Any = registry.with_resource(_NAME, resource)
        # The more literal of two paths wins: `@original` is no message id.
        paths = sorted(spec["paths"], key=lambda path: path.count("{"))
        self._paths = [(_pattern(path), path) for path in paths]
        self._validators: dict[str, Any] = {}

    def operation(self, method: str, path: str) -> tuple[str, Json] | None:
        for pattern, name in self._paths:
            if pattern.fullmatch(path) and method.lower() in self._spec["paths"][name]:
                return name, self._spec["paths"][name][method.lower()]
        return None

    def holds(self, pointer: str) -> bool:
        """Tell whether there is something at that JSON pointer of the file."""
        node: Any = self._spec
        for part in pointer.removeprefix("#/").split("/"):
            name = part.replace("~1", "/").replace("~0", "~")
            if not isinstance(node, dict) or name not in node:
                return False
            node = cast("Json", node)[name]
        return True

    def faults(self, value: object, *pointer: str) -> list[ValidationError]:
        """Hold a value against the schema at a place in the file."""
        where = "/".join(each.replace("~", "~0").replace("/", "~1") for each in pointer)
        if where not in self._validators:
            schema = {"$ref": f"{_NAME}#/{where}"}
            self._validators[where] = Draft202012Validator(schema, registry=self._registry)
        found: list[ValidationError] = list(self._validators[where].iter_errors(value))
        return [deepest for each in found for deepest in _deepest(each)]


@dataclass(kw_only=True)
class Oracle:
    """Give `witness` to a place; `violations` must stay empty, `used` names the exceptions met."""

    spec: Spec
    violations: list[str] = field(default_factory=list[str])
    used: set[Exempt] = field(default_factory=set[Exempt])
    judged: int = 0

    def witness(self, exchange: Exchange) -> None:
        about = f"{exchange.method} {exchange.path}"
        found = self.spec.operation(exchange.method, exchange.path)
        if found is None:
            self._note(about, where="route", message="is not in Discord's file")
            return
        self.judged += 1
        name, operation = found
        self._judge_query(about, exchange, operation)
        if exchange.status < 400:
            self._judge_request(about, exchange, name=name, operation=operation)
        self._judge_reply(about, exchange, name=name, operation=operation)

    def hear(self, kind: str, data: Json) -> None:
        """Judge an event of the gateway as far as Discord's file knows what it carries."""
        for schema, value, where in carried(kind, data):
            self.judged += 1
            for each in self.spec.faults(value, "components", "schemas", schema):
                self._note(f"{kind} {schema}", where=f"{where}/{_path(each)}", message=each.message)

    def _judge_query(self, about: str, exchange: Exchange, operation: Json) -> None:
        known = {each["name"] for each in operation.get("parameters", []) if "name" in each}
        for unknown in set(exchange.query) - known:
            self._note(about, where=f"query {unknown}", message="is not in Discord's file")

    def _judge_request(self, about: str, exchange: Exchange, *, name: str, operation: Json) -> None:
        content = operation.get("requestBody", {}).get("content", {})
        if exchange.body is None or "application/json" not in content:
            return
        pointer = ("paths", name, exchange.method.lower(), "requestBody", "content")
        faults = self.spec.faults(exchange.body, *pointer, "application/json", "schema")
        for each in faults:
            self._note(about, where=f"request {_path(each)}", message=each.message)

    def _judge_reply(self, about: str, exchange: Exchange, *, name: str, operation: Json) -> None:
        responses: Json = operation["responses"]
        status = str(exchange.status)
        if status not in responses:
            status = "4XX" if 400 <= exchange.status < 500 else status
        if status not in responses:
            self._note(about, where=f"status {status}", message="is not in Discord's file")
            return
        if "application/json" not in responses[status].get("content", {}):
            return
        pointer = ("paths", name, exchange.method.lower(), "responses", status, "content")
        for each in self.spec.faults(exchange.reply, *pointer, "application/json", "schema"):
            self._note(about, where=f"reply {_path(each)}", message=each.message)

    def _note(self, about: str, *, where: str, message: str) -> None:
        for exempt in EXCEPTIONS:
            if exempt.fits(about, where=where, message=message):
                self.used.add(exempt)
                return
        self.violations.append(f"{about}: {where}: {message[:300]}")


@contextmanager
def judged(place: Place) -> Generator[Oracle | None]:
    """Let Discord's file judge all that passes between the bot and the place, if it is there."""
    spec = find_spec()
    if spec is None:
        # The tests still hold; that they were not judged says test_oracle, which skips.
        yield None
        return
    oracle = Oracle(spec=load_spec(spec))
    place.witnesses.append(oracle.witness)
    place.hub.witnesses.append(oracle.hear)
    yield oracle
    assert oracle.violations == []


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{[^}]+\\\}", "[^/]+", re.escape(path)))


def _path(error: ValidationError) -> str:
    return "/".join(re.sub(r"^\d+$", "*", str(each)) for each in error.absolute_path)


def _deepest(error: ValidationError) -> list[ValidationError]:
    """Of a choice that fits nowhere, return what is wrong with the branch that is nearest."""
    if not error.context:
        return [error]
    branches: dict[object, list[ValidationError]] = {}
    for each in error.context:
        branches.setdefault(each.schema_path[0], []).append(each)
    nearest = max(branches.values(), key=lambda each: (_depth(each), -len(each)))
    return [deepest for each in nearest for deepest in _deepest(each)]


def _depth(branch: list[ValidationError]) -> int:
    return max(len(deepest.absolute_path) for each in branch for deepest in _deepest(each))
