"""What endpoints say of prompts that are too long."""

import pytest

from bot.llm.lengths import is_too_long, lengths_in


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        pytest.param(
            "request (5031 tokens) exceeds the available context size (2048 tokens), try it",
            {"counted": 5031, "limit": 2048},
            id="llama.cpp",
        ),
        pytest.param(
            '{"type":"exceed_context_size_error","n_prompt_tokens":5031,"n_ctx":2048}',
            {"counted": 5031, "limit": 2048},
            id="llama.cpp's fields",
        ),
        pytest.param(
            "This model's maximum context length is 8192 tokens. However, you requested 9000 "
            "tokens (8400 in the messages, 600 in the completion).",
            {"counted": 8400, "limit": 8192},
            id="vLLM",
        ),
        pytest.param(
            "This model's maximum context length is 8192 tokens. However, your messages resulted "
            "in 9000 tokens.",
            {"counted": 9000, "limit": 8192},
            id="OpenAI",
        ),
        pytest.param(
            "This endpoint's maximum context length is 32768 tokens. However, you requested about "
            "40000 tokens (39000 of text input, 1000 in the output).",
            {"counted": 39000, "limit": 32768},
            id="OpenRouter",
        ),
        pytest.param(
            "prompt is too long: 210000 tokens > 200000 maximum",
            {"counted": 210000, "limit": 200000},
            id="Anthropic",
        ),
        pytest.param(
            "The input token count (9000) exceeds the maximum number of tokens allowed (8192).",
            {"counted": 9000, "limit": 8192},
            id="Google",
        ),
        pytest.param('{"code": "context_length_exceeded"}', {}, id="no figures"),
    ],
)
def test_the_figures_are_found(answer: str, told: dict[str, int]) -> None:
    assert is_too_long(answer.encode())
    assert lengths_in(answer.encode()) == told


@pytest.mark.parametrize("answer", ["no such model", "max_tokens is too large: 9000", ""])
def test_other_refusals_are_not_about_length(answer: str) -> None:
    assert not is_too_long(answer.encode())
