"""Role tokens of common chat templates: what stands between turns, and whose turn follows."""

import re
from enum import Enum, auto

LONGEST_TOKEN = 44


class Turns(Enum):
    """What a role token says about the text after it."""

    OWN = auto()
    ANOTHERS = auto()
    OVER = auto()
    NOTHING = auto()


_OWN_ROLES = ("assistant", "model", "bot", "chatbot")
_OTHER_ROLES = ("user", "human", "system", "developer", "tool", "ipython", "function")
_ROLES = (*_OWN_ROLES, *_OTHER_ROLES)
_ROLE = re.compile(rf"\s*({'|'.join(_ROLES)})\b", re.IGNORECASE)
_OPENS_TURN = frozenset(
    {"im_start", "start_header_id", "start", "start_of_turn", "start_of_turn_token", "channel"}
)  # fmt: skip
_ENDS_TURN = frozenset(
    {"im_end", "eot_id", "eom_id", "end", "return", "endoftext", "end_of_text", "end_of_turn",
     "end_of_turn_token", "end of sentence", "eot", "endofprompt", "user_end", "assistant_end"}
)  # fmt: skip
_TOKEN = re.compile(
    r"<[|｜]([^|｜<>\n]{1,40})[|｜]>|<(start_of_turn|end_of_turn|bos|eos|pad|s|/s)>"
)
_MAY_BECOME = re.compile(r"<[|｜](?:[^|｜<>\n]{1,40}[|｜]?)?")
_BRACKETS = {
    "[INST]": Turns.ANOTHERS,
    "[/INST]": Turns.OWN,
    "<<SYS>>": Turns.ANOTHERS,
    "<</SYS>>": Turns.NOTHING,
    "[SYSTEM_PROMPT]": Turns.ANOTHERS,
    "[/SYSTEM_PROMPT]": Turns.NOTHING,
    "[AVAILABLE_TOOLS]": Turns.ANOTHERS,
    "[TOOL_CALLS]": Turns.ANOTHERS,
    "[gMASK]": Turns.NOTHING,
}
_BRACKET = re.compile("|".join(re.escape(mark) for mark in _BRACKETS))
_BRACKET_PREFIXES = frozenset(mark[:length] for mark in _BRACKETS for length in range(1, len(mark)))
_HARMONY = re.compile(r"<\|channel\|>\s*final\b")


def token_at(window: str, *, final: bool) -> tuple[Turns, int] | None:
    """The role token that `window` begins with, and its length with the role after it.

    None: there is none, or the role after it is not whole yet.
    """
    if bracket := _BRACKET.match(window):
        return _BRACKETS[bracket.group()], bracket.end()
    if channel := _HARMONY.match(window):
        return Turns.NOTHING, channel.end()
    token = _TOKEN.match(window)
    if token is None:
        return None
    name = (token.group(1) or token.group(2)).replace("▁", " ").strip().casefold()
    if name in _OPENS_TURN:
        return _opening(window, token.end(), final=final)
    return _named(name), token.end()


def _named(name: str) -> Turns:
    if name in _ENDS_TURN:
        return Turns.OVER
    role = name.removesuffix("_token").removeprefix("im_")
    if role in _OWN_ROLES:
        return Turns.OWN
    return Turns.ANOTHERS if role in _OTHER_ROLES else Turns.NOTHING


def _opening(window: str, end: int, *, final: bool) -> tuple[Turns, int] | None:
    role = _ROLE.match(window, end)
    if role and (final or role.end() < len(window)):
        own = role.group(1).casefold() in _OWN_ROLES
        return (Turns.OWN if own else Turns.ANOTHERS), role.end()
    if not final and _role_may_follow(window[end:]):
        return None
    return Turns.NOTHING, end


def _role_may_follow(after: str) -> bool:
    begun = after.strip().casefold()
    words = (*_ROLES, "final", "analysis", "commentary", "thought", "thinking")
    return any(word.startswith(begun) for word in words)


def may_become_token(window: str) -> bool:
    if window in _BRACKET_PREFIXES or _MAY_BECOME.fullmatch(window):
        return True
    token = _TOKEN.match(window)
    return token is not None and _role_may_follow(window[token.end() :])
