"""Who has the floor when several want something of it at once."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.background import settle
from bot.engine.errors import StorageUnavailable
from bot.engine.ids import SessionId, Turn
from bot.engine.ports import UnitOfWork
from tests.engine.use_cases.playing import ADA, BEN, TAVERN, Company
from tests.fakes.model import Answer, ScriptedChatModel
from tests.waiting import until


def endless(words: str) -> list[str | asyncio.Event]:
    return [words, asyncio.Event()]


async def speaking(company: Company, *, nth: int = 0) -> None:
    await until(lambda: len(company.stage.lines) > nth and company.stage.lines[nth].shown)


def kinds(company: Company, session: SessionId) -> list[str]:
    return [event.body.KIND for event in company.log(session)]


async def test_who_asks_again_at_the_same_time_gets_one_answer() -> None:
    company = Company()
    session = (await company.start()).session

    company.floor.ask_again(TAVERN, session)
    company.floor.ask_again(TAVERN, session)
    await settle()

    assert len(company.model.calls) == 1


async def test_asking_again_works_each_time_when_nobody_speaks() -> None:
    company = Company()
    session = (await company.start()).session

    for _ in range(2):
        company.floor.ask_again(TAVERN, session)
        await settle()

    assert len(company.model.calls) == 2


async def test_a_line_that_comes_while_the_session_ends_is_kept_and_calls_for_nobody() -> None:
    answers: list[Answer] = [endless("Once upon"), endless("And then")]
    company = Company(model=ScriptedChatModel(lambda _: answers.pop(0)))
    session = (await company.start()).session
    company.say("Tell me.")
    await speaking(company)
    shown = asyncio.Event()

    async def finish() -> None:
        await shown.wait()

    company.stage.lines[0].finish = finish
    ending = asyncio.ensure_future(company.floor.end(ADA, TAVERN))
    await until(company.stage.lines[0].stopped.is_set)
    company.say("Wait!", who=BEN)
    await until(lambda: kinds(company, session)[-1] == "user_turn")
    shown.set()
    await asyncio.wait_for(ending, timeout=5)
    await settle()

    assert kinds(company, session)[-1] == "session_ended"
    assert len(company.model.calls) == 1


async def test_after_a_refused_end_play_goes_on() -> None:
    company = Company()
    await company.start()
    company.say("Hello.", who=BEN)
    await settle()

    await asyncio.gather(company.floor.end(BEN, TAVERN), return_exceptions=True)
    company.say("Still here?", who=BEN)
    await settle()

    assert len(company.model.calls) == 2


async def test_two_who_end_it_at_once_end_it_once() -> None:
    company = Company(model=ScriptedChatModel(lambda _: endless("Once upon")))
    session = (await company.start()).session
    company.say("Tell me.")
    await speaking(company)

    ends = (company.floor.end(ADA, TAVERN), company.floor.end(ADA, TAVERN))
    results = await asyncio.gather(*ends, return_exceptions=True)

    assert sorted(isinstance(result, Exception) for result in results) == [False, True]
    assert kinds(company, session)[-2:] == ["character_turn", "session_ended"]
    assert (await company.start()).session != session


async def test_the_bot_stops_although_storage_is_away() -> None:
    company = Company(model=ScriptedChatModel(lambda _: endless("Once upon")))
    works, away = company.storage.unit_of_work, asyncio.Event()

    @asynccontextmanager
    async def unit_of_work() -> AsyncGenerator[UnitOfWork]:
        if away.is_set():
            raise StorageUnavailable
        async with works() as work:
            yield work

    company.storage.unit_of_work = unit_of_work  # pyright: ignore[reportAttributeAccessIssue]
    company.wake()
    session = (await company.start()).session
    company.say("Tell me.")
    await speaking(company)

    away.set()
    await company.floor.close(within=0.01)
    await settle(0)

    # Its text is closed at the next start.
    assert company.storage.kept.generations[session, Turn(7)].outcome is None
