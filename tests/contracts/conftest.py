"""A database for all contracts: making one for each test would cost more than most tests do."""

import asyncio
from collections.abc import Generator

import pytest

from tests import postgres


@pytest.fixture(scope="session")
def emptied_url(postgres_url: str, postgres_template: str) -> Generator[str]:
    """Empty, as long as every test empties it again."""
    database = postgres.fresh_database(postgres_url, template=postgres_template)
    with asyncio.Runner() as runner:
        yield runner.run(database.__aenter__())
        runner.run(database.__aexit__(None, None, None))
