"""The oracle itself: that it judges, and that its exceptions are all needed."""

import discord
import pytest

from bot.playground.rest.edge import Exchange
from bot.playground.server import serve
from bot.playground.world.beginning import new_world
from tests.e2e_tools.bots import connected
from tests.e2e_tools.oracle import MISSING, Oracle, find_spec, load_spec
from tests.e2e_tools.oracle_exceptions import AT_MOST, EXCEPTIONS, in_short
from tests.playground.test_with_a_bot import EchoBot


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


def test_it_judges_what_the_gateway_tells(oracle: Oracle) -> None:
    oracle.hear("MESSAGE_CREATE", {"id": "1"})
    oracle.hear("GUILD_CREATE", {"channels": [{"id": "1"}], "members": []})

    assert any("MESSAGE_CREATE MessageResponse" in each for each in oracle.violations)
    assert any("GUILD_CREATE GuildChannelResponse" in each for each in oracle.violations)


async def test_discord_py_needs_every_exception(oracle: Oracle) -> None:
    """One that nothing needs any more fails here: take it off the list."""
    async with serve(new_world()) as place, connected(place, EchoBot()) as bot:
        place.witnesses.append(oracle.witness)
        channels = {each.name: each for each in bot.get_all_channels()}
        tavern, stories = channels["tavern"], channels["stories"]
        assert isinstance(tavern, discord.TextChannel)
        assert isinstance(stories, discord.ForumChannel)
        said = await tavern.send("Hear!")
        await tavern.send("I hear.", reference=said)
        await stories.create_thread(name="A tale", content="Once …")

    assert oracle.violations == []
    assert oracle.used == set(EXCEPTIONS)


def test_the_list_of_exceptions_only_shrinks() -> None:
    assert len(EXCEPTIONS) == AT_MOST, "lower AT_MOST when one has gone; never raise it"


def test_each_exception_names_its_schema_and_its_evidence(oracle: Oracle) -> None:
    for each in EXCEPTIONS:
        assert oracle.spec.holds(each.schema), each.schema
        assert len(each.evidence) > 40


def test_the_run_prints_the_exceptions() -> None:
    printed = "\n".join(in_short())

    for each in EXCEPTIONS:
        assert each.schema in printed
        assert each.evidence in printed
