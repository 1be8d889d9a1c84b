"""Templates on disk: strict, boxed in, fresh; and what our own may contain."""

from pathlib import Path

import pytest
from jinja2 import Environment, nodes
from jinja2.exceptions import SecurityError, TemplateNotFound, UndefinedError
from pydantic import BaseModel

from bot.content.places import CHECKOUT
from bot.content.templates import DiskTemplates

PROMPTS = CHECKOUT / "prompts"
MAY_USE = (nodes.Output, nodes.If, nodes.For, nodes.Include)


class Lines(BaseModel):
    speaker: str = "Mara"
    lines: tuple[str, ...] = ()


@pytest.fixture
def templates(tmp_path: Path) -> DiskTemplates:
    return DiskTemplates(tmp_path)


def write(folder: Path, **sources: str) -> None:
    for name, source in sources.items():
        (folder / f"{name}.j2").write_text(source, encoding="utf-8")


def test_a_template_sees_the_fields_of_its_context(
    tmp_path: Path, templates: DiskTemplates
) -> None:
    write(tmp_path, said="{% for line in lines %}\n  {{ speaker }}: {{ line }}\n{% endfor %}\n")

    said = templates.render("said.j2", Lines(lines=("Come in.", "Sit.")))

    assert said == "  Mara: Come in.\n  Mara: Sit.\n"


@pytest.mark.parametrize(
    "hostile",
    ["{{ ''.__class__ }}", "{% include 'said.j2' %}", "{{ speaker }}", "<b>&amp;</b>", "{#"],
)
def test_what_people_write_stays_text(
    tmp_path: Path, templates: DiskTemplates, hostile: str
) -> None:
    write(tmp_path, said="{{ speaker }}")

    assert templates.render("said.j2", Lines(speaker=hostile)) == hostile


def test_a_variable_that_the_context_lacks_is_an_error(
    tmp_path: Path, templates: DiskTemplates
) -> None:
    write(tmp_path, said="{{ speeker }}")

    with pytest.raises(UndefinedError):
        templates.render("said.j2", Lines())


def test_a_template_cannot_reach_into_python(tmp_path: Path, templates: DiskTemplates) -> None:
    write(tmp_path, said="{{ speaker.__class__.__mro__ }}")

    with pytest.raises(SecurityError):
        templates.render("said.j2", Lines())


@pytest.mark.parametrize("name", ["nowhere.j2", "../said.j2"])
def test_a_template_that_is_not_in_the_folder_is_an_error(
    tmp_path: Path, templates: DiskTemplates, name: str
) -> None:
    with pytest.raises(TemplateNotFound):
        templates.render(name, Lines())


def test_a_template_changes_with_its_file_and_with_what_it_includes(
    tmp_path: Path, templates: DiskTemplates
) -> None:
    write(tmp_path, said="{% include 'part.j2' %}", part="one")
    before = templates.render("said.j2", Lines()), templates.version("said.j2")

    write(tmp_path, part="another")
    after = templates.render("said.j2", Lines()), templates.version("said.j2")

    assert (before[0], after[0]) == ("one", "another")
    assert before[1] != after[1]


def test_a_version_stays_while_nothing_changes(tmp_path: Path, templates: DiskTemplates) -> None:
    write(tmp_path, said="{% include 'said.j2' %}", other="")

    assert templates.version("said.j2") == templates.version("said.j2")
    assert templates.version("said.j2") != templates.version("other.j2")


def faults_of(source: str) -> list[str]:
    """What a prompt template must not use: choice, order and budget belong into Python."""
    found = Environment(autoescape=False).parse(source)  # noqa: S701 - parsed, never rendered
    statements = [node for node in found.find_all(nodes.Stmt) if not isinstance(node, MAY_USE)]
    calls = [*found.find_all(nodes.Call)]
    return [type(node).__name__ for node in (*statements, *calls)]


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        pytest.param("{% if a %}{{ b.c }}{% endif %}", [], id="may choose"),
        pytest.param("{% for a in b %}{% include 'c' %}{% endfor %}", [], id="may repeat"),
        pytest.param("{{ a | join(', ') }}", [], id="may join"),
        pytest.param("{% set a = 1 %}", ["Assign"], id="no variables"),
        pytest.param("{% macro a() %}{% endmacro %}", ["Macro"], id="no macros"),
        pytest.param("{{ a.upper() }}", ["Call"], id="no calls"),
    ],
)
def test_the_check_of_our_templates_finds(source: str, faults: list[str]) -> None:
    assert faults_of(source) == faults


def test_our_templates_only_choose_repeat_and_include() -> None:
    sources = [path for path in PROMPTS.rglob("*") if path.suffix in {".j2", ".txt"}]
    faults = {path.name: faults_of(path.read_text(encoding="utf-8")) for path in sources}

    assert sources
    assert {name: found for name, found in faults.items() if found} == {}
