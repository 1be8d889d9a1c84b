"""Locks that the kernel keeps and drops with the process that held them, however it ends."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Self

try:
    import fcntl
except ImportError:  # Windows; whoever starts the model says so
    fcntl = None

SUPPORTED = fcntl is not None


class Lock:
    """One hold on a lock file. The file stays: unlinking would let two holders in."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd = -1

    @property
    def held(self) -> bool:
        return self._fd >= 0

    def take(self, *, shared: bool, wait: bool) -> bool:
        """Take it; False: somebody else has it, and `wait` is off."""
        if fcntl is None:  # pragma: no cover
            msg = "no kernel locks on this system"
            raise OSError(msg)
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        # Not inheritable (Python's default): no child may keep it alive.
        fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(fd, kind if wait else kind | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return False
        except BaseException:
            os.close(fd)
            raise
        self._fd = fd
        return True

    def release(self) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            with suppress(OSError):
                os.close(fd)

    def free(self) -> bool:
        """Whether nobody holds it, now."""
        probe = Lock(self._path)
        if not probe.take(shared=False, wait=False):
            return False
        probe.release()
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
