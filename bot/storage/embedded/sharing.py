"""Several processes, one server: who may start or stop it, and who is the last to leave.

Locks of the kernel (`flock`) rather than lists of pids: they fall when their process dies,
however it dies. Python closes its files in child processes, so the server inherits none.
"""

import fcntl
import os
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

_LOOK_AGAIN = 0.02


class SharedUse:
    """The use that one process makes of what lies in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._client: int | None = None

    @contextmanager
    def alone(self, *, patience: float) -> Generator[None]:
        """Nobody else starts or stops meanwhile. TimeoutError if somebody takes too long."""
        lock = self._open("start.lock")
        try:
            _wait_for(lock, patience=patience)
            yield
        finally:
            os.close(lock)

    def join(self) -> None:
        """Count as a user from now on. Only while alone: whoever stops holds all of it."""
        self._client = self._open("clients.lock")
        fcntl.flock(self._client, fcntl.LOCK_SH)

    @property
    def joined(self) -> bool:
        return self._client is not None

    def is_last(self) -> bool:
        """Whether nobody else uses it. Only while alone, or somebody may join meanwhile."""
        if self._client is None:
            return False
        with suppress(BlockingIOError):
            fcntl.flock(self._client, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        # Changing a lock gives up the old one first.
        fcntl.flock(self._client, fcntl.LOCK_SH)
        return False

    def leave(self) -> None:
        if self._client is not None:
            os.close(self._client)
            self._client = None

    def _open(self, name: str) -> int:
        return os.open(self._folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _wait_for(lock: int, *, patience: float) -> None:
    # Looking again rather than waiting in the kernel: a thread there could not be told to stop.
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise TimeoutError from None
            time.sleep(_LOOK_AGAIN)
        else:
            return
