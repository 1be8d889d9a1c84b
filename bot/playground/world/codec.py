"""Records to plain JSON and back, by their annotations."""

import base64
import types
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

_Record = TypeVar("_Record")


def encode(value: Any) -> Any:  # noqa: ANN401  # any record, any JSON
    if is_dataclass(value):
        return {each.name: encode(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, (list, tuple)):
        return [encode(each) for each in cast("list[Any]", value)]
    return _encode_plain(value)


def encode_briefly(record: Any) -> dict[str, Any]:  # noqa: ANN401  # any record
    """Leave out what has its default: of a hundred thousand messages most fields have."""
    own = ((each, getattr(record, each.name)) for each in fields(record))
    return {each.name: encode(value) for each, value in own if value != each.default}


def _encode_plain(value: Any) -> Any:  # noqa: ANN401  # any JSON
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value.value if isinstance(value, Enum) else value


def decode(kind: type[_Record], value: Any) -> _Record:  # noqa: ANN401  # any JSON
    """Build a record of that class; fields that the file lacks keep their defaults."""
    return _record(kind, value)


def _record(kind: type[_Record], value: dict[str, Any]) -> _Record:
    hints = _hints(kind)
    return kind(**{name: _value(hints[name], each) for name, each in value.items()})


def _value(kind: Any, value: Any) -> Any:  # noqa: ANN401  # an annotation, and JSON
    origin = get_origin(kind)
    if origin in (types.UnionType, Union):
        return _optional(kind, value)
    if origin is tuple:
        return tuple(_value(get_args(kind)[0], each) for each in value)
    if not isinstance(kind, type) or origin is not None:
        return value
    return _plain(kind, value)


def _plain(kind: type[Any], value: Any) -> Any:  # noqa: ANN401  # JSON
    if is_dataclass(kind):
        return _record(kind, value)
    if issubclass(kind, datetime):
        return datetime.fromisoformat(value)
    if issubclass(kind, Enum):
        return kind(value)
    return base64.b64decode(value) if issubclass(kind, bytes) else value


def _optional(kind: Any, value: Any) -> Any:  # noqa: ANN401  # an annotation, and JSON
    if value is None:
        return None
    choices = [each for each in get_args(kind) if each is not type(None)]
    # Unions of several plain types ("str | int") are JSON already.
    return _value(choices[0], value) if len(choices) == 1 else value


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)
