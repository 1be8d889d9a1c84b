"""The adapter against the scripted server: what goes out, what trouble becomes, what is closed."""

import asyncio
import socket
from collections.abc import Sequence

import pytest

from bot.engine.errors import ModelFailed, ModelSilent, ModelUnavailable, PromptTooLong
from bot.engine.ports import ChatMessage, ChatRequest, ReplySummary, Usage
from bot.llm import reply as replying
from bot.llm.chat import OpenAIChatModel
from bot.llm.endpoint import Manners, OpenAIEndpoint
from bot.llm.patience import Patience
from bot.llm.tokens import EndpointTokenCounter
from bot.playground.scripted_model import Rule, Script, serve_scripted_model

MESSAGES = (
    ChatMessage(role="system", content="You are Zoë."),
    ChatMessage(role="user", content="Ada: Where is the key?"),
)
SHORT = Patience(first=0.3, between=0.3)
KEY = "sk-very-secret"


def request(*, purpose: str = "narrator Zoë", stop: tuple[str, ...] = ()) -> ChatRequest:
    return ChatRequest(purpose=purpose, messages=MESSAGES, max_tokens=50, stop=stop)


async def ask(
    base_url: str, *, key: str | None = None, patience: Patience | None = None, retries: int = 2
) -> tuple[str, ReplySummary]:
    manners = Manners(max_retries=retries)
    async with OpenAIEndpoint(base_url=base_url, api_key=key, manners=manners) as endpoint:
        model = OpenAIChatModel(endpoint, patience=patience)
        async with model.stream(request()) as reply:
            return "".join([piece async for piece in reply]), reply.summary


async def test_the_request_goes_out_as_it_is() -> None:
    async with (
        serve_scripted_model([Rule(reply=("Here.",))]) as server,
        OpenAIEndpoint(base_url=server.base_url) as endpoint,
        OpenAIChatModel(endpoint, model="m").stream(request(stop=("\nAda:",))) as reply,
    ):
        assert [piece async for piece in reply]

    seen = server.requests[0]
    assert seen.purpose == "narrator Zoë"
    assert seen.model == "m"
    assert [(said.role, said.content) for said in seen.messages] == [
        (said.role, said.content) for said in MESSAGES
    ]
    assert (seen.max_tokens, seen.temperature, seen.stop) == (50, 0.8, ("\nAda:",))


async def test_without_a_name_the_first_listed_model_is_asked_and_the_list_only_once() -> None:
    script = Script(models=("one", "two"), rule=(Rule(reply=("Here.",)),))
    async with (
        serve_scripted_model(script) as server,
        OpenAIEndpoint(base_url=server.base_url) as endpoint,
    ):
        model = OpenAIChatModel(endpoint)
        for _ in range(2):
            async with model.stream(request()) as reply:
                assert [piece async for piece in reply]
            assert reply.summary.model == "one"

    assert [seen.model for seen in server.requests] == ["one", "one"]


async def test_cached_tokens_reach_the_summary() -> None:
    async with serve_scripted_model([Rule(reply=("Here it is.",))]) as server:
        await ask(server.base_url)
        _, summary = await ask(server.base_url)

    asked = len(server.requests[0].prompt) // 4
    assert summary.usage == Usage(prompt_tokens=asked, cached_tokens=asked, completion_tokens=3)


async def test_reasoning_is_not_part_of_the_reply() -> None:
    async with serve_scripted_model([Rule(reply=("Here.",), reasoning=("The key is…",))]) as server:
        assert (await ask(server.base_url))[0] == "Here."


