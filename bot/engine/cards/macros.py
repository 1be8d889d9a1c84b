"""Macros in card texts: who speaks and who plays, filled in when a prompt is rendered."""

import re

# ASCII: when case is ignored, Unicode has a second letter (a long s) that counts as s.
_MACRO = re.compile(
    r"\{\{[ \t]*(char|user|original)[ \t]*\}\}|<(bot|char|user)>", re.IGNORECASE | re.ASCII
)


def expand(text: str, *, char: str, user: str, original: str = "") -> str:
    """Fill in `{{char}}`, `<CHAR>`, `<BOT>`, `{{user}}`, `<USER>` and `{{original}}`, in any case.

    One pass: what is filled in is never looked at again, so a persona named `{{original}}` stays
    a name. Macros that we do not know stay as they are written.
    """
    meant = {"char": char, "bot": char, "user": user, "original": original}
    return _MACRO.sub(lambda found: meant[(found[1] or found[2]).lower()], text)
