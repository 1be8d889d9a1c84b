"""What the bot asked for and nobody knows here: kept, so that a test can insist on none."""

import logging

LOG = logging.getLogger(__name__)


class Complaints:
    def __init__(self) -> None:
        self.all: list[str] = []

    def add(self, complaint: str) -> None:
        self.all.append(complaint)
        LOG.warning("playground_complaint", extra={"complaint": complaint})

    def __len__(self) -> int:
        return len(self.all)

    def __repr__(self) -> str:
        return f"Complaints({self.all!r})"
