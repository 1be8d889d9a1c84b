"""Slash commands as a client sends them."""

from typing import Any

Json = dict[str, Any]
_SUB, _GROUP = 1, 2


def find_command(known: list[Json], wish: str) -> Json:
    """Find the command that `wish` begins with; context menus go by their whole name."""
    for command in known:
        if command["name"] in (wish, wish.split(maxsplit=1)[0]):
            return command
    names = ", ".join(each["name"] for each in known) or "none"
    message = f"There is no command {wish!r} here; there are: {names}"
    raise AssertionError(message)


def with_options(
    command: Json, wish: str, given: dict[str, object], *, focused: str | None = None
) -> Json:
    """Return the interaction's data for "name", "name sub" or "name group sub"."""
    inner, known = wish.split()[1:], command.get("options", [])
    path: list[Json] = []
    for name in inner:
        found = next(each for each in known if each["name"] == name)
        path.append(found)
        known = found.get("options", [])
    options = [_option(known, name, value, focused=focused) for name, value in given.items()]
    for part in reversed(path):
        options = [{"type": part["type"], "name": part["name"], "options": options}]
    return {
        "id": command["id"],
        "name": command["name"],
        "type": command["type"],
        "options": options,
    }


def _option(known: list[Json], name: str, value: object, *, focused: str | None) -> Json:
    found = next((each for each in known if each["name"] == name), None)
    if found is None:
        message = f"There is no option {name!r}; there are: {[each['name'] for each in known]}"
        raise AssertionError(message)
    option: Json = {"type": found["type"], "name": name, "value": value}
    return {**option, "focused": True} if name == focused else option
