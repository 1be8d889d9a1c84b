"""Chat with any endpoint that speaks the OpenAI API, through its SDK's fast path.

Left to itself the SDK copies every message of a request and builds a typed object for every
piece of the answer, which costs more than all else in a turn. So the messages go in as extra
body, which it does not look at, and the answer is read as bytes. Its auth, retries and
connections stay in use.
"""

from bot.engine.ports import ChatModel, ChatRequest
from bot.llm.endpoint import OpenAIEndpoint
from bot.llm.patience import Patience
from bot.llm.reply import Asking, OpenAIReply
from bot.llm.tokens import EndpointTokenCounter


class OpenAIChatModel(ChatModel):
    """One model of one endpoint. Without a name it is the first that the endpoint lists."""

    def __init__(
        self,
        endpoint: OpenAIEndpoint,
        *,
        model: str = "",
        patience: Patience | None = None,
        counter: EndpointTokenCounter | None = None,
    ) -> None:
        self._endpoint = endpoint
        self._model = model
        self._patience = patience or Patience()
        self._counter = counter

    def stream(self, request: ChatRequest) -> OpenAIReply:
        return OpenAIReply(
            Asking(
                endpoint=self._endpoint,
                request=request,
                model=self._model,
                patience=self._patience,
                counter=self._counter,
            )
        )
