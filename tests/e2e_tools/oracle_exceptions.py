"""Where traffic and Discord's OpenAPI file differ, and why that is right. May only shrink."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Exempt:
    # The place in Discord's file that traffic differs from, as a JSON pointer.
    schema: str
    # Patterns: "METHOD /path", the place in request or reply, and the validator's message.
    about: str
    where: str
    message: str
    evidence: str

    def fits(self, about: str, *, where: str, message: str) -> bool:
        return bool(
            re.fullmatch(self.about, about)
            and re.fullmatch(self.where, where)
            and re.search(self.message, message)
        )


_INT_IDS = (
    "discord.py 2.7.1 sends ids as numbers (message.py MessageReference.to_dict, file.py "
    "File.to_dict, mentions.py AllowedMentions.to_dict) and Discord takes them: its own "
    "reference says that ids may be sent as strings or integers"
)
AT_MOST = 2
"""How many there may be. It goes down with the list, and never up."""
EXCEPTIONS: tuple[Exempt, ...] = (
    Exempt(
        schema="#/components/schemas/SnowflakeType",
        about="(POST|PATCH|PUT) .*",
        where=r"request .*\b(id|\w+_id|ids|users|roles|messages|applied_tags|parse)(/\*)?",
        message=r"^\d+ is not of type '(string|null)'",
        evidence=_INT_IDS,
    ),
    Exempt(
        schema="#/paths/~1channels~1{channel_id}~1threads/post",
        about="POST /channels/[0-9]+/threads",
        where="query use_nested_fields",
        message="is not in",
        evidence="discord.py 2.7.1 http.py start_thread_in_forum sends it with every forum post",
    ),
)


def in_short() -> list[str]:
    """The list as the end of a test run prints it."""
    title = f"Where traffic may differ from Discord's file ({len(EXCEPTIONS)}, never more):"
    return [title, *(f"  {each.schema}: {each.evidence}" for each in EXCEPTIONS)]
