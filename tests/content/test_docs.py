"""The glossary and the way in for contributors: in order, and true about what is where."""

import re

import pytest

from bot.content.places import CHECKOUT
from bot.engine.cards.house import HouseCard

PAGES = ["docs/glossary.md", "CONTRIBUTING.md", "characters/README.md"]


def glossary() -> list[str]:
    lines = (CHECKOUT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    rows = [line.split("|")[1].strip() for line in lines if line.startswith("|")]
    return rows[2:]


def test_the_glossary_is_in_order_and_has_each_word_once() -> None:
    words = glossary()

    assert words == sorted(set(words), key=str.casefold)


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    file = CHECKOUT / page
    links = re.findall(r"\]\(([^)#:]+)\)", file.read_text(encoding="utf-8"))

    assert [link for link in links if not (file.parent / link).exists()] == []


def test_every_field_of_the_house_json_is_explained() -> None:
    page = (CHECKOUT / "characters" / "README.md").read_text(encoding="utf-8")

    assert [field for field in HouseCard.model_fields if f"| `{field}` |" not in page] == []
