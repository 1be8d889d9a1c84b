"""How long a text is for Discord, and where it may be cut without breaking a character."""

import unicodedata

_JOINER = "\u200d"


def size(text: str) -> int:
    """UTF-16 units: the strictest way in which a client of Discord counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def is_boundary(text: str, at: int) -> bool:
    """Whether a cut before `text[at]` keeps what is seen as one character whole."""
    if at <= 0 or at >= len(text):
        return True
    before, after = text[at - 1], text[at]
    if before == _JOINER or _extends(after) or (before == "\r" and after == "\n"):
        return False
    return not (_is_flag_half(after) and _flag_halves_before(text, at) % 2)


def clipped(text: str, room: int) -> str:
    """The longest beginning of at most `room` units that breaks no character."""
    end, used = 0, 0
    for at, character in enumerate(text):
        if is_boundary(text, at):
            end = at
        used += size(character)
        if used > room:
            return text[:end]
    return text


def _extends(character: str) -> bool:
    """Combining marks, variation selectors, skin tones, flag tags, the joiner itself."""
    return (
        character == _JOINER
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
        or unicodedata.category(character) in {"Mn", "Me", "Mc"}
    )


def _is_flag_half(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _flag_halves_before(text: str, at: int) -> int:
    count = 0
    while count < at and _is_flag_half(text[at - 1 - count]):
        count += 1
    return count
