"""Members as they are posted."""

from dataclasses import replace
from datetime import datetime

from bot.playground.world.forms.form import Form
from bot.playground.world.people import Member

# Clients send these with every change; voice plays no part here.
_IGNORED = ("mute", "deaf", "channel_id", "flags")


def changed_member(form: Form, member: Member) -> Member:
    """Return the member as the form wants them; what was not sent stays."""
    form.know(*_IGNORED)
    nick = form.text("nick", most=32)
    roles = form.snowflakes("roles", most=350)
    until = _moment(form, "communication_disabled_until")
    return replace(
        member,
        nick=(nick or None) if form.sent("nick") else member.nick,
        roles=tuple(dict.fromkeys(roles)) if form.has("roles") else member.roles,
        timed_out_until=until
        if form.sent("communication_disabled_until")
        else member.timed_out_until,
    )


def _moment(form: Form, key: str) -> datetime | None:
    text = form.text(key, most=40)
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        message = f"Could not parse {text}. Should be ISO8601."
        form.fail(key, code="DATE_TIME_TYPE_PARSE", message=message)
        return None
    return found
