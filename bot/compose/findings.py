"""What a check of the doctor's saw."""

from dataclasses import dataclass
from typing import Literal

State = Literal["good", "note", "bad"]
MARKS = {"good": "✓", "note": "·", "bad": "✗"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a check saw, and what to do about it."""

    about: str
    state: State
    says: str
    advice: str = ""

    def __str__(self) -> str:
        advice = f"\n    → {self.advice}" if self.advice else ""
        return f"{MARKS[self.state]} {self.about}: {self.says}{advice}"
