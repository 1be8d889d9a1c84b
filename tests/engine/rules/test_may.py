"""Who may: every act has a row, every cell is written down here."""

import pytest

from bot.engine.rules.may import Act, Role, may

S, P, H, M = Role.STRANGER, Role.PLAYER, Role.HOST, Role.MODERATOR
ALLOWED = {
    Act.START_SESSION: {M},
    Act.END_SESSION: {H, M},
    Act.SEE_STATUS: {S, P, H, M},
    Act.STOP_LINE: {P, H, M},
    Act.ASK_AGAIN: {P, H, M},
    Act.SPEAK: {S, P, H, M},
}


@pytest.mark.parametrize("act", Act)
@pytest.mark.parametrize("role", Role)
def test_the_table(act: Act, role: Role) -> None:
    assert may(role, act) == (role in ALLOWED[act])


@pytest.mark.parametrize("act", Act)
def test_letting_anyone_start_opens_nothing_else(act: Act) -> None:
    opened = may(S, act, anyone_starts=True)

    assert opened == (act is Act.START_SESSION or S in ALLOWED[act])
