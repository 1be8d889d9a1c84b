"""Whether a model is asked at all: after failures in a row it is left alone for a while. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

CircuitState = Literal["closed", "open", "half-open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitPolicy:
    """`failures` in a row open the circuit; after `rest` one call may try again."""

    failures: int = 3
    rest: timedelta = timedelta(seconds=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Circuit:
    """`until`: nobody else is let through before. Half-open: one call is trying again.

    Half-open has an `until` as well, so that a call that never reports closes no door for ever.
    """

    state: CircuitState = "closed"
    failures: int = 0
    until: datetime | None = None

    def resting(self, *, now: datetime) -> timedelta:
        """How long nobody is let through; nothing where one may ask."""
        return timedelta(0) if self.until is None else max(self.until - now, timedelta(0))


def admitted(circuit: Circuit, policy: CircuitPolicy, *, now: datetime) -> Circuit | None:
    """The circuit after one more call was let through; None where it is not."""
    if circuit.state == "closed":
        return circuit
    if circuit.resting(now=now):
        return None
    return replace(circuit, state="half-open", until=now + policy.rest)


def failed(circuit: Circuit, policy: CircuitPolicy, *, now: datetime) -> Circuit:
    """The model failed before a word. (One word, and the circuit is a new one: `Circuit()`.)

    A call that began before the circuit opened changes nothing when it fails late.
    """
    if circuit.state == "open":
        return circuit
    failures = circuit.failures + 1
    if circuit.state == "closed" and failures < policy.failures:
        return replace(circuit, failures=failures)
    return Circuit(state="open", failures=failures, until=now + policy.rest)


def abandoned(circuit: Circuit, *, now: datetime) -> Circuit:
    """Who asked gave up waiting, which tells nothing: the next may try at once."""
    return replace(circuit, state="open", until=now) if circuit.state == "half-open" else circuit
