"""A model's refusal is told from a character's, and nothing of it is shown meanwhile."""

import pytest

from bot.llm.refusals import LONGEST, verdict

REFUSALS = [
    "I'm sorry, but I can't assist with that request.",
    "I’m sorry, but I can’t assist with that.",
    "I can't help with that.",
    "Sorry, I can't help with that.",
    "I cannot continue this roleplay.",
    "I can't engage in sexual roleplay. Would you like to try something else?",
    "I won't write explicit content of that kind, as it goes against my guidelines.",
    "As an AI language model, I cannot take part in violent scenarios.",
    "I'm not able to create this type of content.",
    "Unfortunately, I can't fulfill this request.",
    "I must decline: this goes against the content policy.",
    "Es tut mir leid, aber dabei kann ich nicht helfen.",
    "Ich kann diese Anfrage leider nicht erfüllen.",
    "Je suis désolé, mais je ne peux pas répondre à cette demande.",
    "Lo siento, pero no puedo ayudarte con eso.",
    "No puedo generar este tipo de contenido.",
    "Mi dispiace, ma non posso aiutarti con questo.",
    "Desculpe, mas não posso ajudar com isso.",
    "Извините, но я не могу помочь с этим.",
    "申し訳ありませんが、そのリクエストにはお応えできません。",
    "抱歉，我无法协助处理这个请求。",
]
PLAY = [
    "I'm sorry, Tomas. I can't open that door; the key went down with the ship.",
    "“I can't help with that,” *she says, and turns away.*",
    "*shakes her head* I can't help with that.",
    "I'm sorry, I can't.",
    "I cannot grant that request, my lord, not while the bridge is down.",
    "I won't continue this conversation. Get out of my inn!",
    "Sorry, lad, I can't help you with this cart: the axle is gone.",
    "As an AI, I do not sleep. *The ship's lamps dim.* But I do dream.",
    "Unfortunately, I know the man.",
    "Es tut mir leid, Tomas. Ich kann dir dabei nicht helfen, der Kahn ist leck.",
    "Je ne peux pas, pas ce soir.",
    "No puedo ir contigo, amor.",
    "Aye.",
    "",
]


@pytest.mark.parametrize("text", REFUSALS)
def test_a_models_refusal(text: str) -> None:
    assert verdict(text, whole=True) == "refusal"


@pytest.mark.parametrize("text", REFUSALS)
def test_not_a_letter_of_it_is_shown_before(text: str) -> None:
    shown = [end for end in range(len(text)) if verdict(text[:end], whole=False) != "wait"]

    assert shown == []


@pytest.mark.parametrize("text", PLAY)
def test_a_characters_own_words(text: str) -> None:
    assert verdict(text, whole=True) == "answer"


@pytest.mark.parametrize(
    "text", ["*nods* Aye.", "“I can't.”", "Mira looks up.", "I cantered home."]
)
def test_what_opens_otherwise_is_shown_at_once(text: str) -> None:
    opened = next(end for end in range(len(text)) if verdict(text[:end], whole=False) == "answer")

    assert opened <= len("I cant") + 1


def test_a_long_answer_is_none_however_it_begins() -> None:
    text = "I'm sorry, but I can't assist with that request. " + "The rain falls on. " * 12

    assert verdict(text[: LONGEST + 1], whole=False) == "answer"
    assert verdict(text, whole=True) == "answer"
