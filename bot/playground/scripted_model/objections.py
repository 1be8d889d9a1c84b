"""Why a model will not even read a request: a parameter it does not take, a chat laid out wrongly.

The messages are OpenAI's for parameters, and those of common chat templates for roles.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.playground.scripted_model.answers import Said
from bot.playground.scripted_model.rules import Script


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    message: str
    code: str | None = None
    param: str | None = None


def objection_to(
    body: Mapping[str, object], messages: Sequence[Said], script: Script
) -> Objection | None:
    named = next((name for name in script.refuses if name in body), None)
    if named is not None:
        message = f"Unsupported parameter: '{named}' is not supported with this model."
        return Objection(message=message, code="unsupported_parameter", param=named)
    wrong = _wrong_roles([said.role for said in messages], script)
    return Objection(message=wrong) if wrong else None


def _wrong_roles(roles: Sequence[str], script: Script) -> str:
    if script.system == "none" and "system" in roles:
        return "System role not supported"
    if script.system == "first" and "system" in roles[1:]:
        return "System message must be at the beginning."
    if script.alternates:
        turns = [role for role in roles if role != "system"]
        if any(role != ("user", "assistant")[n % 2] for n, role in enumerate(turns)):
            return "Conversation roles must alternate user/assistant/user/assistant/..."
    return ""
