"""What all tests share: databases, sample data, and how strict a run is."""

import os
from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

from tests import postgres
from tests.browser import browser  # noqa: F401  # pyright: ignore[reportUnusedImport]  # a fixture
from tests.e2e_tools.oracle_exceptions import in_short

R = TypeVar("R", pytest.TestReport, pytest.CollectReport)

NOT_HERE = "only "
"""How the reason of a skip begins that no installation can cure, such as "only as root"."""

# One core may be busy with other things: slow is no failure. CI repeats the same examples.
settings.register_profile(
    "troupe",
    deadline=None,
    max_examples=50,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("troupe")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _strict((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _strict((yield))


def _strict(report: R) -> R:
    """With TROUPE_NO_SKIPS a test that lacks a tool fails, so that nothing stays untested."""
    if "TROUPE_NO_SKIPS" not in os.environ or not report.skipped or hasattr(report, "wasxfail"):
        return report
    reason = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
    reason = reason.removeprefix("Skipped: ")
    if not reason.startswith(NOT_HERE):
        report.outcome = "failed"
        report.longrepr = f"skipped, and TROUPE_NO_SKIPS is set: {reason}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say with each run what Discord's own file is not obeyed in; TROUPE_TEST_DATA has the file."""
    if "TROUPE_TEST_DATA" in os.environ:
        for line in in_short():
            terminalreporter.write_line(line)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function) and "postgres_url" in item.fixturenames:
            item.add_marker("postgres")


@pytest.fixture(scope="session")
def postgres_url() -> Generator[str]:
    """A server for the whole run. Tests that want tables take `database_url`."""
    with postgres.server() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_template(postgres_url: str) -> Generator[str]:
    with postgres.template(postgres_url) as name:
        yield name


@pytest.fixture
async def database_url(postgres_url: str, postgres_template: str) -> AsyncGenerator[str]:
    """A database of the test's own, with all tables and no rows."""
    async with postgres.fresh_database(postgres_url, template=postgres_template) as url:
        yield url


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Cards, conversations and specifications that are too many to lie in the repository."""
    path = os.environ.get("TROUPE_TEST_DATA")
    if not path:
        pytest.skip("TROUPE_TEST_DATA does not name the folder with the sample data")
    return Path(path)
