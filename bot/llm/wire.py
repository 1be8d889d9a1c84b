"""The bytes of a streamed answer become words. Pure: no sockets, no clock."""

import msgspec

from bot.engine.errors import ModelFailed, ModelUnavailable
from bot.engine.ports import ReplySummary, Usage
from bot.llm.faults import refusal


class _Part(msgspec.Struct):
    type: str = ""
    text: str = ""


class _Words(msgspec.Struct):
    """Reasoning comes in fields of its own, which are a sign of life and not the reply."""

    content: str | list[_Part] | None = None
    reasoning_content: object = None
    reasoning: object = None


class _Choice(msgspec.Struct):
    delta: _Words | None = None
    message: _Words | None = None
    finish_reason: str | None = None


class _Details(msgspec.Struct):
    cached_tokens: int | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _Details | None = None
    prompt_cache_hit_tokens: int | None = None  # DeepSeek's name for the cached ones


class _Chunk(msgspec.Struct):
    model: str | None = None
    choices: list[_Choice] | None = None
    usage: _Usage | None = None
    error: object = None


_DECODE = msgspec.json.Decoder(_Chunk).decode


class ReplyReader:
    r"""Feed it what arrives, cut anywhere; it gives the words and fills the summary.

    Lines are cut at `\n` in bytes: JSON may hold U+2028 and its like unescaped, at which
    `str.splitlines`, and so the SDK's own line reader, would tear an event apart.
    """

    def __init__(self, summary: ReplySummary) -> None:
        self._summary = summary
        self._rest = b""
        self._fault: ModelFailed | None = None
        self.finished = False
        """The endpoint said why it stopped: all words are here, at most the usage is missing."""
        self.done = False
        """The endpoint said that nothing more comes."""
        self.thoughts = 0
        """How many pieces of reasoning came, whose words are not read."""

    def feed(self, data: bytes) -> str:
        """The words in `data`, and in what was left over from before. Ask `check` after them."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        words = ""
        try:
            for line in lines:
                words += self._line(line)
        except msgspec.MsgspecError:
            self._fault = ModelUnavailable(reason="it does not speak the OpenAI API")
        except ModelFailed as fault:
            self._fault = fault
        return words

    def check(self) -> None:
        """Raise what went wrong after the words that `feed` gave last.

        Raises:
            ModelUnavailable, PromptTooLong: the endpoint reported an error in mid-stream.
        """
        if self._fault is not None:
            raise self._fault

    def _line(self, line: bytes) -> str:
        if not line.startswith(b"data:"):
            return ""  # blank, a comment that keeps the connection open, or an event's name
        data = line[5:].strip()
        if data == b"[DONE]":
            self.done = True
        if self.done or not data:
            return ""
        return self._chunk(_DECODE(data))

    def _chunk(self, chunk: _Chunk) -> str:
        if chunk.error is not None:
            raise refusal(status=None, body=msgspec.json.encode(chunk.error))
        if chunk.model:
            self._summary.model = chunk.model
        if chunk.usage is not None:
            self._summary.usage = _usage(chunk.usage)
        return "".join(self._choice(choice) for choice in chunk.choices or ())

    def _choice(self, choice: _Choice) -> str:
        if choice.finish_reason:
            self.finished = True
            self._summary.cut_off = choice.finish_reason == "length"
            self._summary.filtered = choice.finish_reason == "content_filter"
        words = choice.delta or choice.message
        if words is None:
            return ""
        text = _text(words.content)
        if words.reasoning_content or words.reasoning or (words.content and not text):
            self.thoughts += 1
        return text


def _text(content: str | list[_Part] | None) -> str:
    if content is None or isinstance(content, str):
        return content or ""
    return "".join(part.text for part in content if part.type == "text")


def _usage(usage: _Usage) -> Usage:
    details = usage.prompt_tokens_details
    cached = (details and details.cached_tokens) or usage.prompt_cache_hit_tokens
    return Usage(
        prompt_tokens=usage.prompt_tokens or 0,
        cached_tokens=cached or 0,
        completion_tokens=usage.completion_tokens or 0,
    )
