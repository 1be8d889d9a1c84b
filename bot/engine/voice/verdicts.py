"""What is wrong with a line that can be shown: reason to ask once more and to keep the better."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.engine.voice.language import is_foreign
from bot.engine.voice.reading import Reading
from bot.engine.voice.repetition import TESTED_WHILE_STREAMING_FROM, TOO_MUCH, OwnLines


class Fault(StrEnum):
    EMPTY = "empty"
    LOOPS = "loops"
    FOREIGN = "foreign"
    REPEATS = "repeats"
    SHORT = "short"


@dataclass(frozen=True, slots=True, order=True)
class Verdict:
    """`weight`: the larger, the worse. No fault weighs nothing."""

    weight: float = 0.0
    fault: Fault | None = None


FINE = Verdict()


class Judge:
    """Knows the scene that a line is to be part of. `own`, `scene`: texts, oldest first."""

    def __init__(self, *, own: Sequence[str], scene: Sequence[str]) -> None:
        self._own = OwnLines(own)
        self._scene = scene

    def judge(self, reading: Reading) -> Verdict:
        """The worst that can be said of the whole line."""
        if not reading.pieces:
            return Verdict(5.0, Fault.EMPTY)
        if reading.looping:
            return Verdict(4.0, Fault.LOOPS)
        if is_foreign(reading.said, scene=self._scene):
            return Verdict(3.0, Fault.FOREIGN)
        return self._compared(reading.said)

    def _compared(self, said: str) -> Verdict:
        share = self._own.share_in(said)
        if share >= TOO_MUCH:
            return Verdict(1.0 + share, Fault.REPEATS)
        if said and self._own.grows_too_short(said):
            return Verdict(0.5, Fault.SHORT)
        return FINE

    def repeats_already(self, reading: Reading) -> bool:
        """Whether a line that still grows need not be heard to its end."""
        share = self._own.share_in(reading.said, words_at_least=TESTED_WHILE_STREAMING_FROM)
        return share >= TOO_MUCH
