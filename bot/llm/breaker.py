"""The circuits of one endpoint's models, kept while the bot runs; each change is logged.

One per model and not one per address: behind one address often stand many models, and a dead one
must not take the others with it, least of all its own fallback.
"""

import logging
import math
from collections.abc import Mapping
from urllib.parse import urlsplit

from bot.engine.errors import ModelUnavailable
from bot.engine.ports import Clock
from bot.llm.circuit import Circuit, CircuitPolicy, abandoned, admitted, failed

log = logging.getLogger(__name__)


class Breaker:
    """One model's circuit. A call goes through it as an `Attempt`."""

    def __init__(self, *, clock: Clock, policy: CircuitPolicy, endpoint: str, model: str) -> None:
        self._clock = clock
        self._policy = policy
        self._names = {"endpoint": urlsplit(endpoint).hostname, "model": model}
        self._circuit = Circuit()

    @property
    def circuit(self) -> Circuit:
        return self._circuit

    def check(self) -> None:
        """Raises ModelUnavailable while the model is left alone."""
        if admitted(self._circuit, self._policy, now=self._clock.now()) is None:
            raise ModelUnavailable(reason=self.told())

    def enter(self) -> bool:
        """Let a call through. True: it is the one that tries again.

        Raises:
            ModelUnavailable: the model is left alone for now.
        """
        self.check()
        through = admitted(self._circuit, self._policy, now=self._clock.now())
        self._become(through or self._circuit)
        return self._circuit.state == "half-open"

    def spoke(self) -> None:
        self._become(Circuit())

    def fail(self) -> None:
        self._become(failed(self._circuit, self._policy, now=self._clock.now()))

    def give_up(self) -> None:
        self._become(abandoned(self._circuit, now=self._clock.now()))

    def told(self) -> str:
        """For the host and the players; empty while all is well."""
        circuit = self._circuit
        if circuit.state == "closed":
            return ""
        seconds = math.ceil(circuit.resting(now=self._clock.now()).total_seconds())
        when = f"in {seconds} s" if seconds else "with the next line"
        return f"it failed {circuit.failures} times in a row and is asked again {when}"

    def _become(self, circuit: Circuit) -> None:
        before, self._circuit = self._circuit, circuit
        if before.state != circuit.state:
            change = {"before": before.state, "now": circuit.state, "failures": circuit.failures}
            log.warning("model_circuit_changed", extra=self._names | change)


class Attempt:
    """One call through a breaker. Its first report counts; without a breaker none does."""

    def __init__(self, breaker: Breaker | None) -> None:
        self._breaker = breaker
        self._reports_to: Breaker | None = None
        self._probes = False

    def check(self) -> None:
        """Raises ModelUnavailable while the model is left alone."""
        if self._breaker is not None:
            self._breaker.check()

    def enter(self) -> None:
        """Raises ModelUnavailable while the model is left alone."""
        if self._breaker is not None:
            self._probes = self._breaker.enter()
            self._reports_to = self._breaker

    def spoke(self) -> None:
        if (breaker := self._report()) is not None:
            breaker.spoke()

    def fail(self) -> None:
        if (breaker := self._report()) is not None:
            breaker.fail()

    def leave(self) -> None:
        """The call is over. What has not reported by now was given up by who asked."""
        breaker = self._report()
        if breaker is not None and self._probes:
            breaker.give_up()

    def _report(self) -> Breaker | None:
        breaker, self._reports_to = self._reports_to, None
        return breaker


class Breakers:
    """Of one endpoint, by model."""

    def __init__(self, *, clock: Clock, policy: CircuitPolicy, endpoint: str) -> None:
        self._clock = clock
        self._policy = policy
        self._endpoint = endpoint
        self._of: dict[str, Breaker] = {}

    def of(self, model: str) -> Breaker:
        if model not in self._of:
            self._of[model] = Breaker(
                clock=self._clock, policy=self._policy, endpoint=self._endpoint, model=model
            )
        return self._of[model]

    def told(self) -> Mapping[str, str]:
        """Which models are left alone now, and until when."""
        return {model: told for model, breaker in self._of.items() if (told := breaker.told())}
