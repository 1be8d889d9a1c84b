"""Bodies to JSON and back. An old version is lifted on the way in, a newer one is refused."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.engine.log.events import BODIES, AnyBody

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: Mapping[tuple[str, int], Upcaster] = {}
"""(kind, old version) → the same body, one version newer. None so far."""

_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODERS = {body.KIND: msgspec.json.Decoder(body) for body in BODIES}
_VERSIONS = {body.KIND: body.VERSION for body in BODIES}


class UnknownEvent(Exception):
    """The log holds an event that this version of Troupe does not know; do not play on it."""

    def __init__(self, kind: str, version: int) -> None:
        super().__init__(f"{kind} version {version}")
        self.kind = kind
        self.version = version


def encode(body: AnyBody) -> bytes:
    return _ENCODER.encode(body)


def decode(kind: str, version: int, raw: bytes | str) -> AnyBody:
    """Read a stored body.

    Raises:
        UnknownEvent: the kind or version is newer than this code.
        msgspec.ValidationError: the body does not have the shape of its kind.
    """
    newest = _VERSIONS.get(kind)
    if newest is None or version > newest:
        raise UnknownEvent(kind, version)
    if version == newest:
        return _DECODERS[kind].decode(raw)
    fields = msgspec.json.decode(raw, type=dict[str, Any])
    for old in range(version, newest):
        fields = UPCASTERS[kind, old](fields)
    return _DECODERS[kind].decode(msgspec.json.encode(fields))
