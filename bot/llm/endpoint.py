"""One endpoint that speaks the OpenAI API: its client, kept as long as the bot runs."""

import ipaddress
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import httpx2
import msgspec
from openai import AsyncOpenAI, DefaultAsyncHttpxClient

from bot.engine.errors import ModelFailed, ModelUnavailable
from bot.engine.prompt.roles import RolePolicy
from bot.llm.breaker import Attempt, Breakers
from bot.llm.faults import VENDOR_ERRORS, fault_of
from bot.llm.quirks import Quirks
from bot.llm.turnstile import Turnstile

log = logging.getLogger(__name__)

_LISTING_SECONDS = 10


class _Meta(msgspec.Struct):
    n_ctx: int | None = None


class _Model(msgspec.Struct):
    """The context's length goes by another name at each vendor; OpenAI itself does not tell."""

    id: str = ""
    max_model_len: int | None = None
    context_length: int | None = None
    context_window: int | None = None
    meta: _Meta | None = None

    @property
    def context(self) -> int | None:
        named = self.max_model_len or self.context_length or self.context_window
        return named or (self.meta and self.meta.n_ctx) or None


class _Listing(msgspec.Struct):
    data: list[_Model]


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointReport:
    """What an endpoint says of itself. `trouble` is empty when it answers."""

    trouble: str = ""
    models: tuple[str, ...] = ()
    context: int | None = None
    """Tokens that the asked model, else the first, can read; None when it does not tell."""
    left_alone: tuple[tuple[str, str], ...] = ()
    """Models whose circuit is open in this process, and why."""

    @property
    def reachable(self) -> bool:
        return not self.trouble


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """How an endpoint is treated.

    `at_once`: answers that it writes at the same time, `waiting`: how many more may stand in line.
    `roles`: how its models want a chat laid out; one that is asked without a name under "".
    """

    connect_seconds: float = 5
    max_retries: int = 2
    at_once: int = 32
    waiting: int = 100
    roles: Mapping[str, RolePolicy] = field(default_factory=dict[str, RolePolicy])


class OpenAIEndpoint:
    """`async with OpenAIEndpoint(...)`: constructing a client costs 20 ms, so there is one.

    Without `breakers` a model is asked however often it has failed.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str | None = None,
        manners: Manners | None = None,
        breakers: Breakers | None = None,
    ) -> None:
        manners = manners or Manners()
        # The demo model and local runners must not be looked for behind the host's proxy.
        http = DefaultAsyncHttpxClient(trust_env=not _is_loopback(base_url))
        self.client = AsyncOpenAI(
            base_url=base_url,
            api_key=api_key or "none",  # the SDK wants one, local runners ask for none
            max_retries=manners.max_retries,
            # Waiting for words is timed by who waits for them; here only the connection is.
            timeout=httpx2.Timeout(None, connect=manners.connect_seconds),
            http_client=http,
        )
        self.turnstile = Turnstile(at_once=manners.at_once, waiting=manners.waiting)
        self._connect_seconds = manners.connect_seconds
        self._breakers = breakers
        self._quirks = {model: Quirks(roles=roles) for model, roles in manners.roles.items()}
        self._first_model = ""

    def attempt_of(self, model: str) -> Attempt:
        """One call, through the model's circuit breaker if there is one."""
        return Attempt(None if self._breakers is None else self._breakers.of(model))

    def quirks_of(self, model: str) -> Quirks:
        """By the model's name, else those of the one that was asked for without a name."""
        return self._quirks.get(model) or self._quirks.get("", Quirks())

    def remember(self, model: str, quirks: Quirks) -> None:
        """What the model has turned out to refuse, for as long as the bot runs."""
        if quirks != self.quirks_of(model):
            self._quirks[model] = quirks
            dropped = sorted(quirks.dropped)
            log.info("model_has_quirks", extra={"model": model, "dropped": dropped})

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.client.close()

    async def first_model(self) -> str:
        """The first model that the endpoint lists, asked once."""
        if not self._first_model:
            listed = await self._listing()
            if not listed:
                raise ModelUnavailable(reason="it lists no model; name one in NARRATOR_MODEL")
            self._first_model = listed[0].id
        return self._first_model

    async def probe(self, model: str = "") -> EndpointReport:
        """For the doctor: is it there, and what does it have? Never raises for the endpoint."""
        try:
            listed = await self._listing()
        except ModelFailed as error:
            return EndpointReport(trouble=str(error.params.get("reason", error.code)))
        asked = [entry for entry in listed if entry.id == model] or listed
        return EndpointReport(
            models=tuple(entry.id for entry in listed),
            context=asked[0].context if asked else None,
            left_alone=() if self._breakers is None else tuple(self._breakers.told().items()),
        )

    async def _listing(self) -> list[_Model]:
        timeout = httpx2.Timeout(_LISTING_SECONDS, connect=self._connect_seconds)
        try:
            answer = await self.client.models.with_raw_response.list(timeout=timeout)
            return msgspec.json.decode(answer.content, type=_Listing).data
        except VENDOR_ERRORS as error:
            raise fault_of(error) from error
        except msgspec.MsgspecError as error:
            raise ModelUnavailable(reason="it does not speak the OpenAI API") from error


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
