"""How models mark that they are thinking to themselves: none of it is ever shown or stored."""

import re
from dataclasses import dataclass

_NAMES = (
    r"(?:think|thinking|reasoning|reason|analysis|reflection|scratchpad|seed:think|"
    r"chain[_-]of[_-]thought)"
)
LONGEST_END = 48
"""Characters in which a mark of the end fits."""


@dataclass(frozen=True, slots=True)
class Reasoning:
    begins: re.Pattern[str]
    ends: re.Pattern[str]


def _marks(begins: str, ends: str) -> Reasoning:
    return Reasoning(re.compile(begins, re.IGNORECASE), re.compile(ends, re.IGNORECASE))


REASONINGS = (
    _marks(rf"<{_NAMES}(?:\s[^<>]*)?(?<!/)>", rf"</{_NAMES}\s*>"),
    _marks(r"\[THINK\]", r"\[/THINK\]"),
    _marks(r"◁think▷", r"◁/think▷"),
    _marks(r"<\|begin_of_thought\|>", r"<\|end_of_thought\|>"),
    _marks(r"<\|start_thinking\|>", r"<\|end_thinking\|>"),
    _marks(r"<\|inner_prefix\|>", r"<\|inner_suffix\|>"),
    _marks(r"<unused94>", r"<unused95>"),
    # Harmony, and what others made of it: everything but the channel `final` is for nobody's ears.
    _marks(
        r"<\|channel\|?>\s*(?:analysis|commentary|thought|thinking)\b",
        r"<\|(?:end|return|call)\|>|<\|channel\|>\s*final\b|<channel\|>",
    ),
)
_ANY_BEGINNING = re.compile(
    "|".join(f"(?:{reasoning.begins.pattern})" for reasoning in REASONINGS), re.IGNORECASE
)
STRAY_END = re.compile(rf"</{_NAMES}\s*>|\[/THINK\]|◁/think▷|<\|end_of_thought\|>", re.IGNORECASE)
"""An end whose beginning stood in the prompt: some templates open the reasoning themselves."""

_BEGINNINGS = (
    "<think>", "<thinking>", "<reasoning>", "<reason>", "<analysis>", "<reflection>",
    "<scratchpad>", "<seed:think>", "<chain_of_thought>", "[think]", "◁think▷",
)  # fmt: skip
_MARKS = (*_BEGINNINGS, *(f"{mark[0]}/{mark[1:]}" for mark in _BEGINNINGS))
_PREFIXES = frozenset(mark[:length] for mark in _MARKS for length in range(1, len(mark)))


def reasoning_at(window: str) -> tuple[Reasoning, int] | None:
    """The reasoning that begins with `window`, and how long its mark is."""
    if not _ANY_BEGINNING.match(window):
        return None
    for reasoning in REASONINGS:
        if begun := reasoning.begins.match(window):
            return reasoning, begun.end()
    return None


def may_become_reasoning(window: str) -> bool:
    return window.casefold() in _PREFIXES
