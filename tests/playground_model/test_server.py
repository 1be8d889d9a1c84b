"""The scripted model over real sockets, asked by a plain HTTP client."""

import asyncio
import json
from collections.abc import AsyncGenerator

import aiohttp
import pytest

from bot.playground.scripted_model import Rule, Script, ScriptedModel, serve_scripted_model


@pytest.fixture
async def http() -> AsyncGenerator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


def body(text: str = "Ada: Hello.", *, stream: bool = False) -> dict[str, object]:
    return {
        "model": "scripted",
        "messages": [{"role": "user", "content": text}],
        "stream": stream,
        "stream_options": {"include_usage": True},
    }


async def test_an_answer_at_once(http: aiohttp.ClientSession) -> None:
    async with (
        serve_scripted_model([Rule(reply=("Hello, {speaker}.",))]) as model,
        http.post(f"{model.base_url}/chat/completions", json=body()) as response,
    ):
        answer = await response.json()

    assert answer["choices"][0]["message"] == {"role": "assistant", "content": "Hello, Ada."}
    assert answer["choices"][0]["finish_reason"] == "stop"
    assert answer["usage"]["completion_tokens"] == 2


async def test_a_streamed_answer_is_events_that_end_with_the_usage(
    http: aiohttp.ClientSession,
) -> None:
    async with (
        serve_scripted_model([Rule(reply=("Hello, you.",))]) as model,
        http.post(f"{model.base_url}/chat/completions", json=body(stream=True)) as response,
    ):
        kind = response.content_type
        events = (await response.text()).strip().split("\n\n")

    assert kind == "text/event-stream"
    assert events[-1] == "data: [DONE]"
    chunks = [json.loads(event.removeprefix("data: ")) for event in events[:-1]]
    deltas = [chunk["choices"][0]["delta"].get("content", "") for chunk in chunks[:-1]]
    assert "".join(deltas) == "Hello, you."
    assert chunks[-2]["choices"][0]["finish_reason"] == "stop"
    assert chunks[-1]["choices"] == []
    assert chunks[-1]["usage"]["completion_tokens"] == 2


async def test_what_was_asked_is_recorded_with_its_purpose(http: aiohttp.ClientSession) -> None:
    async with serve_scripted_model([Rule(reply=("Aye.",))]) as model:
        head = {"X-Troupe-Purpose": "narrator%20Zo%C3%AB"}
        async with http.post(f"{model.base_url}/chat/completions", json=body(), headers=head):
            pass

    assert [request.prompt for request in model.asked_for("narrator Zoë")] == ["Ada: Hello."]
    assert model.requests[0].outcome == "finished"
    assert model.requests[0].rule == 0


async def refused(model: ScriptedModel, http: aiohttp.ClientSession) -> tuple[int, str]:
    async with http.post(f"{model.base_url}/chat/completions", json=body()) as response:
        return response.status, (await response.json())["error"]["message"]


async def test_without_a_rule_the_answer_names_what_was_asked(http: aiohttp.ClientSession) -> None:
    async with serve_scripted_model([Rule(purpose="scribe", reply=("{}",))]) as model:
        status, message = await refused(model, http)

    assert (status, message) == (501, "no rule for purpose '' and 'Hello.'")


async def test_a_prompt_beyond_the_context_is_refused(http: aiohttp.ClientSession) -> None:
    async with serve_scripted_model(Script(context=1)) as model:
        status, message = await refused(model, http)

    assert (status, message) == (400, "2 tokens exceed the context of 1")


async def test_a_wrong_key_is_refused(http: aiohttp.ClientSession) -> None:
    async with serve_scripted_model(Script(api_key="right")) as model:
        assert (await refused(model, http))[0] == 401


async def test_a_body_that_is_no_request_is_refused(http: aiohttp.ClientSession) -> None:
    async with (
        serve_scripted_model([Rule(reply=("Aye.",))]) as model,
        http.post(f"{model.base_url}/chat/completions", data=b"{") as response,
    ):
        assert response.status == 400


async def test_a_rule_with_times_is_passed_over_when_it_is_spent(
    http: aiohttp.ClientSession,
) -> None:
    rules = [Rule(status=503, error="first", times=1), Rule(status=503, error="then")]
    async with serve_scripted_model(rules) as model:
        assert [(await refused(model, http))[1] for _ in range(3)] == ["first", "then", "then"]


async def test_the_server_ends_while_an_answer_hangs(http: aiohttp.ClientSession) -> None:
    async with serve_scripted_model([Rule(hang=True)]) as model:
        asking = asyncio.ensure_future(refused(model, http))
        await model.until(lambda m: m.requests)

    with pytest.raises(aiohttp.ClientError):
        await asking
    assert model.requests[0].outcome == "left"
