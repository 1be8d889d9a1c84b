"""How long to wait for a model, and for what. Pure: times come in as seconds of any clock."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """All in seconds. `connect` is for the connection itself, the others for the answer.

    `first`: until the first sign of life, be it a word or a thought.
    `between`: from one sign of life to the next.
    `thinking`: from the first thought to the first word, however lively the thoughts are.
    `total`: for the whole answer, from the moment it was asked for.
    """

    connect: float = 5
    first: float = 60
    between: float = 30
    thinking: float = 180
    total: float = 300


@dataclass(slots=True, kw_only=True)
class Vigil:
    """One answer that is waited for."""

    patience: Patience
    began: float
    heard: float | None = None
    """When the last sign of life came."""
    thinking_since: float | None = None
    spoken: bool = False

    def thought(self, at: float) -> None:
        """The model is reasoning, out of sight."""
        self.heard = at
        if self.thinking_since is None and not self.spoken:
            self.thinking_since = at

    def spoke(self, at: float) -> None:
        self.heard = at
        self.spoken = True
        self.thinking_since = None

    def deadline(self, *, waiting_since: float) -> float:
        """When to stop waiting, unless something comes before.

        Nobody listened before `waiting_since`, so that silence is not the model's.
        """
        last = self.began + self.patience.total
        if self.heard is None:
            return min(last, self.began + self.patience.first)
        next_sign = max(self.heard, waiting_since) + self.patience.between
        if self.thinking_since is not None:
            next_sign = min(next_sign, self.thinking_since + self.patience.thinking)
        return min(last, next_sign)

    def silent_for(self, now: float) -> int:
        """Whole seconds without a word that could be shown, for who is told."""
        since = self.heard if self.spoken and self.heard is not None else self.began
        return max(math.ceil(now - since), 1)
