"""A model that fails is left alone for a while, and tried again by one call."""

import logging
from datetime import timedelta

import pytest

from bot.engine.errors import ModelUnavailable
from bot.llm.breaker import Attempt, Breakers
from bot.llm.circuit import Circuit, CircuitPolicy, abandoned, admitted, failed
from tests.fakes.clock import NOON, FixedClock

POLICY = CircuitPolicy(failures=2, rest=timedelta(seconds=30))
LATER = NOON + POLICY.rest
OPEN = Circuit(state="open", failures=2, until=LATER)
PROBING = Circuit(state="half-open", failures=2, until=LATER)
ONE_FAILURE = Circuit(failures=1)


@pytest.mark.parametrize(
    ("before", "at", "after"),
    [
        pytest.param(Circuit(), NOON, Circuit(), id="closed: come in"),
        pytest.param(ONE_FAILURE, NOON, ONE_FAILURE, id="closed after a failure: come in"),
        pytest.param(OPEN, NOON, None, id="open: not now"),
        pytest.param(
            OPEN, LATER, Circuit(state="half-open", failures=2, until=LATER + POLICY.rest), id="try"
        ),
        pytest.param(PROBING, NOON, None, id="somebody tries already"),
        pytest.param(
            PROBING,
            LATER,
            Circuit(state="half-open", failures=2, until=LATER + POLICY.rest),
            id="whoever tried has never come back",
        ),
    ],
)
def test_who_is_let_through(before: Circuit, at: object, after: Circuit | None) -> None:
    assert admitted(before, POLICY, now=at) == after  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(Circuit(), ONE_FAILURE, id="the first failure is counted"),
        pytest.param(ONE_FAILURE, OPEN, id="enough in a row open it"),
        pytest.param(OPEN, OPEN, id="a call from before changes nothing"),
        pytest.param(PROBING, Circuit(state="open", failures=3, until=LATER), id="still ill"),
    ],
)
def test_what_a_failure_does(before: Circuit, after: Circuit) -> None:
    assert failed(before, POLICY, now=NOON) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(Circuit(), Circuit(), id="closed"),
        pytest.param(OPEN, OPEN, id="open"),
        pytest.param(PROBING, Circuit(state="open", failures=2, until=NOON), id="next, please"),
    ],
)
def test_what_giving_up_does(before: Circuit, after: Circuit) -> None:
    assert abandoned(before, now=NOON) == after


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def breakers(clock: FixedClock) -> Breakers:
    return Breakers(clock=clock, policy=POLICY, endpoint="http://key@model.example/v1")


def attempt(breakers: Breakers, model: str = "m") -> Attempt:
    entered = Attempt(breakers.of(model))
    entered.enter()
    return entered


def ill(breakers: Breakers) -> None:
    for _ in range(POLICY.failures):
        attempt(breakers).fail()


def test_an_ill_model_answers_at_once_and_the_others_are_asked(breakers: Breakers) -> None:
    ill(breakers)

    with pytest.raises(ModelUnavailable, match="2 times in a row and is asked again in 30 s"):
        attempt(breakers)
    attempt(breakers, "another").spoke()
    assert list(breakers.told()) == ["m"]


def test_one_word_and_all_is_forgotten(breakers: Breakers, clock: FixedClock) -> None:
    ill(breakers)
    clock.advance(POLICY.rest)

    attempt(breakers).spoke()

    assert breakers.of("m").circuit == Circuit()
    assert breakers.told() == {}


def test_only_one_tries_again(breakers: Breakers, clock: FixedClock) -> None:
    ill(breakers)
    clock.advance(POLICY.rest)
    first = attempt(breakers)

    with pytest.raises(ModelUnavailable):
        attempt(breakers)
    first.leave()
    attempt(breakers).fail()
    with pytest.raises(ModelUnavailable):
        attempt(breakers)


def test_who_leaves_an_old_call_does_not_end_anothers_try(
    breakers: Breakers, clock: FixedClock
) -> None:
    old = attempt(breakers)
    ill(breakers)
    clock.advance(POLICY.rest)
    attempt(breakers)

    old.leave()

    assert breakers.of("m").circuit.state == "half-open"


def test_changes_are_logged_without_the_address_that_may_hold_a_key(
    breakers: Breakers, clock: FixedClock, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        ill(breakers)
        clock.advance(POLICY.rest)
        attempt(breakers).spoke()

    changes = [(record.__dict__["before"], record.__dict__["now"]) for record in caplog.records]
    assert changes == [("closed", "open"), ("open", "half-open"), ("half-open", "closed")]
    assert {record.__dict__["endpoint"] for record in caplog.records} == {"model.example"}
