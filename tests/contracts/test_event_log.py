"""What every event log does."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.errors import StaleSession
from bot.engine.ids import (
    ROOT,
    START,
    CharacterId,
    PersonaId,
    SegmentId,
    Seq,
    SessionId,
    Slot,
    Turn,
)
from bot.engine.log.events import (
    AnyBody,
    CharacterTurn,
    Draft,
    Event,
    ParticipantChanged,
    ParticipantJoined,
    PlaysCharacter,
    PlaysPersona,
    SessionEnded,
    SessionStarted,
    Span,
    TurnBegun,
    UserTurn,
)
from bot.engine.log.segments import History, Segment, Stretch, history_of
from tests.contracts.stores import (
    ELSEWHERE,
    IDS,
    LENA,
    MIRA,
    TOMAS,
    OnFake,
    OnPostgres,
    Store,
    an_account,
    append,
    opened,
    said,
    some_words,
)
from tests.fakes.clock import NOON

WHOLE_ROOT: History = (Stretch(segment=ROOT),)

EVERY_BODY: list[AnyBody] = [
    SessionStarted(host=an_account()),
    SessionEnded(),
    ParticipantJoined(
        slot=MIRA, name=some_words(), plays=PlaysCharacter(character=CharacterId("mira"))
    ),
    ParticipantJoined(
        slot=TOMAS,
        name=some_words(),
        plays=PlaysPersona(
            account=an_account(), persona=PersonaId(IDS.new()), pronouns=some_words()
        ),
    ),
    ParticipantChanged(slot=TOMAS, name=some_words(), description=some_words()),
    UserTurn(speaker=TOMAS, words=some_words(), span=Span.THOUGHT),
    TurnBegun(speaker=MIRA),
    CharacterTurn(speaker=MIRA, words=some_words(), closes=True, truncated=True),
]


async def read(
    store: Store, session: SessionId, history: History = WHOLE_ROOT, *, after: int = START
) -> list[Event]:
    async with store.unit_of_work() as work:
        return list(await work.log.read(session, history, after=Seq(after)))


def seqs(events: list[Event]) -> list[int]:
    return [event.seq for event in events]


class EventLogContract:
    async def test_an_empty_log_reads_as_nothing(self, store: Store) -> None:
        assert await read(store, await opened(store)) == []

    async def test_events_are_numbered_from_one_and_read_back_in_order(self, store: Store) -> None:
        session = await opened(store)

        first = await append(store, session, said(), said())
        second = await append(store, session, said(turn=3), after=2)

        assert seqs(first + second) == [1, 2, 3]
        assert await read(store, session) == first + second

    async def test_an_event_comes_back_with_all_that_it_had(self, store: Store) -> None:
        session = await opened(store)
        draft = Draft(
            turn=Turn(1),
            body=CharacterTurn(speaker=MIRA, words=some_words(), span=Span.THOUGHT),
            audience=(MIRA, Slot(70)),
            shown_to=(TOMAS, LENA),
            sources=(Seq(3), Seq(9)),
            author=an_account(),
            at=NOON + timedelta(microseconds=1),
        )

        await append(store, session, draft)

        [event] = await read(store, session)
        assert (event.session, event.segment, event.seq) == (session, ROOT, 1)
        assert replace(draft) == Draft(
            turn=event.turn,
            body=event.body,
            audience=event.audience,
            shown_to=event.shown_to,
            sources=event.sources,
            author=event.author,
            at=event.at,
        )

    @pytest.mark.parametrize("body", EVERY_BODY, ids=lambda body: body.KIND)
    async def test_every_kind_comes_back_as_it_was(self, store: Store, body: AnyBody) -> None:
        session = await opened(store)

        await append(store, session, Draft(turn=Turn(1), body=body, at=NOON))

        assert [event.body for event in await read(store, session)] == [body]

    async def test_reading_goes_on_after_what_is_known(self, store: Store) -> None:
        session = await opened(store)
        events = await append(store, session, said(), said(), said())

        assert await read(store, session, after=1) == events[1:]
        assert await read(store, session, after=3) == []

    async def test_sessions_do_not_see_each_other(self, store: Store) -> None:
        session, other = await opened(store), await opened(store, channel=ELSEWHERE)

        ours = await append(store, session, said())
        theirs = await append(store, other, said(), said())

        assert await read(store, session) == ours
        assert await read(store, other) == theirs

    @pytest.mark.parametrize(
        "after", [pytest.param(0, id="an older one"), pytest.param(5, id="one not yet there")]
    )
    async def test_refuses_a_writer_who_does_not_know_the_newest_event(
        self, store: Store, after: int
    ) -> None:
        session = await opened(store)
        events = await append(store, session, said(), said())

        with pytest.raises(StaleSession) as stale:
            await append(store, session, said(), after=after)

        assert stale.value.params == {"session": str(session), "after": after}
        assert await read(store, session) == events

    async def test_of_two_writers_at_once_one_is_stale(self, store: Store) -> None:
        session = await opened(store)

        outcomes = await asyncio.gather(
            append(store, session, said(), said()),
            append(store, session, said(), said()),
            return_exceptions=True,
        )

        stale = [outcome for outcome in outcomes if isinstance(outcome, StaleSession)]
        assert len(stale) == 1
        assert seqs(await read(store, session)) == [1, 2]

    async def test_who_waits_for_a_writer_that_gives_up_gets_in(self, store: Store) -> None:
        session, has_appended = await opened(store), asyncio.Event()

        async def give_up() -> None:
            async with store.unit_of_work() as work:
                await work.log.append(session, ROOT, [said()], after=START)
                has_appended.set()

        async def get_in() -> list[Event]:
            await has_appended.wait()
            return await append(store, session, said())

        _, events = await asyncio.gather(give_up(), get_in())

        assert await read(store, session) == events

    async def test_the_seq_goes_on_over_all_segments(self, store: Store) -> None:
        session = await opened(store)
        await append(store, session, said(), said())
        await store.fork(session, Segment(id=SegmentId(1), parent=ROOT, forked_at=Seq(1)))

        await append(store, session, said(), after=2, segment=1)

        with pytest.raises(StaleSession):
            await append(store, session, said(), after=2)
        assert seqs(await append(store, session, said(), after=3)) == [4]

    async def test_a_history_is_its_segments_up_to_where_it_left_them(self, store: Store) -> None:
        session = await opened(store)
        await append(store, session, said(), said(), said())
        await store.fork(session, Segment(id=SegmentId(1), parent=ROOT, forked_at=Seq(2)))
        await append(store, session, said(), after=3, segment=1)
        await append(store, session, said(), after=4)
        await store.fork(session, Segment(id=SegmentId(2), parent=SegmentId(1), forked_at=Seq(1)))
        await append(store, session, said(), after=5, segment=2)

        async with store.unit_of_work() as work:
            segments = await work.sessions.segments(session)
        read_on = {
            head: seqs(await read(store, session, history_of(segments, SegmentId(head))))
            for head in (0, 1, 2)
        }

        assert read_on == {0: [1, 2, 3, 5], 1: [1, 2, 4], 2: [1, 6]}
        late = await read(store, session, history_of(segments, SegmentId(1)), after=2)
        assert seqs(late) == [4]


class TestFakeEventLog(OnFake, EventLogContract):
    pass


class TestPostgresEventLog(OnPostgres, EventLogContract):
    pass
