"""Database URLs are taken as providers print them, and shown without who may enter."""

import pytest

from bot.storage.addresses import normalised, shown
from bot.storage.errors import DatabaseUnavailable


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        pytest.param(
            "postgres://me:pw@db.example/app",
            "postgresql+asyncpg://me:pw@db.example/app",
            id="the old scheme",
        ),
        pytest.param(
            "postgresql://me@db.example:6432/app?sslmode=require&channel_binding=require",
            "postgresql+asyncpg://me@db.example:6432/app?ssl=require",
            id="what libpq alone understands",
        ),
        pytest.param(
            "postgresql+asyncpg://bot@/postgres?host=/run/pg&port=5432",
            "postgresql+asyncpg://bot@/postgres?host=/run/pg&port=5432",
            id="a socket",
        ),
    ],
)
def test_addresses_are_turned_into_what_the_driver_takes(given: str, meant: str) -> None:
    assert normalised(given) == normalised(meant)
    assert (
        normalised(given)
        .render_as_string(hide_password=False)
        .startswith(meant.split("?", maxsplit=1)[0])
    )


@pytest.mark.parametrize(
    "given", ["", "db.example", "mysql://me:secret@db/app", "postgres://a:b:c"]
)
def test_what_is_no_such_address_is_refused_without_being_quoted(given: str) -> None:
    with pytest.raises(DatabaseUnavailable) as refused:
        normalised(given)

    assert "secret" not in str(refused.value)
    assert "postgresql://user:password@host:5432/database" in refused.value.advice


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("postgresql://me:secret@db.example:6432/app", "app at db.example:6432"),
        ("postgresql://me:secret@db.example/app?password=secret", "app at db.example:5432"),
        ("postgresql://bot@/troupe?host=/run/pg", "troupe at /run/pg:5432"),
    ],
)
def test_an_address_is_shown_without_user_and_password(given: str, expected: str) -> None:
    assert shown(normalised(given)) == expected
