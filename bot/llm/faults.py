"""What an endpoint's failure means to the game. No answer's text goes on: it may hold a key."""

import errno
import socket
from collections.abc import Iterator
from typing import cast

import httpx2
from openai import APIConnectionError, APIResponseValidationError, APIStatusError, APITimeoutError

from bot.engine.errors import ModelFailed, ModelUnavailable, PromptTooLong
from bot.llm.lengths import is_too_long, lengths_in

VENDOR_ERRORS = (
    APIConnectionError,
    APIResponseValidationError,
    APIStatusError,
    httpx2.HTTPError,
    httpx2.InvalidURL,
    httpx2.StreamError,
)

_STATUS = {
    400: "it refused the request (400)",
    401: "it does not accept the key (401)",
    402: "the account has no credit (402)",
    403: "the key may not use this model (403)",
    404: "it knows no such model or address (404)",
    408: "it gave up waiting (408)",
    413: "the request is too large (413)",
    429: "too many requests, or the account's limit is reached (429)",
}
_SERVER_ERROR = 500
_OF_THE_REQUEST = frozenset({400, 413, 422})


def fault_of(error: Exception) -> ModelFailed:
    """The game's error for one of VENDOR_ERRORS."""
    match error:
        case APIStatusError():
            return refusal(status=error.status_code, body=error.response.content)
        case APITimeoutError() | httpx2.TimeoutException():
            return ModelUnavailable(reason="no connection in time")
        case APIConnectionError() | httpx2.TransportError():
            return ModelUnavailable(reason=_why_no_connection(error))
        case _:
            return ModelUnavailable(reason="it does not speak the OpenAI API")


def tells_of_illness(fault: ModelFailed) -> bool:
    """Whether the endpoint failed, not this one request: another might fare no better."""
    cause = fault.__cause__
    if isinstance(cause, APIStatusError) and cause.status_code in _OF_THE_REQUEST:
        return False
    return not isinstance(fault, PromptTooLong)


def refusal(*, status: int | None, body: bytes) -> ModelFailed:
    """The game's error for an answer that says no, with a status or in mid-stream (None)."""
    if status in {None, 400, 413, 422, 500} and is_too_long(body):
        return PromptTooLong(**lengths_in(body))
    if status is None:
        return ModelUnavailable(reason="it broke off with an error")
    if status in _STATUS:
        return ModelUnavailable(reason=_STATUS[status])
    if status >= _SERVER_ERROR:
        return ModelUnavailable(reason=f"it has an error of its own ({status})")
    return ModelUnavailable(reason=f"it refused the request ({status})")


def _why_no_connection(error: BaseException) -> str:
    for cause in _causes(error):
        if isinstance(cause, socket.gaierror):
            return "its host name is unknown"
        if isinstance(cause, OSError) and cause.errno == errno.ECONNREFUSED:
            return "connection refused"
        if "CERTIFICATE" in str(cause):
            return "its certificate is not trusted"
    return "the connection was lost"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and all that led to it: the transport wraps the system's errors, in groups too."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for inner in cast("BaseExceptionGroup[BaseException]", error).exceptions:
                yield from _causes(inner)
        error = error.__cause__ or error.__context__
