"""The server of one cluster: started, asked and stopped with PostgreSQL's own programs."""

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.storage.embedded import liveness
from bot.storage.embedded.binaries import Binaries
from bot.storage.embedded.cluster import DATABASE, USER
from bot.storage.embedded.errors import EmbeddedPostgresUnavailable
from bot.storage.embedded.place import PORT, Place

log = logging.getLogger(__name__)

PATIENCE = 600.0
"""Seconds. Recovery after a crash may take minutes and must not be cut short."""
_LOOK_AGAIN = 0.02
_WORTH_A_WORD = 3.0
_LARGEST_LOG = 5_000_000
_STILL_IN_USE = "is still in use"  # by backends that have not yet seen that their server died

_SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "shared_buffers": "32MB",
    "max_wal_size": "256MB",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
}

# Through a shell that ends at once, so that the server is nobody's child: it outlives us, and
# is reaped by the system. Arguments are passed on as they are, whatever characters they hold.
_LAUNCH = '"$@" </dev/null >>"$0" 2>&1 & echo $!'


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    place: Place
    binaries: Binaries
    settings: Mapping[str, str] = field(default_factory=dict[str, str])

    def accepts(self) -> bool:
        """Whether our user gets in: the only proof that a server runs and is ready."""
        options = ["-h", self.place.sockets, "-p", str(PORT), "-U", USER, "-d", DATABASE]
        return self.place.owner.run(self.binaries / "pg_isready", "-q", *options).returncode == 0

    def start(self) -> None:
        """Start the server, or wait for one that is not ready yet."""
        deadline = time.monotonic() + PATIENCE
        while True:
            pid = self._living() or self._launch()
            if self._becomes_ready(pid, deadline=deadline):
                return
            if _STILL_IN_USE not in self._last_words():
                raise self._unavailable(what="ended while starting")
            time.sleep(_LOOK_AGAIN)

    def stop(self) -> None:
        """Stop the server cleanly. One that cannot be stopped recovers at its next start."""
        if self._living() is None:
            return
        command = [self.binaries / "pg_ctl", "stop", "-D", self.place.cluster]
        answer = self.place.owner.run(*command, "-m", "fast", "-w", "-t", "60")
        if answer.returncode != 0:
            log.error("postgres_not_stopped", extra={"why": answer.stderr.strip()})
            return
        self.place.close_sockets()

    def _living(self) -> int | None:
        return liveness.server_of(self.place.cluster)

    def _launch(self) -> int:
        liveness.remove_stale_locks(self.place.cluster, self.place.socket)
        self.place.open_sockets()
        self._open_log()
        sockets = str(self.place.sockets).replace('"', '""')
        settings = {**_SETTINGS, **self.settings, "unix_socket_directories": f'"{sockets}"'}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [self.binaries / "postgres", "-D", self.place.cluster, "-p", str(PORT)]
        shell = ["/bin/sh", "-c", _LAUNCH, self.place.log]
        return int(self.place.owner.run(*shell, *command, *options).stdout)

    def _open_log(self) -> None:
        """Start a new log when the old one has grown; kept is one old one."""
        if self.place.log.exists() and self.place.log.stat().st_size > _LARGEST_LOG:
            self.place.log.replace(self.place.log.with_suffix(".log.1"))
        self.place.log.touch()
        self.place.owner.give(self.place.log, mode=0o600)

    def _becomes_ready(self, pid: int, *, deadline: float) -> bool:
        """False when the server ended instead."""
        told = False
        quiet_until = time.monotonic() + _WORTH_A_WORD
        while not self.accepts():
            if not liveness.lives(pid):
                return False
            if time.monotonic() > deadline:
                raise self._unavailable(what=f"is not ready after {PATIENCE:.0f} s")
            if not told and time.monotonic() > quiet_until:
                log.warning("postgres_recovers", extra={"log": str(self.place.log)})
                told = True
            time.sleep(_LOOK_AGAIN)
        return True

    def _last_words(self) -> str:
        return self.place.log.read_text(encoding="utf-8", errors="replace")[-1500:].strip()

    def _unavailable(self, *, what: str) -> EmbeddedPostgresUnavailable:
        return EmbeddedPostgresUnavailable(
            what=f"The embedded PostgreSQL {what}; it said last:\n{self._last_words()}\n",
            kept=f"The database in {self.place.cluster} is kept as it is.",
            advice=f"Look into {self.place.log}; starting again is safe.",
        )
