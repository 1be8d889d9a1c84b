"""Storage goes away at any moment of a turn: no line is lost, doubled, or lied about."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from bot.background import settle
from bot.engine.errors import ModelUnavailable, StorageUnavailable
from bot.engine.ids import ChannelId, SessionId
from bot.engine.ports import UnitOfWork
from tests.engine.use_cases.playing import TAVERN, Company
from tests.fakes.model import ScriptedChatModel
from tests.waiting import until


class Flaky:
    """Storage that fails at chosen units of work, counted from when it is made.

    `before` fail on entering; `after` take effect, and only then the connection breaks.
    """

    def __init__(
        self,
        company: Company,
        *,
        before: frozenset[int] = frozenset(),
        after: frozenset[int] = frozenset(),
        error: type[Exception] = StorageUnavailable,
    ) -> None:
        self.count = 0
        self._before = before
        self._after = after
        self._error = error
        self._works = company.storage.unit_of_work
        company.storage.unit_of_work = self._open  # pyright: ignore[reportAttributeAccessIssue]
        company.wake()

    @asynccontextmanager
    async def _open(self) -> AsyncGenerator[UnitOfWork]:
        number, self.count = self.count, self.count + 1
        if number in self._before:
            raise self._error
        async with self._works() as work:
            yield work
        if number in self._after:
            raise self._error


async def played(company: Company) -> tuple[SessionId, list[str]]:
    """One line and its answer; then the session's log, kind by kind, after its greeting."""
    session = next(iter(company.storage.kept.sessions))
    company.say("A room, please.")
    await settle()
    kinds = [event.body.KIND for event in company.log(session)]
    return session, kinds[5:]


WHOLE = ["user_turn", "turn_begun", "character_turn"]
STEPS = 6
"""Units of work in a turn: find the session, keep the line, begin, save, finish, and one more."""


@pytest.mark.parametrize("broken_after", [False, True], ids=["before it", "after it"])
@pytest.mark.parametrize("step", range(STEPS))
async def test_whenever_it_goes_away_each_line_is_kept_once(
    step: int, *, broken_after: bool
) -> None:
    company = Company()
    await company.start()
    at = frozenset({step})
    Flaky(company, after=at) if broken_after else Flaky(company, before=at)

    _, kinds = await played(company)

    assert kinds.count("user_turn") == 1
    assert kinds.count("character_turn") <= 1
    if kinds != WHOLE:  # then the answer is owed, and people know it
        assert [told.trouble.code for told in company.stage.told] == ["error-storage-unavailable"]
        assert company.stage.told[0].session is not None


@pytest.mark.parametrize("step", range(STEPS))
async def test_nothing_is_left_open_that_would_come_back_at_the_next_start(step: int) -> None:
    company = Company(model=ScriptedChatModel(["Aye, ", ModelUnavailable(reason="reset")]))
    await company.start()
    Flaky(company, before=frozenset({step, step + 1}))
    session, _ = await played(company)
    before = company.log(session)

    company.clock.advance(timedelta(hours=1))
    company.wake()

    assert await company.recovery.recover(ours=everywhere) == ()
    assert company.log(session) == before


async def test_a_finished_line_waits_for_storage_and_stays_on_show() -> None:
    company = Company()
    await company.start()
    Flaky(company, before=frozenset({3, 4}))  # twice, when the line is to be kept

    _, kinds = await played(company)

    assert kinds == WHOLE
    assert company.texts[-1] == "*nods* Aye."


async def test_two_processes_that_close_the_same_line_keep_it_once() -> None:
    go_on = asyncio.Event()
    company = Company(model=ScriptedChatModel(["Once upon ", go_on, "a time."]))
    session = (await company.start()).session
    company.say("Tell me.")
    await until(lambda: company.model.calls and company.model.calls[0].spoken)

    async with company.storage.unit_of_work() as work:
        (open_one,) = await work.generations.unfinished()
        await work.generations.save_raw(session, open_one.turn, "Once upon")
        await work.commit()
    company.clock.advance(timedelta(minutes=1))
    company.wake()  # another process begins while the first is still at it
    await company.recovery.recover(ours=everywhere)
    go_on.set()
    await settle()

    kinds = [event.body.KIND for event in company.log(session)]
    assert kinds[5:] == WHOLE


async def test_storage_that_is_away_at_the_start_is_waited_for() -> None:
    company = Company()
    await company.start()
    Flaky(company, before=frozenset({0, 1}))

    assert await company.recovery.recover(ours=everywhere) == ()


async def test_a_line_that_cannot_be_kept_is_not_said_to_be_kept() -> None:
    company = Company()
    await company.start()
    Flaky(company, before=frozenset({1}), error=ZeroDivisionError)

    _, kinds = await played(company)
    company.say("Are you there?")
    await settle()

    assert kinds == []
    assert [told.trouble.code for told in company.stage.told] == ["error-line-not-kept"]
    assert company.texts[-1] == "*nods* Aye."


async def everywhere(channel: ChannelId) -> bool:
    return channel == TAVERN
