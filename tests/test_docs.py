"""What docs name is there: paths, commands of `./troupe`, and links between pages."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "prompts" / "README.md"])
TOPS = ("alembic", "bench", "bot", "characters", "docs", "prompts", "tests", ".ci")

_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)#\s]+)")
_MADE_BY_USE = {"bench/NAME"}

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))


@each_page
def test_every_path_that_is_named_exists(page: Path) -> None:
    named = (found.strip("/") for found in _CODE.findall(page.read_text()))
    paths = [n for n in named if n.split("/")[0] in TOPS and "/" in n and " " not in n]

    missing = [p for p in paths if not any(ROOT.glob(p)) and p not in _MADE_BY_USE]
    assert missing == []


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    links = [link for link in _LINK.findall(page.read_text()) if "://" not in link]

    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_command_that_docs_name_is_one() -> None:
    known = (ROOT / "troupe").read_text() + (ROOT / "bot" / "__main__.py").read_text()
    for page in PAGES:
        for command in re.findall(r"\./troupe ([a-z]+)", page.read_text()):
            assert re.search(rf"\b{command}\b", known), f"{page.name}: ./troupe {command}"
