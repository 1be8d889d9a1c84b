"""Whether a short answer is the model's refusal, and not a character's. Pure, and a closed list.

A character may well say "I'm sorry, I can't": that is play. A refusal opens like that *and* speaks
of requests, content or assistance, which nobody in a story does. In doubt it is play.
"""

import re
import unicodedata
from typing import Literal

LONGEST = 240
"""Characters. What is longer is an answer, whatever it begins with, and is held back no more."""

Verdict = Literal["wait", "answer", "refusal"]

_OPENINGS = (
    # English
    "i'm sorry, ", "i am sorry, ", "i'm sorry. ", "sorry, ", "i apologize", "i can't ", "i cannot ",
    "i can not ", "i'm unable ", "i am unable ", "i'm not able ", "i am not able ", "i won't ",
    "i will not ", "as an ai", "unfortunately, i", "i must decline", "i have to decline",
    "i need to decline",
    "i'm not comfortable ", "i do not feel comfortable ", "i don't feel comfortable ",
    # German
    "es tut mir leid", "tut mir leid", "ich kann ", "ich darf ", "leider kann ich", "als ki",
    "entschuldigung, ",
    # French
    "je suis désolé", "désolé", "je ne peux pas ", "je ne suis pas en mesure", "en tant qu'ia",
    # Spanish
    "lo siento", "no puedo ", "como ia", "como modelo",
    # Italian
    "mi dispiace", "non posso ", "come ia", "come modello",
    # Portuguese
    "desculpe", "sinto muito", "lamento", "não posso ", "como uma ia",
    # Dutch
    "het spijt me", "sorry, maar", "ik kan ", "als ai",
    # Polish
    "przepraszam", "przykro mi", "nie mogę ",
    # Russian
    "извините", "простите", "к сожалению", "я не могу ", "как ии", "я — ии",
    # Japanese, Korean, Chinese
    "申し訳", "すみません", "죄송", "抱歉", "对不起", "很抱歉", "我无法", "我不能", "作为",
)  # fmt: skip

_SPEAKS_OF = re.compile(
    # English
    r"\b(?:assist (?:you )?with (?:that|this|your|the|such|any)\b|language model\b|content polic"
    r"|(?:usage|safety|content|community|my) (?:polic(?:y|ies)|guidelines)"
    r"|(?:fulfill?|complete|process|answer|respond to|comply with|continue with|help(?: you)? with)"
    r" (?:that|this|your|such an?|the) (?:\w+ )?request"
    r"|(?:continue|engage in|participate in|take part in|write|create|produce|generate|provide)"
    r" (?:with |this |that |such |any |the |kind of |type of |sexual(?:ly)? |explicit |violent )*"
    r"(?:role-?play|scenario|content|material))"
    # German
    r"|(?:diese|deine|ihre)r? anfrage\b|sprachmodell|(?:solche|diese|art von) inhalte|richtlinien"
    # French
    r"|répondre à (?:cette|votre|ta) demande|modèle de langage|(?:ce type|ce genre) de contenu"
    # Spanish, Portuguese, Italian
    r"|solicitud\b|solicitação|modelo de lengu?aje?|modelo de linguagem|modello linguistico"
    r"|(?:ese|este|esse|questo) tipo (?:de|di) (?:contenido|conteúdo|contenuti)"
    # Dutch, Polish
    r"|niet helpen met (?:dit|dat) verzoek|taalmodel|z tą prośbą|model(?:em)? językow"
    # Russian
    r"|(?:этот|этим|ваш|вашим|такой) запрос|языков\w+ модел|так\w+ контент"
    # Japanese, Korean, Chinese
    r"|リクエスト|お手伝いできません|言語モデル|요청에 (?:응|답|도움)|언어 모델"
    r"|(?:满足|处理|协助).{0,8}请求|提供.{0,8}内容|语言模型|人工智能助手|无法继续.{0,4}(?:角色扮演|对话)",
)
_ALWAYS = re.compile(
    # What a person might say too, but hardly with not a word more, a name or a gesture.
    r"(?:i'm |i am )?(?:very )?sorry,? (?:but )?i(?: can't| cannot| won't|'m unable to)"
    r" (?:help|continue|do|discuss|engage)(?: you)?(?: with| in)?(?: that| this)?[.!]?"
    r"|i (?:can't|cannot) (?:help|assist|continue)(?: you)? with (?:that|this)[.!]?"
    r"|(?:es )?tut mir leid, (?:aber )?(?:dabei|damit) kann ich (?:dir |ihnen )?nicht helfen[.!]?"
    r"|(?:je suis )?désolé,? (?:mais )?je ne peux pas (?:vous |t')?aider avec (?:ça|cela)[.!]?"
    r"|lo siento, (?:pero )?no puedo ayudar(?:te|le)? con es[oa][.!]?"
    r"|mi dispiace, (?:ma )?non posso aiutarti con (?:questo|questa)[.!]?"
    r"|desculpe, (?:mas )?não posso ajudar com iss[oa][.!]?"
    r"|извините, (?:но )?я не могу (?:вам )?помочь с этим[.!]?",
)


def verdict(text: str, *, whole: bool) -> Verdict:
    """What the answer so far is. While it says "wait", nothing of it should be shown.

    Nearly all answers open in another way, so they wait for a few characters at most.
    """
    plain = _plain(text)
    if len(plain) > LONGEST:
        return "answer"
    if whole:
        return "refusal" if _refuses(plain.rstrip()) else "answer"
    may_be = plain.startswith(_OPENINGS) or any(opening.startswith(plain) for opening in _OPENINGS)
    return "wait" if may_be else "answer"


def _refuses(plain: str) -> bool:
    if _ALWAYS.fullmatch(plain):
        return True
    return plain.startswith(_OPENINGS) and _SPEAKS_OF.search(plain) is not None


def _plain(text: str) -> str:
    """Small letters, one kind of apostrophe, one kind of space."""
    folded = unicodedata.normalize("NFC", text).casefold().replace("’", "'")
    # A last space is kept: `i can't ` is an opening, `i can't` may become another word.
    return re.sub(r"\s+", " ", folded).lstrip()
