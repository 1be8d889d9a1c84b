"""Cards and templates held in memory."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from pydantic import BaseModel

from bot.engine.cards.card import Card
from bot.engine.errors import BrokenCard, UnknownCharacter
from bot.engine.ids import CharacterId
from bot.engine.ports import CardLibrary, Templates


class FakeCardLibrary(CardLibrary):
    """Holds `shelf`, `faces` and `unreadable` (by file); tests change them as a host would."""

    def __init__(
        self,
        *shelf: Card,
        faces: Mapping[CharacterId, bytes] | None = None,
        unreadable: Sequence[BrokenCard] = (),
    ) -> None:
        self.shelf = list(shelf)
        self.faces = dict(faces or {})
        self.unreadable = list(unreadable)

    def cards(self) -> Sequence[Card]:
        return sorted(self.shelf, key=lambda card: (card.name.casefold(), card.id))

    def card(self, wanted: str) -> Card:
        sought = wanted.strip().casefold()
        by_id = [card for card in self.shelf if card.id == sought]
        by_name = [card for card in self.shelf if card.name.casefold() == sought]
        for card in (*by_id, *by_name):
            return card
        for broken in self.unreadable:
            if str(broken.params["file"]).removesuffix(".json").casefold() == sought:
                raise broken
        raise UnknownCharacter(wanted=wanted)

    def face(self, character: CharacterId) -> bytes | None:
        return self.faces.get(character)

    def broken(self) -> Sequence[BrokenCard]:
        return tuple(self.unreadable)


class FakeTemplates(Templates):
    """Fills `{field}` in the given sources; any other template shows the context's fields.

    A field that the context lacks raises KeyError.
    """

    def __init__(self, sources: Mapping[str, str] | None = None) -> None:
        self.sources = dict(sources or {})

    def render(self, name: str, context: BaseModel) -> str:
        values = {field: getattr(context, field) for field in type(context).model_fields}
        shown = "\n".join(f"{field}: {value}" for field, value in values.items())
        return self.sources[name].format(**values) if name in self.sources else shown

    def version(self, name: str) -> str:
        return sha256(self.sources.get(name, name).encode()).hexdigest()[:16]
