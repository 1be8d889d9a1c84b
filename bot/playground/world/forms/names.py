"""Names that Discord takes and those it refuses."""

import re

from bot.playground.world.forms.form import Form

WEBHOOK_NAME = 80
_NOT_INSIDE = ("discord", "clyde")
_NOT_EXACTLY = ("everyone", "here")
_COMMAND = re.compile(r"[-_'\w]{1,32}", re.UNICODE)


def webhook_name(form: Form, key: str) -> str | None:
    """Read a webhook's name, or the name it takes for one message."""
    name = form.text(key, least=1, most=WEBHOOK_NAME)
    if name is None:
        return None
    for word in _NOT_INSIDE:
        if word in name.lower():
            form.fail(
                key,
                code="USERNAME_INVALID_CONTAINS",
                message=f'Username cannot contain "{word}"',
            )
    if name.strip().lower() in _NOT_EXACTLY:
        form.fail(key, code="USERNAME_INVALID", message=f'Username cannot be "{name.strip()}"')
    if not name.strip():
        form.fail(key, code="BASE_TYPE_REQUIRED", message="This field is required")
    return name.strip()


def command_name(form: Form, *, is_slash: bool) -> str:
    """Read a command's or option's name: slash names are lower case and have no spaces."""
    form.need("name")
    name = form.text("name", least=1, most=32) or ""
    if name and is_slash and (not _COMMAND.fullmatch(name) or name != name.lower()):
        form.fail(
            "name",
            code="APPLICATION_COMMAND_INVALID_NAME",
            message="Command name is invalid",
        )
    return name
