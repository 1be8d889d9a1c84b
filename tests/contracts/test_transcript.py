"""What every transcript does: it shows a knower what they perceived, and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine.cast.views import SpokenSpan
from bot.engine.ids import ROOT, START, SegmentId, Seq, SessionId, Slot, Turn
from bot.engine.log.events import CharacterTurn, Draft, Event, Span, TurnBegun, UserTurn
from bot.engine.log.segments import History, Segment, Stretch, history_of
from tests.contracts.stores import (
    ELSEWHERE,
    HERE,
    LENA,
    MIRA,
    TOMAS,
    OnFake,
    OnPostgres,
    Store,
    append,
    opened,
    said,
    some_words,
    utter,
)
from tests.fakes.clock import NOON

WHOLE_ROOT: History = (Stretch(segment=ROOT),)


async def window(
    store: Store,
    session: SessionId,
    history: History = WHOLE_ROOT,
    *,
    knower: Slot = MIRA,
    limit: int = 10,
) -> Sequence[SpokenSpan]:
    async with store.unit_of_work() as work:
        return await work.transcript.window(session, history, knower=knower, limit=limit)


def texts(spans: Sequence[SpokenSpan]) -> list[str | None]:
    return [span.text for span in spans]


def seqs(spans: Sequence[SpokenSpan]) -> list[int]:
    return [span.seq for span in spans]


class TranscriptContract:
    async def test_lines_come_in_story_order(self, store: Store) -> None:
        session = await opened(store)
        await utter(store, session, "One.", "Two.", "Three.")

        assert texts(await window(store, session)) == ["One.", "Two.", "Three."]

    @pytest.mark.parametrize(
        ("limit", "shown"),
        [
            pytest.param(2, ["Two.", "Three."], id="the newest"),
            pytest.param(3, ["One.", "Two.", "Three."], id="exactly all"),
            pytest.param(0, [], id="none"),
        ],
    )
    async def test_no_more_are_shown_than_asked_for(
        self, store: Store, limit: int, shown: list[str]
    ) -> None:
        session = await opened(store)
        await utter(store, session, "One.", "Two.", "Three.")

        assert texts(await window(store, session, limit=limit)) == shown

    async def test_a_span_comes_with_all_that_a_view_needs(self, store: Store) -> None:
        session, words = await opened(store), some_words()
        async with store.unit_of_work() as work:
            await work.words.write(session, {words: "He lies."}, author=None)
            await work.commit()
        thought = CharacterTurn(
            speaker=MIRA, words=words, span=Span.THOUGHT, closes=True, truncated=True
        )
        begun = Draft(turn=Turn(1), body=TurnBegun(speaker=MIRA), audience=(MIRA, TOMAS), at=NOON)
        spoken = Draft(turn=Turn(1), body=thought, audience=(MIRA,), shown_to=(TOMAS,), at=NOON)

        await append(store, session, begun, spoken)

        assert await window(store, session) == [
            SpokenSpan(
                seq=Seq(2),
                turn=Turn(1),
                speaker=MIRA,
                span=Span.THOUGHT,
                text="He lies.",
                audience=(MIRA,),
                truncated=True,
            )
        ]
        assert await window(store, session, knower=TOMAS) == []

    async def test_the_limit_counts_what_the_knower_perceived(self, store: Store) -> None:
        session = await opened(store)
        await append(store, session, said(LENA), said(MIRA), said(LENA, MIRA), said(MIRA))

        assert seqs(await window(store, session, knower=LENA, limit=2)) == [1, 3]

    async def test_erased_words_leave_a_span_without_text(self, store: Store) -> None:
        session = await opened(store)
        first, _ = await utter(store, session, "Forget me.", "Keep me.")
        assert isinstance(first.body, UserTurn)

        await store.erase(session, first.body.words)

        assert texts(await window(store, session)) == [None, "Keep me."]

    async def test_another_session_is_another_story(self, store: Store) -> None:
        session, other = await opened(store), await opened(store, channel=ELSEWHERE)
        await utter(store, session, "Ours.")
        await utter(store, other, "Theirs.")

        assert texts(await window(store, session)) == ["Ours."]

    async def test_a_left_timeline_is_not_seen_from_the_new_one(self, store: Store) -> None:
        session = await opened(store)
        await append(store, session, said(), said(), said())
        fork = Segment(id=SegmentId(1), parent=ROOT, forked_at=Seq(1))
        await store.fork(session, fork)
        await append(store, session, said(), after=3, segment=1)
        history = history_of({ROOT: Segment(), fork.id: fork}, fork.id)

        assert seqs(await window(store, session, history)) == [1, 4]
        assert seqs(await window(store, session)) == [1, 2, 3]

    async def test_a_window_reaches_back_over_any_number_of_forks(self, store: Store) -> None:
        session, segments = await opened(store), {ROOT: Segment()}
        for number in range(1, 301):
            parent, fork = SegmentId(number - 1), SegmentId(number)
            segments[fork] = Segment(id=fork, parent=parent, forked_at=Seq(number))
            await store.fork(session, segments[fork])
        async with store.unit_of_work() as work:
            for seq in range(300):
                await work.log.append(session, SegmentId(seq), [said()], after=Seq(seq))
            await work.commit()
        history = history_of(segments, SegmentId(300))

        for limit in (3, 150, 1000):
            shown = await window(store, session, history, limit=limit)

            assert seqs(shown) == list(range(1, 301))[-limit:]

    # Each example has a session of its own, so that it needs no database of its own; and that the
    # two classes below both run this is what a contract is.
    @settings(
        max_examples=25,
        suppress_health_check=[
            HealthCheck.function_scoped_fixture,
            HealthCheck.differing_executors,
        ],
    )
    @given(data=st.data())
    async def test_whatever_happened_a_knower_sees_exactly_what_they_perceived(
        self, store: Store, data: st.DataObject
    ) -> None:
        story = data.draw(stories())
        session = await opened(store, channel=HERE)
        events = await played(store, session, story)
        async with store.unit_of_work() as work:
            await work.sessions.close(session, at=NOON)  # the next example wants the channel
            await work.commit()
        head = data.draw(st.sampled_from(sorted(story.segments)))
        knower, limit = data.draw(st.sampled_from(PEOPLE)), data.draw(st.integers(0, 8))
        history = history_of(story.segments, head)

        shown = await window(store, session, history, knower=knower, limit=limit)

        perceived = [e.seq for e in on(history, events) if knower in e.audience and is_spoken(e)]
        assert all(knower in span.audience for span in shown)
        assert seqs(shown) == (perceived[-limit:] if limit else [])


PEOPLE = (MIRA, TOMAS, LENA)


@dataclass(frozen=True)
class Story:
    """Drafts, each with the segment it is appended to, and the segments as they fork."""

    drafts: list[tuple[SegmentId, Draft]]
    segments: dict[SegmentId, Segment]


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """Anybody says or begins something on any timeline; timelines fork from where they are."""
    drafts: list[tuple[SegmentId, Draft]] = []
    segments = {ROOT: Segment()}
    last = {ROOT: START}
    for _ in range(draw(st.integers(0, 12))):
        segment = draw(st.sampled_from(sorted(segments)))
        if draw(st.booleans()):
            fork = SegmentId(len(segments))
            here = Seq(draw(st.integers(0, last[segment])))
            segments[fork] = Segment(id=fork, parent=segment, forked_at=here)
            last[fork] = here
        else:
            audience = tuple(sorted(draw(st.sets(st.sampled_from(PEOPLE)))))
            drafts.append((segment, draw(a_draft(audience))))
            last[segment] = Seq(len(drafts))
    return Story(drafts=drafts, segments=segments)


def a_draft(audience: tuple[Slot, ...]) -> st.SearchStrategy[Draft]:
    line = replace(said(), audience=audience)
    begun = Draft(turn=Turn(1), body=TurnBegun(speaker=MIRA), audience=audience, at=NOON)
    return st.sampled_from([line, line, begun])


async def played(store: Store, session: SessionId, story: Story) -> list[Event]:
    for segment in story.segments.values():
        if segment.parent is not None:
            await store.fork(session, segment)
    events: list[Event] = []
    async with store.unit_of_work() as work:
        for segment, draft in story.drafts:
            after = Seq(len(events))
            events += await work.log.append(session, segment, [draft], after=after)
        await work.commit()
    return events


def on(history: History, events: Sequence[Event]) -> list[Event]:
    """The events of a history, by its definition."""
    until = {stretch.segment: stretch.until for stretch in history}
    held = [event for event in events if event.segment in until]
    return [e for e in held if (end := until[e.segment]) is None or e.seq <= end]


def is_spoken(event: Event) -> bool:
    return isinstance(event.body, UserTurn | CharacterTurn)


class TestFakeTranscript(OnFake, TranscriptContract):
    pass


class TestPostgresTranscript(OnPostgres, TranscriptContract):
    pass
