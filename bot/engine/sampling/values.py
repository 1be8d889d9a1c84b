"""The settings of a call that say how a model chooses its words, and how many."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, field_validator

RESERVED = frozenset(
    {
        "max_completion_tokens",
        "max_tokens",
        "messages",
        "model",
        "n",
        "stop",
        "stream",
        "stream_options",
        "tool_choice",
        "tools",
    }
)
"""What `extra_body` may not say: who sets a channel's sampling must not reach what is asked."""

_Stop = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Sampling(BaseModel):
    """A value that is None is not sent: the endpoint's own default holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    min_p: float | None = Field(default=None, ge=0, le=1)
    presence_penalty: float | None = Field(default=None, ge=-2, le=2)
    frequency_penalty: float | None = Field(default=None, ge=-2, le=2)
    repetition_penalty: float | None = Field(default=None, gt=0, le=2)
    max_tokens: int | None = Field(default=None, ge=16, le=100_000)
    """Of the answer. The host's MAX_ANSWER_TOKENS stays the limit: this can only lower it."""
    stop: tuple[_Stop, ...] | None = Field(default=None, max_length=4)
    reasoning_effort: Annotated[str, StringConstraints(pattern=r"^[a-z]{1,16}$")] | None = None
    """What words there are is the vendor's choice: none, minimal, low, medium, high …"""
    extra_body: dict[str, JsonValue] = Field(default_factory=dict)
    """Anything else that an endpoint knows, sent as it is."""

    @field_validator("extra_body")
    @classmethod
    def _harmless(cls, extra: dict[str, JsonValue]) -> dict[str, JsonValue]:
        if named := sorted(RESERVED & extra.keys()):
            msg = f"extra_body may not set {', '.join(named)}"
            raise ValueError(msg)
        return extra


DEFAULT_SAMPLING = Sampling(temperature=0.8)
"""What holds where nobody has said anything."""
