"""What all templates do, on disk and in the fake. Each writes its sources in its own way."""

from pathlib import Path

import pytest
from jinja2 import UndefinedError
from pydantic import BaseModel

from bot.content.templates import DiskTemplates
from bot.engine.ports import Templates
from tests.fakes.content import FakeTemplates


class Speaker(BaseModel):
    speaker: str


class TemplatesContract:
    def test_a_template_shows_what_its_context_holds(self, templates: Templates) -> None:
        assert templates.render("said.j2", Speaker(speaker="Mara")) == "Mara speaks."

    @pytest.mark.parametrize("hostile", ["{{ speaker }}", "{speaker}", "{% if %}", "{0}"])
    def test_what_people_write_is_never_a_template(
        self, templates: Templates, hostile: str
    ) -> None:
        assert templates.render("said.j2", Speaker(speaker=hostile)) == f"{hostile} speaks."

    def test_what_the_context_lacks_is_an_error(self, templates: Templates) -> None:
        with pytest.raises((UndefinedError, KeyError)):
            templates.render("wrong.j2", Speaker(speaker="Mara"))

    def test_a_version_stands_for_one_source(self, templates: Templates) -> None:
        assert templates.version("said.j2") == templates.version("said.j2")
        assert templates.version("said.j2") != templates.version("wrong.j2")


class TestFakeTemplates(TemplatesContract):
    @pytest.fixture
    def templates(self) -> Templates:
        return FakeTemplates({"said.j2": "{speaker} speaks.", "wrong.j2": "{speeker} speaks."})


class TestDiskTemplates(TemplatesContract):
    @pytest.fixture
    def templates(self, tmp_path: Path) -> Templates:
        (tmp_path / "said.j2").write_text("{{ speaker }} speaks.")
        (tmp_path / "wrong.j2").write_text("{{ speeker }} speaks.")
        return DiskTemplates(tmp_path)
