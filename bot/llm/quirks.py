"""What one model refuses, learnt from its own refusals. Pure.

Newer models take no `max_tokens` and no `temperature`, servers know different samplers, and some
chat templates know no system role. The refusal names what it is about; the request is then sent
once more without it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import msgspec

from bot.engine.prompt.roles import RolePolicy

LIMIT, NEW_LIMIT = "max_tokens", "max_completion_tokens"

_BAD_REQUEST = frozenset({400, 422})
_TEMPLATE_FAULT = 500  # llama.cpp's answer when the chat template raises
_KEPT = frozenset({"messages", "model", "stream"})
_NO_SYSTEM = re.compile(
    rb"system role (?:is )?not supported|(?:does not|doesn't) support (?:a |the )?system"
    rb"|(?:unsupported|invalid|unknown) role[^\"]{0,20}system|developer instruction is not enabled",
    re.IGNORECASE,
)
_FIRST_ONLY = re.compile(
    rb"system message must be (?:at|in) the (?:beginning|first|start)"
    rb"|system (?:role|message)s? (?:is |are )?only allowed (?:as|at) the (?:first|start)",
    re.IGNORECASE,
)
_ALTERNATE = re.compile(rb"roles must alternate|must alternate between", re.IGNORECASE)


class _Error(msgspec.Struct):
    param: str | None = None


class _Refusal(msgspec.Struct):
    error: _Error


@dataclass(frozen=True, slots=True, kw_only=True)
class Quirks:
    """`dropped`: parameters that are not sent. `roles`: a stricter layout than was thought."""

    renames_limit: bool = False
    dropped: frozenset[str] = frozenset()
    roles: RolePolicy = RolePolicy(system="anywhere", alternate=False)


def fitted(body: Mapping[str, object], quirks: Quirks) -> dict[str, object]:
    """The body of a request without what the model refuses."""
    fit = {name: value for name, value in body.items() if name not in quirks.dropped}
    if quirks.renames_limit and LIMIT in fit:
        fit[NEW_LIMIT] = fit.pop(LIMIT)
    return fit


def learnt(quirks: Quirks, *, status: int, answer: bytes, sent: Mapping[str, object]) -> Quirks:
    """What the refusal teaches; the same quirks where it teaches nothing that could help."""
    if status not in _BAD_REQUEST and status != _TEMPLATE_FAULT:
        return quirks
    if roles := _roles(quirks.roles, answer):
        return replace(quirks, roles=roles)
    named = _named(answer, sent) if status in _BAD_REQUEST else None
    match named:
        case None | "max_completion_tokens":
            return quirks  # without any limit an answer might cost whatever it likes
        case "max_tokens":
            return replace(quirks, renames_limit=True)
        case _:
            return replace(quirks, dropped=quirks.dropped | {named})


def _roles(roles: RolePolicy, answer: bytes) -> RolePolicy | None:
    if roles.system != "none" and _NO_SYSTEM.search(answer):
        return replace(roles, system="none")
    if roles.system == "anywhere" and _FIRST_ONLY.search(answer):
        return replace(roles, system="first")
    if not roles.alternate and _ALTERNATE.search(answer):
        return replace(roles, alternate=True)
    return None


def _named(answer: bytes, sent: Mapping[str, object]) -> str | None:
    """The sent parameter that the refusal is about: as its field says, else the first it names."""
    known = sent.keys() - _KEPT
    try:
        param = msgspec.json.decode(answer, type=_Refusal).error.param
    except msgspec.MsgspecError:
        param = None
    if param in known:
        return param
    places = {name: _pattern(name).search(answer) for name in known}
    found = {name: place.start() for name, place in places.items() if place}
    return min(found, key=found.__getitem__, default=None)


def _pattern(name: str) -> re.Pattern[bytes]:
    if name == "stop":  # a word that any sentence may hold
        return re.compile(rb"[\"'`]stop\\?[\"'`]")
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)".encode())
