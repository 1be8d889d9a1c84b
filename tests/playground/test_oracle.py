"""The oracle itself: that it judges, and that its exceptions are all needed."""

import pytest

from bot.playground.rest.edge import Exchange
from tests.e2e_tools.oracle import MISSING, Oracle, find_spec, load_spec
from tests.e2e_tools.oracle_exceptions import EXCEPTIONS


@pytest.fixture
def oracle() -> Oracle:
    spec = find_spec()
    if spec is None:
        pytest.skip(MISSING)
    return Oracle(spec=load_spec(spec))


def exchange(
    method: str,
    path: str,
    *,
    body: object = None,
    query: dict[str, str] | None = None,
    status: int = 200,
    reply: object = None,
) -> Exchange:
    return Exchange(
        method=method, path=path, query=query or {}, body=body, status=status, reply=reply or {}
    )


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (exchange("GET", "/channels"), "route: is not in"),
        (exchange("GET", "/users/@me", query={"page": "2"}), "query page: is not in"),
        (exchange("GET", "/users/1", reply={"id": "1"}), "is a required property"),
        (exchange("GET", "/users/1", status=302), "status 302: is not in"),
        (
            exchange("POST", "/channels/1/webhooks", body={"name": 5}),
            "request name: 5 is not of type 'string'",
        ),
    ],
)
def test_it_finds_what_is_wrong(oracle: Oracle, wrong: Exchange, complaint: str) -> None:
    oracle.witness(wrong)

    assert any(complaint in each for each in oracle.violations)


def test_it_leaves_alone_what_is_right(oracle: Oracle) -> None:
    refused = {"message": "Unknown User", "code": 10013}
    oracle.witness(exchange("GET", "/users/1", status=404, reply=refused))

    assert oracle.violations == []
    assert oracle.judged == 1


def test_an_exception_is_used_and_told_apart(oracle: Oracle) -> None:
    body = {"content": "x", "message_reference": {"message_id": 5}}
    oracle.witness(exchange("POST", "/channels/1/messages", body=body))
    oracle.witness(exchange("POST", "/channels/1/threads", query={"use_nested_fields": "1"}))

    assert oracle.used == set(EXCEPTIONS)


def test_each_exception_has_evidence() -> None:
    for each in EXCEPTIONS:
        assert len(each.evidence) > 40
