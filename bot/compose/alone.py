"""Being the only one: two bots with one token would answer every line twice."""

import hashlib
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bot.locks import SUPPORTED, Lock


class AlreadyRuns(Exception):
    """Another process does this already. Says which, and what to do."""


@contextmanager
def alone(file: Path, *, otherwise: str) -> Generator[None]:
    """Hold the lock of `file` while the block lasts. The kernel drops it if we are killed.

    Raises:
        AlreadyRuns: somebody else holds it; its text is `otherwise`.
    """
    if not SUPPORTED:  # no such locks on Windows
        yield
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    lock = Lock(file)
    if not lock.take(shared=False, wait=False):
        raise AlreadyRuns(otherwise)
    try:
        yield
    finally:
        lock.release()


def lock_of(token: str, *, data: Path) -> Path:
    """The lock file of the bot with this token. Its name does not give the token away."""
    return data / f"bot-{hashlib.sha256(token.encode()).hexdigest()[:12]}.lock"
