"""Whether the process that a lock file names is our server, or only bears its number.

A pid alone proves nothing: it may be a zombie that nobody reaps (the bot is process 1 of a
container), or belong to somebody else after a restart of the machine.
"""

import subprocess
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")
_DEAD = "ZX"


def arguments_of(pid: int) -> list[str]:
    """The command line of a process that lives; empty if it is gone or a zombie."""
    if not (_PROC / "self").exists():
        return _arguments_by_ps(pid)
    try:
        stat = (_PROC / str(pid) / "stat").read_bytes()
        command = (_PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return []
    state = stat.rpartition(b")")[2].split()[0].decode()  # the name before it may hold anything
    if state in _DEAD:
        return []
    return [argument.decode(errors="surrogateescape") for argument in command.split(b"\0")]


def _arguments_by_ps(pid: int) -> list[str]:
    command = ["/bin/ps", "-ww", "-o", "stat=", "-o", "command=", "-p", str(pid)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - fixed
    state, _, arguments = answer.stdout.strip().partition(" ")
    return [] if not state or state[0] in _DEAD else arguments.split()


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
    # By ps a path with spaces comes in pieces.
    return str(cluster) in " ".join(arguments_of(pid))


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
