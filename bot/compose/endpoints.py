"""The endpoints that the settings name, and the models at them.

Importing this loads the vendor's library: `late.py`.
"""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

from bot.engine.ports import ChatModel
from bot.engine.prompt.roles import DEFAULT_ROLES
from bot.llm.breaker import Breakers
from bot.llm.chat import OpenAIChatModel
from bot.llm.circuit import CircuitPolicy
from bot.llm.endpoint import Manners, OpenAIEndpoint
from bot.llm.fallback import FallbackChatModel
from bot.llm.patience import Patience
from bot.llm.remembered import roles_at
from bot.llm.tokens import EndpointTokenCounter, NeutralTokenCounter
from bot.scheduling.clock import SystemClock
from bot.settings import Settings

DEMO_ANSWERS_AT_ONCE = 4
"""The slots of the demo model's server: who waits for one should not be taken for silence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoints:
    """`second` is where the fallbacks are asked; it may be the first."""

    settings: Settings
    first: OpenAIEndpoint
    second: OpenAIEndpoint

    def narrator(self, model: str, *, counter: EndpointTokenCounter) -> ChatModel:
        """`model` is the setting's, or the demo model's."""
        first = self._model(self.first, model, counter=counter)
        return self._backed(first, self.settings.narrator_fallback)

    def scribe(self, *, counter: EndpointTokenCounter) -> ChatModel:
        settings = self.settings
        model = settings.scribe_model or settings.narrator_model
        first = self._model(self.first, model, counter=counter)
        return self._backed(first, settings.scribe_fallback)

    def _backed(self, first: ChatModel, fallback: str) -> ChatModel:
        if self.settings.demo or not (fallback or self.settings.llm_fallback_base_url):
            return first
        # Its own count: what another tokenizer taught would be wrong for the first.
        counter = EndpointTokenCounter(NeutralTokenCounter())
        return FallbackChatModel(first, self._model(self.second, fallback, counter=counter))

    def _model(
        self, endpoint: OpenAIEndpoint, model: str, *, counter: EndpointTokenCounter
    ) -> OpenAIChatModel:
        patience = patience_of(self.settings)
        return OpenAIChatModel(endpoint, model=model, patience=patience, counter=counter)


@asynccontextmanager
async def endpoints(settings: Settings, *, url: str, key: str | None) -> AsyncGenerator[Endpoints]:
    """Both, opened. `url` and `key` are the settings', or the demo model's."""
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(_endpoint(settings, url, key))
        second = first
        if settings.llm_fallback_base_url is not None:
            secret = settings.llm_fallback_api_key
            other = None if secret is None else secret.get_secret_value()
            second = await stack.enter_async_context(
                _endpoint(settings, settings.llm_fallback_base_url, other)
            )
        yield Endpoints(settings=settings, first=first, second=second)


def patience_of(settings: Settings) -> Patience:
    return Patience(
        connect=settings.model_connect_seconds,
        first=settings.model_first_word_seconds,
        between=settings.model_next_word_seconds,
        thinking=settings.model_thinking_seconds,
        total=settings.model_answer_seconds,
    )


def _endpoint(settings: Settings, url: str, key: str | None) -> OpenAIEndpoint:
    # What the doctor has not asked takes the usual shape: a prompt may be laid out for a laxer one.
    named = (settings.narrator_fallback, settings.scribe_fallback, settings.scribe_model)
    unasked = dict.fromkeys(("", *named), DEFAULT_ROLES)
    manners = Manners(
        connect_seconds=settings.model_connect_seconds,
        at_once=DEMO_ANSWERS_AT_ONCE if settings.demo else settings.model_answers_at_once,
        waiting=settings.model_answers_waiting,
        roles={**unasked, **roles_at(settings.troupe_data, url)},
    )
    policy = CircuitPolicy(
        failures=settings.model_rest_after, rest=timedelta(seconds=settings.model_rest_seconds)
    )
    breakers = Breakers(clock=SystemClock(), policy=policy, endpoint=url)
    return OpenAIEndpoint(base_url=url, api_key=key, manners=manners, breakers=breakers)
