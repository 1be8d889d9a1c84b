"""Discord's permission arithmetic, case by case."""

import pytest

from bot.playground.world.permissions import (
    ALL,
    NONE,
    Overwrite,
    Permission,
    Standing,
    in_channel,
    in_guild,
)
from bot.playground.world.ports import Snowflake

GUILD, ROLE, OTHER_ROLE, ADA = Snowflake(1), Snowflake(2), Snowflake(3), Snowflake(4)
SEE, SAY, HOOKS = Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES, Permission.MANAGE_WEBHOOKS
IN_THREADS, FILES = Permission.SEND_MESSAGES_IN_THREADS, Permission.ATTACH_FILES


def ada(*, owner: bool = False, timed_out: bool = False) -> Standing:
    return Standing(
        user=ADA,
        guild=GUILD,
        is_owner=owner,
        roles=frozenset({ROLE, OTHER_ROLE}),
        timed_out=timed_out,
    )


def overwrite(target: Snowflake, *, allow: Permission = NONE, deny: Permission = NONE) -> Overwrite:
    return Overwrite(target=target, is_member=target == ADA, allow=allow, deny=deny)


def test_roles_add_up() -> None:
    granted = in_guild(ada(), everyone=SEE, of_roles=[SAY, HOOKS])

    assert granted == SEE | SAY | HOOKS


@pytest.mark.parametrize(
    "granted",
    [
        pytest.param(in_guild(ada(owner=True), everyone=NONE, of_roles=[]), id="the owner"),
        pytest.param(
            in_guild(ada(), everyone=NONE, of_roles=[Permission.ADMINISTRATOR]),
            id="an administrator",
        ),
    ],
)
def test_some_may_everything(granted: Permission) -> None:
    assert granted == ALL


def test_a_member_in_time_out_only_watches() -> None:
    granted = in_guild(
        ada(timed_out=True), everyone=SEE | SAY | Permission.READ_MESSAGE_HISTORY, of_roles=[]
    )

    assert granted == SEE | Permission.READ_MESSAGE_HISTORY


@pytest.mark.parametrize(
    ("base", "overwrites", "granted"),
    [
        pytest.param(SEE | SAY, [], SEE | SAY, id="no overwrites"),
        pytest.param(SEE | SAY, [overwrite(GUILD, deny=SAY)], SEE, id="everyone is muted"),
        pytest.param(
            SEE | SAY,
            [overwrite(GUILD, deny=SAY), overwrite(ROLE, allow=SAY)],
            SEE | SAY,
            id="a role wins over everyone",
        ),
        pytest.param(
            SEE,
            [overwrite(ROLE, deny=SAY), overwrite(OTHER_ROLE, allow=SAY)],
            SEE | SAY,
            id="of two roles the one that allows wins",
        ),
        pytest.param(
            SEE | SAY,
            [overwrite(ROLE, allow=SAY), overwrite(ADA, deny=SAY)],
            SEE,
            id="the member's own wins over roles",
        ),
        pytest.param(
            SEE | SAY | HOOKS, [overwrite(GUILD, deny=SEE)], NONE, id="unseen means nothing"
        ),
        pytest.param(SEE | FILES, [], SEE, id="no files without speaking"),
        pytest.param(
            Permission.ADMINISTRATOR, [overwrite(ADA, deny=SEE)], ALL, id="administrators see all"
        ),
    ],
)
def test_overwrites_apply_in_discords_order(
    base: Permission, overwrites: list[Overwrite], granted: Permission
) -> None:
    assert in_channel(base, standing=ada(), overwrites=overwrites, is_thread=False) == granted


def test_threads_have_a_permission_of_their_own_to_speak() -> None:
    base = SEE | SAY | IN_THREADS | FILES
    muted = [overwrite(GUILD, deny=IN_THREADS)]

    granted = in_channel(base, standing=ada(), overwrites=muted, is_thread=True)

    assert granted == SEE | SAY
