"""Telling an answer in another language than the scene's, where the script alone shows it."""

import re
from collections.abc import Sequence

_SCRIPTS = {
    "latin": re.compile(r"[A-Za-zÀ-ɏḀ-ỿ]"),
    "greek": re.compile(r"[Ͱ-Ͽἀ-῿]"),
    "cyrillic": re.compile(r"[Ѐ-ԯ]"),
    "hebrew": re.compile(r"[֐-׿]"),
    "arabic": re.compile(r"[؀-ۿݐ-ݿ]"),
    "devanagari": re.compile(r"[ऀ-ॿ]"),
    "thai": re.compile(r"[฀-๿]"),
    "hangul": re.compile(r"[가-힣ᄀ-ᇿ]"),
    # Japanese mixes these, and Chinese is one of them: telling the two apart is no clear case.
    "han and kana": re.compile(r"[぀-ヿ㐀-鿿]"),
}
_MOSTLY = 0.6
_HARDLY = 0.02
_ENOUGH_ANSWER = 12
"""Letters; fewer may be a name or a cry. One character of Chinese says more than one of Latin."""
_ENOUGH_SCENE = 60


def _shares(text: str) -> tuple[int, dict[str, float]]:
    if text.isascii():
        letters = sum(map(str.isalpha, text))
        return letters, {"latin": 1.0} if letters else {}
    counts = {script: len(letter.findall(text)) for script, letter in _SCRIPTS.items()}
    letters = sum(counts.values())
    return letters, {script: count / letters for script, count in counts.items() if count}


def is_foreign(answer: str, *, scene: Sequence[str]) -> bool:
    """Whether the answer is mostly in a script that the scene has hardly used.

    Only where both are long enough to tell. A scene that has used the script at all may go on.
    """
    letters, shares = _shares(answer)
    if letters < _ENOUGH_ANSWER:
        return False
    script = max(shares, key=lambda name: shares[name])
    scene_letters, scene_shares = _shares("\n".join(scene))
    return (
        shares[script] >= _MOSTLY
        and scene_letters >= _ENOUGH_SCENE
        and scene_shares.get(script, 0.0) < _HARDLY
    )
