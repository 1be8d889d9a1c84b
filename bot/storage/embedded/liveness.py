"""Whether the process that a lock file names is our server, or only bears its number.

A pid alone proves nothing: it may be a zombie that nobody reaps (the bot is process 1 of a
container), or belong to somebody else after a restart of the machine.
"""

import os
import subprocess
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")
_PROC_IS_THERE = (_PROC / "self").exists()
_GONE = "-"
_DEAD = frozenset({"Z", "X", _GONE})


def arguments_of(pid: int) -> str:
    """The command line of a process that lives; empty if it is gone or a zombie."""
    if not lives(pid):
        return ""
    if not _PROC_IS_THERE:
        return _ask_ps(pid, "command=")
    try:
        command = (_PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return ""
    return os.fsdecode(command.replace(b"\0", b" "))


def _state_of(pid: int) -> str:
    if not _PROC_IS_THERE:
        return _ask_ps(pid, "stat=")[:1] or _GONE
    try:
        stat = (_PROC / str(pid) / "stat").read_bytes()
    except OSError:
        return _GONE
    return stat.rpartition(b")")[2].split()[0].decode()  # the name before it may hold anything


def _ask_ps(pid: int, what: str) -> str:
    command = ["/bin/ps", "-ww", "-o", what, "-p", str(pid)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603 - fixed


def lives(pid: int) -> bool:
    """Whether a process with this number lives, whatever it is.

    For one that we have just launched: it has no command line while it becomes the server.
    """
    return _state_of(pid) not in _DEAD


def pid_in(lock_file: Path) -> int | None:
    """The pid in a lock file of PostgreSQL: its first line, negative for a lone backend."""
    try:
        return abs(int(lock_file.read_text(encoding="utf-8", errors="replace").split()[0]))
    except (OSError, ValueError, IndexError):
        return None


def server_of(cluster: Path) -> int | None:
    """The pid of the server for this cluster, if one lives (it may not be ready yet)."""
    pid = pid_in(cluster / "postmaster.pid")
    return pid if pid is not None and serves(pid, cluster) else None


def serves(pid: int, cluster: Path) -> bool:
    # With what follows it in our command line, so that a longer path is not taken for this one.
    return f"-D {cluster} -p " in arguments_of(pid)


def remove_stale_locks(cluster: Path, socket: Path) -> list[Path]:
    """Remove lock files that name no server of ours; PostgreSQL would believe them.

    Only for whoever holds the right to start. Should we be wrong, PostgreSQL still finds the
    shared memory of the other server and refuses.
    """
    locks = [cluster / "postmaster.pid", socket.with_name(f"{socket.name}.lock")]
    stale = [lock for lock in locks if lock.exists() and not _names_our_server(lock, cluster)]
    for lock in stale:
        with suppress(FileNotFoundError):
            lock.unlink()
    return stale


def _names_our_server(lock: Path, cluster: Path) -> bool:
    pid = pid_in(lock)
    return pid is not None and serves(pid, cluster)
