"""Which user the server runs as: ourselves, or somebody else when we are root."""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path

from bot.storage.embedded.errors import EmbeddedPostgresUnavailable

# Our own environment holds the keys of the bot, and variables such as PGHOST that would mislead.
_ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC"}
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH")


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """The user that owns the cluster. PostgreSQL refuses to run as root."""

    name: str
    uid: int
    gid: int

    @property
    def is_us(self) -> bool:
        return self.uid == os.geteuid()

    def run(
        self, *command: str | Path, timeout: float | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program as this user, out of reach of our Ctrl-C. OSError if it cannot."""
        passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        return subprocess.run(  # noqa: S603 - programs of PostgreSQL and the shell, never input
            command,
            user=None if self.is_us else self.uid,
            group=None if self.is_us else self.gid,
            extra_groups=None if self.is_us else [],
            env=passed_on | _ENVIRONMENT,
            cwd="/",  # ours may be private, and then PostgreSQL complains
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
            timeout=timeout,
            check=False,
        )

    def can_enter(self, folder: Path) -> bool:
        """Asked by trying: modes of parents, lists and mounts all have a say."""
        return self.run("/bin/sh", "-c", 'cd "$1"', "sh", folder).returncode == 0

    def give(self, path: Path, *, mode: int) -> None:
        """Make this user the owner of a file or folder of ours."""
        if not self.is_us:
            os.chown(path, self.uid, self.gid)
        path.chmod(mode)


def owner_for(cluster: Path) -> Owner:
    """Whose cluster this is, or is going to be.

    Root serves a cluster as the user who made it, so that a first start as an ordinary user
    and a later one as root do not fight.
    """
    if os.geteuid() != 0:
        return _user(os.geteuid())
    if cluster.exists() and cluster.stat().st_uid != 0:
        return _user(cluster.stat().st_uid)
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Owner(name=name, uid=entry.pw_uid, gid=entry.pw_gid)
    raise EmbeddedPostgresUnavailable(
        what="PostgreSQL does not run as root, and there is neither a user postgres nor nobody.",
        advice="Start Troupe as an ordinary user, or set DATABASE_URL.",
    )


def _user(uid: int) -> Owner:
    try:
        entry = pwd.getpwuid(uid)
    except KeyError:  # containers often run as a number without a name
        return Owner(name=str(uid), uid=uid, gid=os.getegid() if uid == os.geteuid() else uid)
    return Owner(name=entry.pw_name, uid=uid, gid=entry.pw_gid)
