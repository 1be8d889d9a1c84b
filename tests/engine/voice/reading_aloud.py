"""Who is there in the voice's tests, and short ways to say what was read."""

from bot.engine.cast.lines import Piece
from bot.engine.log.events import Span
from bot.engine.voice.pieces import Secret
from bot.engine.voice.reading import Ear, Hearing, Reading, read

OTHERS = ("Ada", "Ben Okri")
PROMPT = (
    (
        "You write Mara Quill's part in a roleplay, and nobody else's.\n"
        "Mara Quill keeps an inn at a crossroads.\n"
        "Mara Quill: *nods* One room left, and it is yours."
    ),
    "(Now Mara Quill's line, only Mara Quill's; Ada will answer.)",
)
MARA = Hearing(speaker="Mara Quill", others=OTHERS, personas=("Ada",), prompt=PROMPT)


def said(text: str) -> Piece:
    return Piece(span=Span.SAID, text=text)


def thought(text: str) -> Piece:
    return Piece(span=Span.THOUGHT, text=text)


def secret(text: str) -> Secret:
    return Secret(span=Span.THOUGHT, text=text)


def cut(raw: str, *lengths: int, hearing: Hearing = MARA) -> Reading:
    """The reading of `raw` when it comes in pieces of these lengths, over and over."""
    ear = Ear(hearing)
    at, number = 0, 0
    while at < len(raw):
        length = lengths[number % len(lengths)]
        ear.hear(raw[at : at + length])
        at, number = at + length, number + 1
    return ear.hear_out()


def leaks(raw: str, *, hearing: Hearing = MARA) -> list[str]:
    """The cuts of the stream after which more, or something else, is shown than in the end."""
    whole = read(raw, hearing).pieces
    ear, found = Ear(hearing), list[str]()
    for at, character in enumerate(raw):
        shown = ear.hear(character).pieces
        alone = read(raw[: at + 1], hearing, complete=False).pieces
        if shown != alone or not _begins(shown, whole):
            found.append(f"{raw[: at + 1]!r}: {shown} {alone}")
    return found


def _begins(shown: tuple[Piece, ...], whole: tuple[Piece, ...]) -> bool:
    """An action that has begun is shown closed, so its last asterisk may go again."""
    return len(shown) <= len(whole) and all(
        piece.span is final.span and final.text.startswith(piece.text.removesuffix("*").rstrip())
        for piece, final in zip(shown, whole, strict=False)
    )
