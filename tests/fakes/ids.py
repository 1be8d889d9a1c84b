"""Ids that count: 1, 2, 3 …, dressed as UUIDs version 7."""

from uuid import UUID

from bot.engine.ports import Ids

_VERSION_AND_VARIANT = 0x7 << 76 | 0x2 << 62


class CountingIds(Ids):
    def __init__(self) -> None:
        self.given = 0

    def new(self) -> UUID:
        self.given += 1
        return numbered(self.given)


def numbered(number: int) -> UUID:
    """The id that `CountingIds` gives as its `number`th."""
    return UUID(int=number << 80 | _VERSION_AND_VARIANT)
