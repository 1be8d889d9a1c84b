"""Counting tokens without asking, and learning from what an endpoint counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.ports import ChatMessage
from bot.llm import tokens
from bot.llm.tokens import Correction, EndpointTokenCounter, NeutralTokenCounter, estimate


def no_spec(name: str) -> None:
    return None


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param("", 0, id="nothing"),
        pytest.param("hello world", 2, id="words"),
        pytest.param("<@123456789012345678>", 9, id="a mention"),
        pytest.param("こんにちは", 1, id="Japanese"),
        pytest.param("a\ud800", 2, id="half a character"),
    ],
)
def test_the_neutral_count_is_that_of_cl100k(text: str, count: int) -> None:
    assert NeutralTokenCounter()(text) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param("", 0, id="nothing"),
        pytest.param("abcdefg", 2, id="by bytes"),
        pytest.param("a b c d e", 5, id="by words"),
        pytest.param("こんにちは", 5, id="bytes, not characters"),
        pytest.param("a\ud800", 1, id="half a character"),
    ],
)
def test_the_estimate_takes_the_larger_of_bytes_and_words(text: str, count: int) -> None:
    assert estimate(text) == count


def test_without_the_tokenizer_the_estimate_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "find_spec", no_spec)

    assert NeutralTokenCounter()("a b c d e") == 5


@pytest.mark.parametrize(
    ("factor", "estimated", "counted", "after"),
    [
        pytest.param(1.0, 1000, 1000, 1.0, id="right"),
        pytest.param(1.0, 1000, 1400, 1.1, id="too low, so it rises by a quarter of the way"),
        pytest.param(1.2, 1000, 800, 1.1, id="too high, so it falls"),
        pytest.param(1.0, 10, 40, 1.0, id="too short to tell"),
        pytest.param(1.0, 1000, 0, 1.0, id="nothing counted"),
        pytest.param(2.4, 1000, 9000, 2.5, id="never above"),
        pytest.param(0.8, 1000, 1, 0.8, id="never below"),
    ],
)
def test_a_correction_follows_what_was_counted(
    factor: float, estimated: int, counted: int, after: float
) -> None:
    moved = Correction(factor=factor).after(estimated=estimated, counted=counted)

    assert moved.factor == pytest.approx(after)  # pyright: ignore[reportUnknownMemberType]


@given(st.integers(64, 10_000), st.floats(0.8, 2.5))
def test_a_correction_arrives_at_the_endpoint_s_true_ratio(estimated: int, ratio: float) -> None:
    correction = Correction()
    for _ in range(20):
        correction = correction.after(estimated=estimated, counted=round(estimated * ratio))

    assert abs(correction.factor - ratio) < 0.03


def words(text: str) -> int:
    return len(text.split())


def test_a_counter_learns_from_the_answers() -> None:
    counter = EndpointTokenCounter(words)
    prompt = [ChatMessage(role="user", content="word " * 96)]  # 100 with its message
    for _ in range(40):
        counter.learn(prompt, counted=200)

    assert counter("word " * 100) > 190


def test_a_counter_starts_on_the_safe_side() -> None:
    assert EndpointTokenCounter(words)("word " * 100) == 115
