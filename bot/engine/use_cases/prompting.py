"""Asking the narrator's model for one line: the prompt, the terms, and a smaller try."""

from dataclasses import dataclass

from bot.engine.cards.card import Card
from bot.engine.cast.views import View
from bot.engine.errors import PromptTooLong
from bot.engine.ports import ChatModel, ChatRequest
from bot.engine.prompt.assembly import Prompt, PromptWriter
from bot.engine.prompt.budget import Budget, smaller
from bot.engine.sampling.values import DEFAULT_SAMPLING, Sampling
from bot.engine.use_cases.streaming import Screen, Utterance, listen
from bot.engine.voice.verdicts import Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How long an answer may get, how its words are chosen, and what a day may cost."""

    max_tokens: int
    sampling: Sampling = DEFAULT_SAMPLING
    tokens_per_day: int | None = None


class Prompting:
    """Remembers how much the endpoint reads, once it has said so, for all turns to come."""

    def __init__(self, *, model: ChatModel, prompts: PromptWriter, terms: Terms) -> None:
        self._model = model
        self._prompts = prompts
        self._terms = terms
        self._budget = prompts.budget

    async def ask(
        self,
        view: View,
        card: Card,
        *,
        utterance: Utterance,
        line: Screen,
        fault: Fault | None = None,
    ) -> None:
        """Let the model speak into `utterance`. A prompt that is too long is shortened once.

        `fault`: what was wrong with its last answer.

        Raises:
            CardTooLarge, ModelFailed.
        """
        prompt = self._written(view, card, fault=fault, budget=self._budget)
        try:
            await self._listen(prompt, card, utterance=utterance, line=line)
        except PromptTooLong as error:
            budget = self._after(error, prompt)
            prompt = self._written(view, card, fault=fault, budget=budget)
            await self._listen(prompt, card, utterance=utterance, line=line)

    def _written(self, view: View, card: Card, *, fault: Fault | None, budget: Budget) -> Prompt:
        return self._prompts.narrator(view, card, fault=fault, budget=budget)

    async def _listen(
        self, prompt: Prompt, card: Card, *, utterance: Utterance, line: Screen
    ) -> None:
        request = ChatRequest(
            purpose=f"narrator {card.name}",
            messages=prompt.messages,
            max_tokens=self._terms.max_tokens,
            sampling=self._terms.sampling,
        )
        before = utterance.summary
        # The ends of the prompt are ours; what is between them was said by somebody.
        utterance.begin((prompt.messages[0].content, prompt.messages[-1].content))
        try:
            await listen(self._model, request, utterance=utterance, line=line)
        finally:
            if utterance.summary is not before:  # what failed or said nothing has cost as well
                utterance.summary.usage += before.usage

    def _after(self, error: PromptTooLong, prompt: Prompt) -> Budget:
        told = error.params.get("limit")
        limit = told if isinstance(told, int) else None
        budget = smaller(
            self._budget, refused=prompt.tokens, limit=limit, answer=self._terms.max_tokens
        )
        if limit is not None:
            self._budget = budget
        return budget
