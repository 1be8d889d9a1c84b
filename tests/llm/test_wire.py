"""Bytes become words, wherever the network cuts them."""

import json

import pytest

from bot.engine.errors import ModelUnavailable, PromptTooLong
from bot.engine.ports import ReplySummary, Usage
from bot.llm.wire import ReplyReader


def event(**chunk: object) -> bytes:
    return b"data: " + json.dumps(chunk, ensure_ascii=False).encode() + b"\n\n"


def says(content: object, *, finish: str | None = None, **more: object) -> bytes:
    return event(choices=[{"delta": {"content": content, **more}, "finish_reason": finish}])


DONE = b"data: [DONE]\n\n"


def read(stream: bytes, *, cut: int | None = None) -> tuple[str, ReplySummary]:
    summary = ReplySummary()
    reader = ReplyReader(summary)
    parts = [stream] if cut is None else [stream[:cut], stream[cut:]]
    words = "".join(reader.feed(part) for part in parts)
    reader.check()
    return words, summary


@pytest.mark.parametrize(
    ("stream", "words"),
    [
        pytest.param(says("Aye, ") + says("captain.") + DONE, "Aye, captain.", id="two pieces"),
        pytest.param(b": ping\n\nevent: x\nid: 1\n" + says("Aye.") + DONE, "Aye.", id="comments"),
        pytest.param(says("Aye.").replace(b"\n", b"\r\n") + DONE, "Aye.", id="CRLF"),
        pytest.param(says("Aye.").replace(b"data: ", b"data:"), "Aye.", id="no space after data"),
        pytest.param(says("a\u2028b\x85c"), "a\u2028b\x85c", id="odd line ends inside JSON"),
        pytest.param(says(None) + says("") + DONE, "", id="nothing said"),
        pytest.param(says(None, reasoning_content="Hm.") + says("Aye."), "Aye.", id="reasoning"),
        pytest.param(says(None, reasoning="Hm.", tool_calls=[]), "", id="reasoning, OpenRouter"),
        pytest.param(
            says([{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Aye."}]),
            "Aye.",
            id="parts",
        ),
        pytest.param(event(choices=None) + event(choices=[]) + event(), "", id="no choices"),
        pytest.param(says("Aye.") + DONE + says("No."), "Aye.", id="after the end"),
        pytest.param(event(choices=[{"message": {"content": "Aye."}}]), "Aye.", id="not streamed"),
        pytest.param(event(error=None, choices=[]) + says("Aye."), "Aye.", id="a null error"),
    ],
)
def test_the_words_are_the_same_wherever_the_stream_is_cut(stream: bytes, words: str) -> None:
    assert read(stream)[0] == words
    for cut in range(len(stream)):
        assert read(stream, cut=cut)[0] == words


def test_the_summary_tells_model_usage_and_cached_tokens() -> None:
    usage = {
        "prompt_tokens": 9,
        "completion_tokens": 2,
        "prompt_tokens_details": {"cached_tokens": 4},
    }
    _, summary = read(event(model="m", choices=[], usage=None) + event(choices=[], usage=usage))

    assert summary.model == "m"
    assert summary.usage == Usage(prompt_tokens=9, cached_tokens=4, completion_tokens=2)


@pytest.mark.parametrize(
    ("reason", "cut_off"), [("length", True), ("stop", False), ("content_filter", False)]
)
def test_only_the_limit_cuts_off(reason: str, *, cut_off: bool) -> None:
    assert read(says("Aye", finish=reason))[1].cut_off is cut_off


@pytest.mark.parametrize(
    ("stream", "error"),
    [
        pytest.param(event(error={"message": "overloaded"}), ModelUnavailable, id="error object"),
        pytest.param(event(error="bad"), ModelUnavailable, id="error text"),
        pytest.param(event(error={"code": "context_length_exceeded"}), PromptTooLong, id="long"),
        pytest.param(b"data: {oops\n", ModelUnavailable, id="not JSON"),
        pytest.param(b"data: [1]\n", ModelUnavailable, id="another JSON"),
        pytest.param(b'data: {"choices": "no"}\n', ModelUnavailable, id="another shape"),
    ],
)
def test_an_error_in_mid_stream_comes_after_the_words_before_it(
    stream: bytes, error: type[Exception]
) -> None:
    reader = ReplyReader(ReplySummary())

    assert reader.feed(says("Aye") + stream) == "Aye"
    with pytest.raises(error):
        reader.check()
