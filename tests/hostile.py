"""Texts made to take long, and how long something takes with them."""

import time
from collections.abc import Callable

LENGTH = 10_000
LONGEST_SECONDS = 0.15
"""A loaded machine takes three times as long as a quiet one, and what grows too fast far more."""

_UNITS = (
    *("a", " ", "\t", "\n", " \n", "\r\n", "\x00", "\u2028", "a. ", "a\n\n", "Mara ", "\nMara"),
    *("*", "_", "~", "|", "||", "`", "``", "```", "\\", "\\*", "#", "[", "](", "(", "((", "))"),
    *("*a ", "**a ", "***a", "_a ", "__a ", "~~a ", "||a", "*a\n", "a*", "-# a\n", "> a\n"),
    *("*a* ", "**a** ", "_a_ ", "*_a_* ", "||a||", "`a` ", "``a``", "```\na\n``` ", "[a](b)"),
    *("<", "</", "<a", "<a ", "<|", "<|a|>", "<thought>", "</thought>", "<think>", "<action>"),
    *("{{", "{{char}}", "{{ ", "<char>", "<:a:12345> ", "<@12345>", "@everyone ", "http://"),
    *("🇦", "🎉", "\u200d", "\u0301", "e\u0301", "👨\u200d👩", "( ", "(a)\n", "//\n"),
)
TEXTS = tuple((unit * (LENGTH // len(unit) + 1))[:LENGTH] for unit in _UNITS)


def slow(work: Callable[[str], object]) -> list[str]:
    """The beginnings of those texts that the work takes too long with."""
    return [text[:20] for text in TEXTS if _takes_long(lambda text=text: work(text))]


def _takes_long(work: Callable[[], object]) -> bool:
    """At best, in time of a processor: others may be busy on the machine."""
    return all(_seconds(work) > LONGEST_SECONDS for _ in range(3))


def _seconds(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before
