"""One endpoint over real sockets: what is learnt, what is left alone, who waits, what it cost."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from bot.engine.errors import ModelSilent, ModelUnavailable, PromptTooLong
from bot.engine.ports import ChatMessage, ChatRequest, ReplySummary, Usage
from bot.engine.sampling.values import Sampling
from bot.llm.breaker import Breakers
from bot.llm.chat import OpenAIChatModel
from bot.llm.circuit import CircuitPolicy
from bot.llm.endpoint import Manners, OpenAIEndpoint
from bot.llm.fallback import FallbackChatModel
from bot.llm.patience import Patience
from bot.llm.probing import PURPOSE, probe_roles
from bot.llm.tokens import EndpointTokenCounter
from bot.playground.scripted_model import Rule, Script, ScriptedModel, serve_scripted_model
from tests.fakes.clock import FixedClock

HELLO = (
    ChatMessage(role="system", content="You are Zoë."),
    ChatMessage(role="user", content="Ada: Where is the key?"),
)
HERE = Rule(reply=("Here it is.",))
POLICY = CircuitPolicy(failures=2, rest=timedelta(seconds=30))


def request(*, messages: tuple[ChatMessage, ...] = HELLO, **sampling: object) -> ChatRequest:
    values = Sampling.model_validate({"temperature": 0.8, **sampling})
    return ChatRequest(purpose="narrator Zoë", messages=messages, max_tokens=50, sampling=values)


async def heard(model: OpenAIChatModel, asked: ChatRequest | None = None) -> str:
    async with model.stream(asked or request()) as reply:
        return "".join([piece async for piece in reply])


@asynccontextmanager
async def serving(
    script: Script | Sequence[Rule],
    *,
    manners: Manners | None = None,
    clock: FixedClock | None = None,
) -> AsyncGenerator[tuple[ScriptedModel, OpenAIEndpoint]]:
    async with serve_scripted_model(script) as server:
        breakers = None
        if clock is not None:
            breakers = Breakers(clock=clock, policy=POLICY, endpoint=server.base_url)
        async with OpenAIEndpoint(
            base_url=server.base_url,
            manners=manners or Manners(max_retries=0),
            breakers=breakers,
        ) as endpoint:
            yield server, endpoint


async def test_what_a_model_refuses_is_left_out_and_remembered() -> None:
    script = Script(refuses=("max_tokens", "temperature", "min_p"), rule=(HERE,))
    async with serving(script) as (server, endpoint):
        model = OpenAIChatModel(endpoint)
        assert await heard(model, request(min_p=0.1)) == "Here it is."
        asked = len(server.requests)
        assert await heard(model, request(min_p=0.1)) == "Here it is."

    assert asked == 4
    assert len(server.requests) == asked + 1
    last = server.requests[-1].body
    assert last["max_completion_tokens"] == 50
    assert not {"max_tokens", "temperature", "min_p"} & last.keys()


async def test_one_models_quirks_are_not_anothers() -> None:
    script = Script(refuses=("temperature",), rule=(HERE,))
    async with serving(script) as (server, endpoint):
        await heard(OpenAIChatModel(endpoint, model="one"))
        await heard(OpenAIChatModel(endpoint, model="other"))

    assert ["temperature" in seen.body for seen in server.requests] == [True, False, True, False]


async def test_a_refusal_that_nothing_helps_against_is_told() -> None:
    rule = Rule(status=400, error="'temperature' is bad, and so is everything")
    async with serving([rule]) as (server, endpoint):
        with pytest.raises(ModelUnavailable):
            await heard(OpenAIChatModel(endpoint))

    assert len(server.requests) == 2  # without the temperature, once


@pytest.mark.parametrize("system", ["first", "none"])
@pytest.mark.parametrize("alternates", [False, True])
async def test_a_chat_that_is_laid_out_wrongly_is_laid_out_again(
    system: str, *, alternates: bool
) -> None:
    said = (*HELLO, ChatMessage(role="user", content="Ben: Aye."), HELLO[0])
    script = Script.model_validate({"system": system, "alternates": alternates, "rule": [HERE]})
    async with serving(script) as (_, endpoint):
        assert await heard(OpenAIChatModel(endpoint), request(messages=said)) == "Here it is."

        roles = endpoint.quirks_of("scripted").roles
        assert (roles.system, roles.alternate) == (system, alternates)


@pytest.mark.parametrize("system", ["anywhere", "first", "none"])
@pytest.mark.parametrize("alternates", [False, True])
async def test_the_probe_finds_the_laxest_layout(system: str, *, alternates: bool) -> None:
    script = Script.model_validate(
        {"system": system, "alternates": alternates, "rule": [{"purpose": PURPOSE, "reply": "Hi"}]}
    )
    async with serving(script) as (_, endpoint):
        policy = await probe_roles(endpoint)

    assert policy is not None
    assert (policy.system, policy.alternate) == (system, alternates)


async def test_the_probe_knows_nothing_of_who_does_not_answer() -> None:
    async with serving([Rule(status=503)]) as (server, endpoint):
        assert await probe_roles(endpoint) is None

    assert len(server.requests) == 1


async def test_a_model_that_keeps_failing_is_left_alone_and_then_tried_by_one_call() -> None:
    clock = FixedClock()
    async with serving([Rule(status=503, times=2), HERE], clock=clock) as (server, endpoint):
        model = OpenAIChatModel(endpoint, model="m")
        for _ in range(2):
            with pytest.raises(ModelUnavailable, match="503"):
                await heard(model)
        with pytest.raises(ModelUnavailable, match="failed 2 times in a row"):
            await heard(model)
        assert len(server.requests) == 2
        assert (await endpoint.probe("m")).left_alone

        clock.advance(POLICY.rest)
        assert await heard(model) == "Here it is."
        assert not (await endpoint.probe("m")).left_alone


async def test_a_refused_request_is_no_illness() -> None:
    async with serving([Rule(status=400)], clock=FixedClock()) as (server, endpoint):
        for _ in range(4):
            with pytest.raises(ModelUnavailable, match="400"):
                await heard(OpenAIChatModel(endpoint, model="m"))

    assert len(server.requests) == 4


async def test_a_call_that_is_left_does_not_keep_others_from_trying() -> None:
    clock = FixedClock()
    rules = [Rule(status=503, times=2), Rule(hang=True, times=1), HERE]
    async with serving(rules, clock=clock) as (server, endpoint):
        model = OpenAIChatModel(endpoint, model="m")
        for _ in range(2):
            with pytest.raises(ModelUnavailable):
                await heard(model)
        clock.advance(POLICY.rest)
        trying = asyncio.ensure_future(heard(model))
        await server.until(lambda s: len(s.requests) == 3)
        with pytest.raises(ModelUnavailable, match="in a row"):
            await heard(model)
        trying.cancel()
        await asyncio.gather(trying, return_exceptions=True)

        assert await heard(model) == "Here it is."


async def test_an_ill_first_is_passed_over_without_being_asked() -> None:
    async with (
        serving([Rule(status=503)], clock=FixedClock()) as (first, ill),
        serving([HERE]) as (second, well),
    ):
        model = FallbackChatModel(OpenAIChatModel(ill, model="m"), OpenAIChatModel(well))
        for _ in range(4):
            async with model.stream(request()) as reply:
                assert "".join([piece async for piece in reply]) == "Here it is."

    assert len(first.requests) == POLICY.failures
    assert len(second.requests) == 4


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(Rule(reply=("I can't assist with that request.",)), id="in words"),
        pytest.param(Rule(reply=("",), finish_reason="content_filter"), id="by the filter"),
    ],
)
async def test_a_refusal_is_swapped_before_anybody_sees_it(rule: Rule) -> None:
    async with serving([rule]) as (_, first), serving([HERE]) as (_, second):
        model = FallbackChatModel(OpenAIChatModel(first, model="m"), OpenAIChatModel(second))
        async with model.stream(request()) as reply:
            assert "".join([piece async for piece in reply]) == "Here it is."

    assert reply.summary.refused == ("m",)
    assert reply.summary.usage.prompt_tokens > 0


async def test_only_so_many_are_asked_at_once_and_nobody_is_lost() -> None:
    rule = Rule(reply=("One two three.",), delay_ms=5)
    async with serving([rule], manners=Manners(at_once=2, waiting=10)) as (server, endpoint):
        model, most = OpenAIChatModel(endpoint), 0

        async def one() -> None:
            nonlocal most
            async with model.stream(request()) as reply:
                async for _ in reply:
                    running = sum(seen.outcome == "running" for seen in server.requests)
                    most = max(most, running)

        await asyncio.gather(*(one() for _ in range(8)))

    assert len(server.requests) == 8
    assert most <= 2


async def test_a_line_that_is_full_says_so() -> None:
    manners = Manners(at_once=1, waiting=0)
    async with serving([Rule(hang=True)], manners=manners) as (server, endpoint):
        model = OpenAIChatModel(endpoint)
        first = asyncio.ensure_future(heard(model))
        await server.until(lambda s: s.requests)
        with pytest.raises(ModelUnavailable, match="already wait"):
            await heard(model)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)


THINKING = Rule(reasoning=("Hm.",) * 14, reply=("Aye.",), delay_ms=100)
BROODING = Rule(reasoning=("Hm.",) * 400, reply=("Aye.",), delay_ms=50)


async def test_thoughts_are_signs_of_life() -> None:
    async with serving([THINKING]) as (_, endpoint):
        model = OpenAIChatModel(endpoint, patience=Patience(between=1))

        assert await heard(model) == "Aye."


@pytest.mark.parametrize(
    "patience",
    [
        pytest.param(Patience(thinking=0.3), id="too long a thought"),
        pytest.param(Patience(total=1.5), id="too long an answer"),
    ],
)
async def test_but_not_for_ever(patience: Patience) -> None:
    async with serving([BROODING]) as (server, endpoint):
        with pytest.raises(ModelSilent):
            await heard(OpenAIChatModel(endpoint, patience=patience))
        await server.until(lambda s: s.requests and s.requests[0].outcome == "left")


async def test_an_endless_answer_ends_with_its_time() -> None:
    spoken: list[str] = []
    rule = Rule(reply=("word " * 40,), delay_ms=100)
    async with serving([rule]) as (_, endpoint):
        model = OpenAIChatModel(endpoint, patience=Patience(total=1.5))
        async with model.stream(request()) as reply:
            with pytest.raises(ModelSilent):  # noqa: PT012 - the loop is what raises
                async for piece in reply:
                    spoken.append(piece)  # noqa: PERF401 - the list must outlive the error

    assert spoken


async def test_what_is_too_long_teaches_the_counter_at_once() -> None:
    counter = EndpointTokenCounter(lambda text: len(text.split()))
    long = (ChatMessage(role="user", content="words " * 1000),)
    async with serving(Script(context=1000, rule=(HERE,))) as (_, endpoint):
        with pytest.raises(PromptTooLong) as raised:
            await heard(OpenAIChatModel(endpoint, counter=counter), request(messages=long))

    assert raised.value.params == {"limit": 1000, "counted": 1500}
    assert counter.of(long) == 1500


async def test_what_was_stopped_is_paid_for_by_estimate() -> None:
    counter = EndpointTokenCounter(lambda text: len(text.split()))
    rule = Rule(reply=("word " * 400,), delay_ms=5)
    async with serving([rule]) as (_, endpoint):
        summary = await _left_after_a_word(OpenAIChatModel(endpoint, counter=counter))

    assert summary.usage.prompt_tokens == counter.of(HELLO)
    assert summary.usage.completion_tokens > 0


async def test_what_never_answered_costs_nothing() -> None:
    counter = EndpointTokenCounter(lambda text: len(text.split()))
    async with (
        serving([Rule(status=503)]) as (_, endpoint),
        OpenAIChatModel(endpoint, counter=counter).stream(request()) as reply,
    ):
        with pytest.raises(ModelUnavailable):
            await anext(aiter(reply))

    assert reply.summary.usage == Usage()


async def _left_after_a_word(model: OpenAIChatModel) -> ReplySummary:
    async with model.stream(request()) as reply:
        async for _ in reply:
            break
    return reply.summary
