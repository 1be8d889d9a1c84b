"""Where the demo model keeps what its owners share, below the data folder."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Places:
    folder: Path

    @property
    def lease(self) -> Path:
        """Shared by every bot that uses the server; the server ends when it gets it alone."""
        return self.folder / "lease.lock"

    @property
    def start(self) -> Path:
        """Held alone by who starts, joins or leaves."""
        return self.folder / "start.lock"

    @property
    def alive(self) -> Path:
        """Held alone by the server, from its first moment to its last."""
        return self.folder / "alive.lock"

    @property
    def card(self) -> Path:
        """Address and key of the server, for this user only."""
        return self.folder / "server.json"

    @property
    def pid(self) -> Path:
        """Whom to end when it holds `alive` and does not answer. Never asked who lives."""
        return self.folder / "server.pid"

    @property
    def log(self) -> Path:
        """What the server wrote to stderr since its last start."""
        return self.folder / "server.log"
