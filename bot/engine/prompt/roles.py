"""How an endpoint wants a chat laid out: who may say what, and in which order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.engine.ports import ChatMessage, Role

SystemPlace = Literal["anywhere", "first", "none"]

OPENING = "(The scene begins.)"
"""What a person says first where the story begins with the speaker's own line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RolePolicy:
    """`alternate`: user and assistant must take turns, and a user begins.

    The defaults are the shape that nearly every endpoint takes.
    """

    system: SystemPlace = "first"
    alternate: bool = True


DEFAULT_ROLES = RolePolicy()

_STRICTER: tuple[SystemPlace, ...] = ("anywhere", "first", "none")


def strictest(one: RolePolicy, other: RolePolicy) -> RolePolicy:
    """What both allow."""
    place = max(_STRICTER.index(one.system), _STRICTER.index(other.system))
    return RolePolicy(system=_STRICTER[place], alternate=one.alternate or other.alternate)


def laid_out(messages: Sequence[ChatMessage], policy: RolePolicy) -> tuple[ChatMessage, ...]:
    """The same words in a shape that the policy allows.

    A system message that may not stand where it is becomes a user's: the words must not be lost.
    Laying out twice changes nothing, so a stricter endpoint can take what another would.
    """
    placed = _placed(messages, policy.system)
    if not policy.alternate:
        return tuple(placed)
    return tuple(_merged(_begun_by_a_user(placed)))


def _placed(messages: Iterable[ChatMessage], system: SystemPlace) -> list[ChatMessage]:
    placed: list[ChatMessage] = []
    leading = True
    for message in messages:
        leading = leading and message.role == "system"
        allowed = system == "anywhere" or (system == "first" and leading)
        role: Role = "user" if message.role == "system" and not allowed else message.role
        one = ChatMessage(role=role, content=message.content)
        if system == "first" and role == "system" and placed:
            placed[-1] = _joined(placed[-1], one)  # "first" means one
        else:
            placed.append(one)
    return placed


def _begun_by_a_user(messages: list[ChatMessage]) -> list[ChatMessage]:
    first = next((n for n, said in enumerate(messages) if said.role != "system"), None)
    if first is None or messages[first].role == "user":
        return messages
    opening = ChatMessage(role="user", content=OPENING)
    return [*messages[:first], opening, *messages[first:]]


def _merged(messages: Iterable[ChatMessage]) -> list[ChatMessage]:
    merged: list[ChatMessage] = []
    for message in messages:
        if merged and merged[-1].role == message.role:
            merged[-1] = _joined(merged[-1], message)
        else:
            merged.append(message)
    return merged


def _joined(one: ChatMessage, other: ChatMessage) -> ChatMessage:
    return ChatMessage(role=one.role, content=f"{one.content}\n\n{other.content}")
