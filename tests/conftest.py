"""What all tests share: sample data, and how strict a run is."""

import os
from collections.abc import Generator
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

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


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Cards, conversations and specifications that are too many to lie in the repository."""
    path = os.environ.get("TROUPE_TEST_DATA")
    if not path:
        pytest.skip("TROUPE_TEST_DATA does not name the folder with the sample data")
    return Path(path)
