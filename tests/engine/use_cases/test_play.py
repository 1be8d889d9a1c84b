"""A scene, start to end, without Discord or a database."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

import pytest

from bot.background import settle
from bot.engine.errors import (
    MayNot,
    ModelUnavailable,
    NoSessionHere,
    NoSuchGreeting,
    SessionAlreadyRunning,
    StorageUnavailable,
    UnknownCharacter,
)
from bot.engine.ids import ChannelId, MemberId, SessionId, Slot, Turn
from bot.engine.log.events import CharacterTurn, ParticipantChanged, TurnBegun, UserTurn
from bot.engine.ports import ChatRequest, UnitOfWork
from bot.engine.use_cases.requests import DescribePersona, StartSession, Who
from tests.engine.use_cases.playing import ADA, BEN, GUILD, TAVERN, Company
from tests.fakes.model import Answer, ScriptedChatModel


async def test_a_character_greets_and_answers() -> None:
    company = Company()

    await company.start()
    company.say("A room, please.")
    await settle()

    assert company.texts == ["*waves* Evening, Ada.", "*nods* Aye."]


async def test_the_log_holds_the_scene_in_order() -> None:
    company = Company()
    session = (await company.start()).session

    company.say("A room, please.")
    await settle()

    kinds = [event.body.KIND for event in company.log(session)]
    assert kinds == [
        "session_started",
        "participant_joined",
        "participant_joined",
        "turn_begun",
        "character_turn",
        "user_turn",
        "turn_begun",
        "character_turn",
    ]


async def test_the_prompt_holds_what_was_said_and_nothing_out_of_character() -> None:
    company = Company()
    await company.start()

    company.say("A room, please. ((is this thing on?))")
    await settle()

    (call,) = company.model.calls
    assert "Ada: A room, please." in call.prompt
    assert "*waves* Evening, Ada." in call.prompt
    assert "is this thing on" not in call.prompt


@pytest.mark.parametrize("text", ["((all aside))", "// brb", "OOC: brb", "   "])
async def test_what_is_out_of_character_is_no_turn(text: str) -> None:
    company = Company()
    session = (await company.start()).session
    before = len(company.log(session))

    company.say(text)
    await settle()

    assert len(company.log(session)) == before
    assert company.model.calls == []


async def test_nobody_listens_where_no_session_runs() -> None:
    company = Company()

    company.say("Hello?")
    await settle()

    assert company.texts == []
    assert company.storage.kept.words == {}


async def test_a_message_that_arrives_twice_is_one_turn() -> None:
    company = Company()
    session = (await company.start()).session

    company.say("Hello.", message=5)
    company.say("Hello.", message=5)
    await settle()

    assert [e.body.KIND for e in company.log(session)].count("user_turn") == 1


async def test_lines_of_several_people_stay_in_order_and_each_joins_once() -> None:
    company = Company()
    session = (await company.start()).session

    for number in range(20):
        company.say(f"line {number}", who=BEN if number % 2 else ADA)
    await settle()

    lines = spoken(company, session)
    assert [line.text for line in lines] == [f"line {number}" for number in range(20)]
    assert [line.speaker for line in lines] == [Slot(1), Slot(2)] * 10


async def test_a_line_typed_while_a_character_speaks_is_kept_and_answered_afterwards() -> None:
    go_on = asyncio.Event()
    answers: list[Answer] = [["Well, ", go_on, "now."], "And you?"]
    company = Company(model=ScriptedChatModel(lambda _: answers.pop(0)))
    session = (await company.start()).session

    company.say("First.")
    await until(lambda: bool(company.model.calls))
    await company.model.calls[0].speaking.wait()
    company.say("Second.", who=BEN)
    await until(lambda: any(m.text == "Second." for m in spoken(company, session)))
    go_on.set()
    await settle()

    assert company.texts[1:] == ["Well, now.", "And you?"]
    assert "Second." not in company.model.calls[0].prompt
    assert "Ben: Second." in company.model.calls[1].prompt


async def test_stop_keeps_what_was_said_and_closes_the_models_stream() -> None:
    never = asyncio.Event()
    company = Company(model=ScriptedChatModel(lambda _: ["Once upon ", "a time ", never]))
    session = (await company.start()).session

    company.say("Tell me.")
    await until(lambda: bool(company.stage.lines and company.stage.lines[0].shown))
    await until(lambda: len(company.model.calls[0].spoken) == 2)
    company.stage.stop(TAVERN)
    await settle()

    assert company.model.calls[0].closed.is_set()
    assert company.texts[-1] == "Once upon a time"
    last = company.log(session)[-1].body
    assert isinstance(last, CharacterTurn)
    assert last.truncated
    assert last.closes


async def test_a_thought_reaches_the_players_eyes_but_no_other_mind() -> None:
    company = Company(model=ScriptedChatModel("Aye. <thought>He lies.</thought>"))
    session = (await company.start()).session

    company.say("I am the king.")
    await settle()

    thought = company.log(session)[-1]
    assert thought.audience == (Slot(0),)
    assert thought.shown_to == (Slot(1),)


async def test_the_model_failing_is_told_and_the_line_is_kept() -> None:
    company = Company(model=ScriptedChatModel(ModelUnavailable(reason="refused")))
    session = (await company.start()).session

    company.say("Hello?")
    await settle()

    assert [told.trouble.code for told in company.stage.told] == ["error-model-unavailable"]
    assert company.stage.told[0].session == session
    assert isinstance(company.log(session)[-2].body, UserTurn)


async def test_asking_again_answers_the_same_line() -> None:
    answers: list[Answer] = [ModelUnavailable(reason="refused"), "*nods* Aye."]
    company = Company(model=ScriptedChatModel(lambda _: answers.pop(0)))
    session = (await company.start()).session
    company.say("Hello?")
    await settle()

    company.floor.cue(TAVERN, session)
    await settle()

    assert company.texts[-1] == "*nods* Aye."
    assert company.model.calls[1].prompt.count("Ada: Hello?") == 1


async def test_a_model_that_breaks_off_leaves_what_it_said() -> None:
    broken: list[Answer] = [["Once upon ", ModelUnavailable(reason="reset")]]
    company = Company(model=ScriptedChatModel(lambda _: broken[0]))
    session = (await company.start()).session

    company.say("Tell me.")
    await settle()

    assert company.texts[-1] == "Once upon"
    assert company.stage.told == []
    (generation,) = company.storage.kept.generations.values()
    assert generation.outcome == "cut_off"
    assert company.log(session)[-1].body.KIND == "character_turn"


async def test_an_answer_without_a_word_is_asked_for_once_more_with_a_reminder() -> None:
    answers: list[Answer] = ["Ada: I leave.", "*nods* Aye."]
    company = Company(model=ScriptedChatModel(lambda _: answers.pop(0)))
    await company.start()

    company.say("Well?")
    await settle()

    assert company.texts[-1] == "*nods* Aye."
    assert "reminder: True" in company.model.calls[1].prompt


async def test_a_model_that_says_nothing_twice_is_told() -> None:
    company = Company(model=ScriptedChatModel("Ada: I leave."))
    await company.start()

    company.say("Well?")
    await settle()

    assert [told.trouble.code for told in company.stage.told] == ["error-model-said-nothing"]
    assert company.stage.lines[-1].taken_away


async def test_two_starts_at_once_make_one_session() -> None:
    company = Company()

    results = await asyncio.gather(company.start(), company.start(who=ADA), return_exceptions=True)

    assert sum(isinstance(result, SessionAlreadyRunning) for result in results) == 1
    assert len(company.storage.kept.sessions) == 1


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        pytest.param({"who": BEN}, MayNot, id="a stranger"),
        pytest.param({"wanted": "nobody"}, UnknownCharacter, id="no such character"),
        pytest.param({"greeting": 3}, NoSuchGreeting, id="no such greeting"),
    ],
)
async def test_a_start_that_cannot_be_leaves_nothing(
    wish: dict[str, object], error: type[Exception]
) -> None:
    company = Company()
    asked = {"who": ADA, "guild": GUILD, "channel": TAVERN, "wanted": "mara-quill"} | wish

    with pytest.raises(error):
        await company.sessions.start(StartSession(**asked))  # pyright: ignore[reportArgumentType]

    assert company.storage.kept.sessions == {}


async def test_a_greeting_can_be_chosen() -> None:
    company = Company()
    wish = StartSession(who=ADA, guild=GUILD, channel=TAVERN, wanted="Mara Quill", greeting=2)

    await company.sessions.enter(await company.sessions.start(wish))

    assert company.texts == ["Back again?"]


async def test_the_host_ends_the_session_and_a_new_one_may_start() -> None:
    company = Company()
    session = (await company.start()).session

    await company.floor.end(Who(member=MemberId(1), name="Ada"), TAVERN)

    assert company.log(session)[-1].body.KIND == "session_ended"
    with pytest.raises(NoSessionHere):
        await company.sessions.status(TAVERN)
    assert (await company.start()).session != session


async def test_a_player_may_not_end_it() -> None:
    company = Company()
    await company.start()
    company.say("Hello.", who=BEN)
    await settle()

    with pytest.raises(MayNot):
        await company.floor.end(BEN, TAVERN)


async def test_ending_while_a_character_speaks_keeps_the_line_first() -> None:
    never = asyncio.Event()
    company = Company(model=ScriptedChatModel(lambda _: ["Once upon ", never]))
    session = (await company.start()).session
    company.say("Tell me.")
    await until(lambda: bool(company.stage.lines and company.stage.lines[0].shown))

    await company.floor.end(ADA, TAVERN)

    kinds = [event.body.KIND for event in company.log(session)]
    assert kinds[-2:] == ["character_turn", "session_ended"]
    assert company.texts[-1] == "Once upon"


async def test_status_names_who_is_there() -> None:
    company = Company()
    await company.start()
    company.say("Hello.", who=BEN)
    await settle()

    status = await company.sessions.status(TAVERN)

    assert (status.lead, status.players) == ("Mara Quill", ("Ada", "Ben"))


async def test_a_new_persona_is_known_from_the_next_line_on() -> None:
    company = Company()
    session = (await company.start()).session

    await company.personas.set(
        DescribePersona(who=ADA, channel=TAVERN, name="Red Hood", description="A girl no longer.")
    )
    company.say("Who am I?")
    await settle()

    assert [e.body for e in company.log(session) if isinstance(e.body, ParticipantChanged)]
    assert "Red Hood: Who am I?" in company.model.calls[0].prompt
    assert "A girl no longer." in company.model.calls[0].prompt


async def test_a_persona_set_elsewhere_is_learnt_with_the_next_line() -> None:
    company = Company()
    session = (await company.start()).session
    await company.personas.set(DescribePersona(who=ADA, channel=ChannelId(99), name="Red Hood"))

    company.say("Who am I?")
    await settle()

    changes = [e for e in company.log(session) if isinstance(e.body, ParticipantChanged)]
    assert len(changes) == 1


async def test_after_a_restart_the_session_goes_on_where_it_was() -> None:
    company = Company()
    session = (await company.start()).session
    company.say("My name is Jonas.")
    await settle()

    company.wake()
    company.say("What is my name?")
    await settle()

    assert "My name is Jonas." in company.model.calls[-1].prompt
    assert len([e for e in company.log(session) if isinstance(e.body, TurnBegun)]) == 3


async def test_a_line_cut_by_a_crash_is_closed_from_what_was_saved() -> None:
    company = Company()
    session = (await company.start()).session
    taken = await begun_and_left(company, raw="Once upon a time")

    company.wake()
    unsaid = await company.recovery.recover(ours=everywhere)
    await settle()

    assert unsaid == ()
    last = company.log(session)[-1]
    assert isinstance(last.body, CharacterTurn)
    assert last.body.truncated
    assert last.turn == taken
    assert [line.text for line in company.stage.mended] == ["Once upon a time"]


async def test_a_start_does_not_wait_until_what_was_mended_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    company = Company()
    await company.start()
    await begun_and_left(company, raw="Once upon a time")
    answers = asyncio.Event()
    deliver = company.stage.deliver

    async def slow(channel: ChannelId) -> None:
        await answers.wait()
        await deliver(channel)

    monkeypatch.setattr(company.stage, "deliver", slow)
    company.wake()
    async with asyncio.timeout(5):
        await company.recovery.recover(ours=everywhere)
    assert company.stage.mended == []
    answers.set()
    await settle()

    assert [line.text for line in company.stage.mended] == ["Once upon a time"]


async def test_a_line_of_which_nothing_was_saved_is_spoken_anew() -> None:
    company = Company()
    await company.start()
    await begun_and_left(company, raw="")

    company.wake()
    unsaid = await company.recovery.recover(ours=everywhere)

    assert [generation.speaker for generation in unsaid] == [Slot(0)]
    assert await company.recovery.recover(ours=everywhere) == ()


async def test_lines_wait_in_order_while_storage_is_away() -> None:
    company = Company()
    session = (await company.start()).session
    away = Away(company, failures=3)

    company.say("First.")
    company.say("Second.")
    await settle()

    assert away.failures == 0
    assert [line.text for line in spoken(company, session)] == ["First.", "Second."]
    assert [told.trouble.code for told in company.stage.told] == ["error-storage-unavailable"]


async def test_a_fault_of_ours_is_told_with_a_reference_and_frees_the_floor() -> None:
    answers: list[Answer | None] = [None, "*nods* Aye."]
    company = Company()

    def broken(_: ChatRequest) -> Answer:
        answer = answers.pop(0)
        if answer is None:
            raise ZeroDivisionError
        return answer

    company.model = ScriptedChatModel(broken)
    company.wake()
    await company.start()
    company.say("Hello?")
    await settle()
    company.say("Hello again?")
    await settle()

    assert [told.trouble.code for told in company.stage.told] == ["error-unexpected"]
    assert company.texts[-1] == "*nods* Aye."


async def until(holds: Callable[[], bool]) -> None:
    """Let others run until it holds. On fakes all waiting is waiting for a turn of the loop."""
    for _ in range(10_000):
        if holds():
            return
        await asyncio.sleep(0)
    msg = "it never came to hold"
    raise AssertionError(msg)


async def everywhere(_: ChannelId) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Spoken:
    speaker: Slot
    text: str


def spoken(company: Company, session: SessionId) -> list[Spoken]:
    """What people said, as stored."""
    words = company.storage.kept.words
    return [
        Spoken(event.body.speaker, words[session, event.body.words])
        for event in company.log(session)
        if isinstance(event.body, UserTurn)
    ]


async def begun_and_left(company: Company, *, raw: str) -> Turn:
    """A process that died while a character spoke: the turn has begun, `raw` is what was saved."""
    company.model = ScriptedChatModel(lambda _: [raw or " ", asyncio.Event()])
    company.wake()
    company.say("Tell me.")
    await until(lambda: bool(company.stage.lines))
    speaking = company.stage.lines[-1].speaking
    async with company.storage.unit_of_work() as work:
        await work.generations.save_raw(speaking.session, speaking.turn, raw)
        await work.commit()
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    await settle()
    company.clock.advance(timedelta(minutes=1))
    company.model = ScriptedChatModel("*nods* Aye.")
    return speaking.turn


class Away:
    """Makes the next `failures` units of work fail, as when the database is restarted."""

    def __init__(self, company: Company, *, failures: int) -> None:
        self.failures = failures
        self._works = company.storage.unit_of_work
        company.storage.unit_of_work = self._fail  # pyright: ignore[reportAttributeAccessIssue]
        company.wake()

    @asynccontextmanager
    async def _fail(self) -> AsyncGenerator[UnitOfWork]:
        if self.failures:
            self.failures -= 1
            raise StorageUnavailable
        async with self._works() as work:
            yield work