FAULTS = [
    pytest.param(Rule(status=400), ModelUnavailable, "(400)", id="400"),
    pytest.param(Rule(status=401), ModelUnavailable, "key (401)", id="401"),
    pytest.param(Rule(status=403), ModelUnavailable, "(403)", id="403"),
    pytest.param(Rule(status=404), ModelUnavailable, "(404)", id="404"),
    pytest.param(Rule(status=418), ModelUnavailable, "(418)", id="418"),
    pytest.param(Rule(status=429), ModelUnavailable, "limit", id="429"),
    pytest.param(Rule(status=500), ModelUnavailable, "(500)", id="500"),
    pytest.param(Rule(status=503), ModelUnavailable, "(503)", id="503"),
    pytest.param(Rule(reset=True), ModelUnavailable, "lost", id="reset before an answer"),
    pytest.param(Rule(reply=("Aye.",), reset_after=0), ModelUnavailable, "lost", id="reset early"),
    pytest.param(Rule(reply=("Aye.",), reset_after=1), ModelUnavailable, "lost", id="reset late"),
    pytest.param(Rule(reply=("Aye.",), fail_after=0), ModelUnavailable, "broke off", id="error"),
    pytest.param(
        Rule(status=400, error="request (5031 tokens) exceeds the available context size (2048)"),
        PromptTooLong,
        "",
        id="too long, llama.cpp",
    ),
    pytest.param(
        Rule(status=400, error="This model's maximum context length is 8192 tokens."),
        PromptTooLong,
        "",
        id="too long, vLLM",
    ),
    pytest.param(
        Rule(status=400, error_code="context_length_exceeded"),
        PromptTooLong,
        "",
        id="too long, OpenAI",
    ),
]


@pytest.mark.parametrize(("rule", "error", "reason"), FAULTS)
async def test_trouble_becomes_an_error_of_the_game(
    rule: Rule, error: type[ModelFailed], reason: str
) -> None:
    telling = rule.model_copy(update={"error": f"{rule.error} {KEY}"})
    async with serve_scripted_model([telling]) as server:
        with pytest.raises(error) as raised:
            await ask(server.base_url, key=KEY, retries=0)

    said = str(raised.value.params.get("reason", ""))
    assert reason in said
    assert KEY not in said


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param([Rule(reset=True, times=2)], id="reset"),
        pytest.param([Rule(status=500, times=2)], id="500"),
        pytest.param([Rule(status=429, times=1), Rule(status=503, times=1)], id="429, then 503"),
        pytest.param([Rule(reply=("No.",), reset_after=0, times=1)], id="reset after the headers"),
    ],
)
async def test_trouble_before_the_first_word_that_passes_is_not_noticed(
    rules: Sequence[Rule],
) -> None:
    async with serve_scripted_model([*rules, Rule(reply=("Here.",))]) as server:
        assert (await ask(server.base_url))[0] == "Here."


async def test_nothing_is_asked_again_once_a_word_is_out() -> None:
    async with serve_scripted_model([Rule(reply=("One two three.",), reset_after=2)]) as server:
        with pytest.raises(ModelUnavailable):
            await ask(server.base_url)

    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(Rule(hang=True), id="no answer"),
        pytest.param(Rule(reply=("Aye.",), hang_after=0), id="no first word"),
        pytest.param(Rule(reply=("Aye, but no.",), hang_after=2), id="no next word"),
        pytest.param(Rule(reply=("Aye.",), reasoning=("Hm.",), hang_after=0), id="only reasoning"),
    ],
)
async def test_silence_is_noticed_and_the_stream_is_closed(rule: Rule) -> None:
    async with serve_scripted_model([rule]) as server:
        with pytest.raises(ModelSilent) as raised:
            await ask(server.base_url, patience=SHORT)
        await server.until(lambda s: s.requests[0].outcome == "left")

    assert raised.value.params == {"seconds": 1}


async def _against(
    body: bytes, *, kind: str = "text/event-stream", hold: bool = False
) -> tuple[str, bool]:
    """Ask a server that sends exactly these bytes, then closes or holds the connection."""
    left = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: " + kind.encode())
        writer.write(b"\r\n\r\n" + body)
        await writer.drain()
        if hold:
            await left.wait()
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port: int = server.sockets[0].getsockname()[1]
        url = f"http://127.0.0.1:{port}/v1"
        async with OpenAIEndpoint(base_url=url, manners=Manners(max_retries=0)) as endpoint:
            model = OpenAIChatModel(endpoint, model="m")
            async with model.stream(request()) as reply:
                heard = "".join([piece async for piece in reply])
        left.set()
        return heard, reply.summary.cut_off


