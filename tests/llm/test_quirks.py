"""What refusals teach about a model, in the words of real endpoints."""

import json

import pytest

from bot.engine.ports import ChatMessage, ChatRequest
from bot.engine.prompt.roles import RolePolicy
from bot.engine.sampling.values import Sampling
from bot.llm.body import body_of
from bot.llm.quirks import Quirks, fitted, learnt

SENT: dict[str, object] = {
    "messages": [],
    "max_tokens": 50,
    "temperature": 0.8,
    "min_p": 0.05,
    "stop": ("x",),
    "stream_options": {"include_usage": True},
}


def openai(message: str, *, param: str | None = None) -> bytes:
    return json.dumps({"error": {"message": message, "param": param}}).encode()


@pytest.mark.parametrize(
    ("answer", "quirks"),
    [
        pytest.param(
            openai(
                "Unsupported parameter: 'max_tokens' is not supported with this model. "
                "Use 'max_completion_tokens' instead.",
                param="max_tokens",
            ),
            Quirks(renames_limit=True),
            id="the limit's new name",
        ),
        pytest.param(
            openai("Unsupported value: 'temperature' does not support 0.8.", param="temperature"),
            Quirks(dropped=frozenset({"temperature"})),
            id="no temperature",
        ),
        pytest.param(
            openai("Unrecognized request argument supplied: min_p"),
            Quirks(dropped=frozenset({"min_p"})),
            id="an unknown sampler",
        ),
        pytest.param(
            b'{"detail":[{"type":"extra_forbidden","loc":["body","min_p"]}]}',
            Quirks(dropped=frozenset({"min_p"})),
            id="a validator's list",
        ),
        pytest.param(
            openai("Unknown name 'stream_options'"),
            Quirks(dropped=frozenset({"stream_options"})),
            id="no usage in streams",
        ),
        pytest.param(
            openai("`stop` is not supported"), Quirks(dropped=frozenset({"stop"})), id="no stop"
        ),
        pytest.param(openai("please stop sending this"), Quirks(), id="a word is no parameter"),
        pytest.param(openai("'top_k' is not supported"), Quirks(), id="what was not sent"),
        pytest.param(openai("messages.3: bad", param="messages"), Quirks(), id="what must be sent"),
        pytest.param(openai("max_completion_tokens is too large"), Quirks(), id="no way round"),
        pytest.param(
            openai("System role not supported"),
            Quirks(roles=RolePolicy(system="none", alternate=False)),
            id="no system role",
        ),
        pytest.param(
            openai("System message must be at the beginning."),
            Quirks(roles=RolePolicy(system="first", alternate=False)),
            id="system first",
        ),
        pytest.param(
            openai("Conversation roles must alternate user/assistant/user/assistant/..."),
            Quirks(roles=RolePolicy(system="anywhere", alternate=True)),
            id="in turns",
        ),
        pytest.param(
            b"<html>temperature</html>", Quirks(dropped=frozenset({"temperature"})), id="html"
        ),
        pytest.param(b"", Quirks(), id="nothing"),
    ],
)
def test_what_a_refusal_teaches(answer: bytes, quirks: Quirks) -> None:
    assert learnt(Quirks(), status=400, answer=answer, sent=SENT) == quirks


@pytest.mark.parametrize("status", [401, 404, 429, 500, 503])
def test_other_trouble_teaches_nothing_of_parameters(status: int) -> None:
    answer = openai("temperature", param="temperature")

    assert learnt(Quirks(), status=status, answer=answer, sent=SENT) == Quirks()


def test_a_model_that_refuses_both_names_of_the_limit_is_no_longer_argued_with() -> None:
    renamed = Quirks(renames_limit=True)
    answer = openai("no", param="max_completion_tokens")

    assert learnt(renamed, status=400, answer=answer, sent=fitted(SENT, renamed)) == renamed


def test_what_is_refused_is_not_sent() -> None:
    quirks = Quirks(renames_limit=True, dropped=frozenset({"temperature", "min_p"}))

    assert fitted(SENT, quirks) == {
        "messages": [],
        "max_completion_tokens": 50,
        "stop": ("x",),
        "stream_options": {"include_usage": True},
    }


def test_a_request_in_the_apis_words() -> None:
    sampling = Sampling(
        temperature=0.9,
        min_p=0.1,
        max_tokens=40,
        stop=("END",),
        reasoning_effort="low",
        extra_body={"seed": 7},
    )
    request = ChatRequest(
        purpose="narrator Mira",
        messages=(ChatMessage(role="user", content="Ada: Hello?"),),
        max_tokens=50,
        sampling=sampling,
        stop=("\nAda:",),
    )

    assert body_of(request, Quirks()) == {
        "messages": [{"role": "user", "content": "Ada: Hello?"}],
        "max_tokens": 40,
        "stream_options": {"include_usage": True},
        "temperature": 0.9,
        "min_p": 0.1,
        "reasoning_effort": "low",
        "stop": ("\nAda:", "END"),
        "seed": 7,
    }
