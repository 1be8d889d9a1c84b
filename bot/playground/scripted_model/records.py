"""What was asked of the scripted model, and what became of it: for tests to read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os.path import commonprefix
from typing import Literal

from bot.playground.scripted_model.answers import Asked, Said, prompt_of

PURPOSE_HEADER = "X-Troupe-Purpose"

Outcome = Literal["running", "finished", "left", "reset", "broken", "refused"]
"""`left`: who asked closed the connection before the answer was complete."""


@dataclass(slots=True, kw_only=True)
class RecordedRequest:
    """One call. `sent` and `outcome` grow while it is answered."""

    purpose: str
    model: str
    messages: Sequence[Said]
    prompt: str
    """All messages as one text."""
    max_tokens: int | None
    temperature: float | None
    stop: tuple[str, ...]
    body: Mapping[str, object]
    """All that was sent, as it was sent."""
    cached_tokens: int = 0
    """As a provider's prefix cache would count: what this purpose's last prompt began with too."""
    peer: str = ""
    """The connection it came by, as the asker's address and port."""
    rule: int | None = None
    """The place in the file of the rule that answered."""
    sent: list[str] = field(default_factory=list[str])
    outcome: Outcome = "running"


def record_of(
    asked: Asked,
    *,
    purpose: str,
    body: Mapping[str, object],
    before: Sequence[RecordedRequest],
) -> RecordedRequest:
    prompt = prompt_of(asked)
    last = next((other for other in reversed(before) if other.purpose == purpose), None)
    same = commonprefix([prompt, last.prompt]) if last else ""  # noqa: RUF071 - characters it is
    stop = (asked.stop,) if isinstance(asked.stop, str) else tuple(asked.stop or ())
    return RecordedRequest(
        purpose=purpose,
        model=asked.model,
        messages=tuple(asked.messages),
        prompt=prompt,
        max_tokens=asked.max_tokens,
        temperature=asked.temperature,
        stop=stop,
        body=body,
        cached_tokens=len(same) // 4,
    )
