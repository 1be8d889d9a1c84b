"""The characters on disk: `characters/*.json` and their faces."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from bot.content.files import FreshFolder, Unreadable
from bot.engine.cards.card import Card
from bot.engine.cards.house import card_from_house
from bot.engine.errors import BrokenCard, UnknownCharacter
from bot.engine.ids import CharacterId
from bot.engine.ports import CardLibrary

MOST_BYTES = 1_000_000
_PNG = b"\x89PNG\r\n\x1a\n"


class DiskCardLibrary(CardLibrary):
    """As fresh as the disk. Of two files with one id, the first by file name has it."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._cards = FreshFolder(root, _card, keep=300, limit=MOST_BYTES)
        self._faces = FreshFolder(root, _face, keep=30, limit=MOST_BYTES)

    def cards(self) -> Sequence[Card]:
        cards = (found for _, found in self._found() if isinstance(found, Card))
        return sorted(cards, key=lambda card: (card.name.casefold(), card.id))

    def card(self, wanted: str) -> Card:
        sought = wanted.strip().casefold()
        found = tuple(self._found())
        cards = [card for _, card in found if isinstance(card, Card)]
        for card in cards:
            if card.id == sought:
                return card
        for card in cards:
            if card.name.casefold() == sought:
                return card
        for file, broken in found:
            if isinstance(broken, BrokenCard) and Path(file).stem.casefold() == sought:
                raise broken
        raise UnknownCharacter(wanted=wanted)

    def face(self, character: CharacterId) -> bytes | None:
        for _, card in self._found():
            if isinstance(card, Card) and card.id == character and card.face is not None:
                face = self._read_face(card.face)
                return face if isinstance(face, bytes) else None
        return None

    def broken(self) -> Sequence[BrokenCard]:
        broken = list(self._broken_folder())
        for _, found in self._found():
            if isinstance(found, BrokenCard):
                broken.append(found)
            elif found.face and isinstance(face := self._read_face(found.face), BrokenCard):
                broken.append(face)
        return broken

    def _found(self) -> Iterator[tuple[str, Card | BrokenCard]]:
        """Every card file by name, and what came of it."""
        holders: dict[CharacterId, str] = {}
        for file in self._files():
            card = self._read_card(file)
            if isinstance(card, Card):
                holder = holders.setdefault(card.id, file)
                if holder != file:
                    card = BrokenCard(file=file, reason=f"id: {holder} has the same")
            yield file, card

    def _files(self) -> Sequence[str]:
        """Not the hidden ones: editors leave their own files there while they write."""
        try:
            files = [path.name for path in self._root.iterdir()]
        except OSError:
            return ()
        return sorted(f for f in files if f.endswith(".json") and not f.startswith("."))

    def _broken_folder(self) -> Iterator[BrokenCard]:
        try:
            next(self._root.iterdir(), None)
        except OSError as error:
            yield BrokenCard(file=str(self._root), reason=error.strerror or "cannot be listed")

    def _read_card(self, file: str) -> Card | BrokenCard:
        try:
            return self._cards.read(file)
        except Unreadable as error:
            return BrokenCard(file=_printable(file), reason=str(error))
        except BrokenCard as error:
            return error

    def _read_face(self, file: str) -> bytes | BrokenCard:
        try:
            return self._faces.read(file)
        except Unreadable as error:
            return BrokenCard(file=_printable(file), reason=str(error))


def _card(file: str, raw: bytes) -> Card:
    return card_from_house(raw, file=_printable(file), version=sha256(raw).hexdigest()[:16])


def _face(_file: str, raw: bytes) -> bytes:
    if not raw.startswith(_PNG):
        raise Unreadable("not a PNG picture")
    return raw


def _printable(file: str) -> str:
    """A file's name may hold bytes that are no text; nobody could be shown those."""
    return file.encode(errors="replace").decode()
