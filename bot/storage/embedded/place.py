"""Where the cluster lies, and where its socket."""

import hashlib
import logging
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bot.storage.embedded.errors import EmbeddedPostgresUnavailable
from bot.storage.embedded.owner import Owner, owner_for

log = logging.getLogger(__name__)

PORT = 5432  # only part of the socket's name: nothing listens on the network
FOR_ROOT = Path("/var/lib/troupe")
_LONGEST_SOCKET = 103  # bytes, the smallest limit of the systems we run on
_SHORT = Path("/tmp")  # noqa: S108 - the folder made there is checked to be ours alone


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    home: Path
    owner: Owner

    @property
    def cluster(self) -> Path:
        return self.home / "pgdata"

    @property
    def log(self) -> Path:
        return self.home / "postgres.log"

    @property
    def sockets(self) -> Path:
        """In the home, unless its name is too long for a socket or holds what clients split at."""
        folder = self.home / "run"
        name = os.fsencode(folder / f".s.PGSQL.{PORT}")
        if len(name) <= _LONGEST_SOCKET and b"," not in name:
            return folder
        return _SHORT / f"troupe-{_short_hash(self.home)}"

    @property
    def socket(self) -> Path:
        return self.sockets / f".s.PGSQL.{PORT}"

    def open_sockets(self) -> None:
        """Make the socket's folder, closed to everybody else: whoever enters is let in."""
        self.sockets.mkdir(mode=0o700, exist_ok=True)
        if self.sockets.parent == self.home:
            self.owner.give(self.sockets, mode=0o700)
            return
        if not self.sockets.is_symlink() and self.sockets.stat().st_uid == os.geteuid():
            self.owner.give(self.sockets, mode=0o700)
        found = self.sockets.lstat()
        if (found.st_uid, found.st_mode & 0o777) != (self.owner.uid, 0o700):
            raise EmbeddedPostgresUnavailable(
                what=f"{self.sockets} belongs to somebody else.",
                advice="Remove it, or set TROUPE_DATA to a shorter path.",
            )

    def close_sockets(self) -> None:
        """Leave no folder behind outside the home. Only when no server runs."""
        if self.sockets.parent != self.home:
            with suppress(OSError):
                self.sockets.rmdir()


def place_for(data: Path) -> Place:
    """Below `data`; for root, whose server runs as another user, where that user can enter."""
    data = data.resolve()
    usual = data / "postgres"
    if os.geteuid() != 0:
        return _made(usual)
    elsewhere = FOR_ROOT / _short_hash(data)
    if (elsewhere / "pgdata").exists() and not (usual / "pgdata").exists():
        return _told(_made(elsewhere), data)
    data.mkdir(parents=True, exist_ok=True)
    owner = owner_for(usual / "pgdata")
    if owner.can_enter(data):
        return _made(usual)
    if (usual / "pgdata").exists():
        raise EmbeddedPostgresUnavailable(
            what=f"PostgreSQL runs as {owner.name}, who cannot enter {data}: it or a folder"
            " above it is private.",
            kept="The database there is untouched.",
            advice=f"Let {owner.name} through, or move Troupe to where they can go.",
        )
    return _told(_made(elsewhere), data)


def _made(home: Path) -> Place:
    home.mkdir(parents=True, exist_ok=True)
    place = Place(home=home, owner=owner_for(home / "pgdata"))
    if not place.owner.is_us:
        home.chmod(0o711)  # enough to reach the cluster, not to look around
    return place


def _told(place: Place, data: Path) -> Place:
    log.warning(
        "postgres_lies_elsewhere",
        extra={"path": str(place.home), "reason": f"{place.owner.name} cannot enter {data}"},
    )
    return place


def _short_hash(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
