"""The same words in any shape that an endpoint asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.ports import ChatMessage, Role
from bot.engine.prompt.roles import DEFAULT_ROLES, OPENING, RolePolicy, laid_out, strictest

ANY = RolePolicy(system="anywhere", alternate=False)
POLICIES = [
    RolePolicy(system=system, alternate=alternate)
    for system in ("anywhere", "first", "none")
    for alternate in (False, True)
]


def chat(*said: str) -> tuple[ChatMessage, ...]:
    """`s:rules`, `u:Ada: Hello.`, `a:Aye.`"""
    roles: dict[str, Role] = {"s": "system", "u": "user", "a": "assistant"}
    return tuple(ChatMessage(role=roles[one[0]], content=one[2:]) for one in said)


def shape(messages: tuple[ChatMessage, ...]) -> list[str]:
    return [f"{said.role[0]}:{said.content}" for said in messages]


SCENE = ("s:rules", "u:Ada", "u:Ben", "a:Mara", "u:Ada again", "s:whose line")


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        pytest.param(ANY, list(SCENE), id="anything goes"),
        pytest.param(
            RolePolicy(system="anywhere", alternate=True),
            ["s:rules", "u:Ada\n\nBen", "a:Mara", "u:Ada again", "s:whose line"],
            id="system anywhere, in turns",
        ),
        pytest.param(
            RolePolicy(system="first", alternate=False),
            ["s:rules", "u:Ada", "u:Ben", "a:Mara", "u:Ada again", "u:whose line"],
            id="one system message, any order",
        ),
        pytest.param(
            DEFAULT_ROLES,
            ["s:rules", "u:Ada\n\nBen", "a:Mara", "u:Ada again\n\nwhose line"],
            id="one system message, in turns",
        ),
        pytest.param(
            RolePolicy(system="none", alternate=False),
            ["u:rules", "u:Ada", "u:Ben", "a:Mara", "u:Ada again", "u:whose line"],
            id="no system message",
        ),
        pytest.param(
            RolePolicy(system="none", alternate=True),
            ["u:rules\n\nAda\n\nBen", "a:Mara", "u:Ada again\n\nwhose line"],
            id="no system message, in turns",
        ),
    ],
)
def test_a_scene_in_every_shape(policy: RolePolicy, expected: list[str]) -> None:
    assert shape(laid_out(chat(*SCENE), policy)) == expected


def test_a_story_that_begins_with_the_speaker_gets_a_user_first() -> None:
    assert shape(laid_out(chat("s:rules", "a:Mara", "s:go"), DEFAULT_ROLES)) == [
        "s:rules",
        f"u:{OPENING}",
        "a:Mara",
        "u:go",
    ]


def test_several_system_messages_at_the_start_become_one() -> None:
    assert shape(laid_out(chat("s:rules", "s:card", "u:Ada"), DEFAULT_ROLES)) == [
        "s:rules\n\ncard",
        "u:Ada",
    ]


messages = st.lists(
    st.builds(
        ChatMessage,
        role=st.sampled_from(["system", "user", "assistant"]),
        content=st.text("abc", min_size=1, max_size=3),
    ),
    max_size=8,
).map(tuple)


@given(messages, st.sampled_from(POLICIES))
def test_every_shape_is_allowed_and_loses_no_word(
    said: tuple[ChatMessage, ...], policy: RolePolicy
) -> None:
    shaped = laid_out(said, policy)

    words = "".join(one.content for one in shaped).replace("\n\n", "").replace(OPENING, "")
    assert words == "".join(one.content for one in said)
    systems = [place for place, one in enumerate(shaped) if one.role == "system"]
    if policy.system == "none":
        assert systems == []
    if policy.system == "first":
        assert systems in ([], [0])
    if policy.alternate:
        turns = [one.role for one in shaped if one.role != "system"]
        if policy.system != "anywhere":
            assert turns == [("user", "assistant")[n % 2] for n in range(len(turns))]


@given(messages, st.sampled_from(POLICIES))
def test_laying_out_twice_changes_nothing(
    said: tuple[ChatMessage, ...], policy: RolePolicy
) -> None:
    once = laid_out(said, policy)

    assert laid_out(once, policy) == once


@given(messages, st.sampled_from(POLICIES), st.sampled_from(POLICIES))
def test_what_both_allow_is_as_strict_as_each(
    said: tuple[ChatMessage, ...], one: RolePolicy, other: RolePolicy
) -> None:
    shaped = laid_out(said, strictest(one, other))

    assert laid_out(shaped, one) == shaped
    assert laid_out(shaped, other) == shaped