async def test_silence_after_the_last_word_is_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some endpoints keep the connection open although they have said why they stopped."""
    monkeypatch.setattr(replying, "_TAIL_SECONDS", 0.1)
    heard = await _against(
        b'data: {"choices": [{"delta": {"content": "Aye."}, "finish_reason": "stop"}]}\n\n',
        hold=True,
    )

    assert heard == ("Aye.", False)


async def test_a_stream_that_just_ends_was_cut_off() -> None:
    assert await _against(b'data: {"choices": [{"delta": {"content": "Aye"}}]}\n\n') == (
        "Aye",
        True,
    )


async def test_a_stream_that_ends_before_a_word_is_a_lost_connection() -> None:
    with pytest.raises(ModelUnavailable):
        await _against(b": hello\n\n")


async def test_an_endpoint_that_does_not_stream_is_understood() -> None:
    body = b'{"choices":\n[{"message": {"content": "Aye."}, "finish_reason": "stop"}]}'

    assert await _against(body, kind="application/json") == ("Aye.", False)


async def test_a_web_page_is_no_model() -> None:
    with pytest.raises(ModelUnavailable, match="web page"):
        await _against(b"<html>", kind="text/html; charset=utf-8")


async def test_nobody_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, but not listening
        with pytest.raises(ModelUnavailable) as raised:
            await ask(f"http://127.0.0.1:{taken.getsockname()[1]}/v1", retries=0)

    assert raised.value.params["reason"] == "connection refused"


async def test_an_unknown_host(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(ModelUnavailable) as raised:
        await ask("http://model.example/v1", retries=0)

    assert raised.value.params["reason"] == "its host name is unknown"


@pytest.mark.parametrize(
    "address", ["", "localhost", "ftp://127.0.0.1/v1", "http://", "http://a b"]
)
async def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(ModelUnavailable):
        await ask(address, retries=0)


async def test_a_connection_is_used_again() -> None:
    async with (
        serve_scripted_model([Rule(reply=("Here it is.",))]) as server,
        OpenAIEndpoint(base_url=server.base_url) as endpoint,
    ):
        for _ in range(3):
            async with OpenAIChatModel(endpoint).stream(request()) as reply:
                assert [piece async for piece in reply]
        connections = {seen.peer for seen in server.requests}

    assert len(connections) == 1


async def test_leaving_in_mid_stream_closes_it_and_the_server_stops_writing() -> None:
    rule = Rule(reply=("word " * 400,), delay_ms=5)
    async with (
        serve_scripted_model([rule]) as server,
        OpenAIEndpoint(base_url=server.base_url) as endpoint,
    ):
        async with OpenAIChatModel(endpoint).stream(request()) as reply:
            async for _ in reply:
                break
        await server.until(lambda s: s.requests[0].outcome == "left")

        assert len(server.requests[0].sent) < 400


async def test_a_cancelled_wait_for_the_first_word_closes_the_stream() -> None:
    async with (
        serve_scripted_model([Rule(hang=True)]) as server,
        OpenAIEndpoint(base_url=server.base_url) as endpoint,
    ):
        async with OpenAIChatModel(endpoint).stream(request()) as reply:
            waiting = asyncio.ensure_future(anext(aiter(reply)))
            await server.until(lambda s: s.requests)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        await server.until(lambda s: s.requests[0].outcome == "left")


async def test_many_replies_at_once_do_not_mix() -> None:
    rule = Rule(pattern=r"number (?P<n>\d+)", reply=("It is number {n}, {speaker}.",), delay_ms=1)
    async with (
        serve_scripted_model([rule]) as server,
        OpenAIEndpoint(base_url=server.base_url) as endpoint,
    ):
        model = OpenAIChatModel(endpoint)

        async def one(number: int) -> str:
            said = ChatMessage(role="user", content=f"Ada: number {number}")
            asked = ChatRequest(purpose="narrator Zoë", messages=(said,), max_tokens=50)
            async with model.stream(asked) as reply:
                return "".join([piece async for piece in reply])

        heard = await asyncio.gather(*(one(number) for number in range(20)))

    assert heard == [f"It is number {number}, Ada." for number in range(20)]


async def test_the_counter_learns_from_the_usage() -> None:
    said = ChatMessage(role="user", content="word " * 400)
    asked = ChatRequest(purpose="scribe", messages=(said,), max_tokens=50)
    counter = EndpointTokenCounter(lambda text: len(text.split()))
    async with (
        serve_scripted_model([Rule(reply=("Noted.",))]) as server,
        OpenAIEndpoint(base_url=server.base_url) as endpoint,
        OpenAIChatModel(endpoint, counter=counter).stream(asked) as reply,
    ):
        assert [piece async for piece in reply]

    assert counter.correction.factor > 1.15  # 500 were counted where 404 were estimated
