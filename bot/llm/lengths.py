"""What an endpoint says when a prompt is too long: that it is, how long, and what would fit."""

import re

_TOO_LONG = re.compile(
    rb"context_length_exceeded|exceed_context_size|exceeds? the (?:available |maximum )?context"
    rb"|maximum context length|context (?:length|window|size)[^\"]{0,40}exceed"
    rb"|exceeds? the (?:model's )?(?:context|maximum)[^\"]{0,20}tokens|prompt is too long"
    rb"|input token count[^\"]{0,40}exceeds",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    rb"(?:context length is|context size \(|context of|tokens allowed \(|tokens >)\s*(\d{2,9})"
    rb"|\"n_ctx\":\s*(\d{2,9})",
    re.IGNORECASE,
)
_COUNTED = (
    re.compile(rb"(\d{1,9}) (?:in the messages|of text input)", re.IGNORECASE),
    re.compile(rb"\"n_prompt_tokens\":\s*(\d{1,9})"),
    re.compile(
        rb"(?:resulted in|request \(|token count \(|too long:|requested(?: about)?)\s*(\d{1,9})"
        rb"|(\d{1,9}) tokens exceed",
        re.IGNORECASE,
    ),
)


def is_too_long(answer: bytes) -> bool:
    return _TOO_LONG.search(answer) is not None


def lengths_in(answer: bytes) -> dict[str, int]:
    """`limit`: tokens that the context holds; `counted`: those of the prompt. What was told."""
    told: dict[str, int] = {}
    if limit := _LIMIT.search(answer):
        told["limit"] = _number(limit)
    counted = next((found for way in _COUNTED if (found := way.search(answer))), None)
    if counted is not None:
        told["counted"] = _number(counted)
    return told


def _number(found: re.Match[bytes]) -> int:
    return int(next(group for group in found.groups() if group is not None))
