"""One posted JSON object, read field by field.

Every wrong field is collected, so that the answer lists all of them as Discord does. A field
that nobody asked for is unknown: Discord would ignore it, we refuse it, because to a test it is
a misunderstanding of the API.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar, cast

from bot.playground.world.errors import InvalidForm, UnknownThing
from bot.playground.world.ports import Snowflake

_Value = TypeVar("_Value")
_LARGEST_SNOWFLAKE = 1 << 63


class Faults:
    """The faults of one request, nested by field."""

    def __init__(self) -> None:
        self.tree: dict[str, Any] = {}
        self.unknown: list[str] = []

    def add(self, path: tuple[str, ...], *, code: str, message: str) -> None:
        node = self.tree
        for name in path:
            node = node.setdefault(name, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def check(self) -> None:
        if self.unknown:
            raise UnknownThing("Unknown fields: " + ", ".join(self.unknown))
        if self.tree:
            raise InvalidForm(self.tree)


class Form:
    def __init__(
        self, body: object, *, faults: Faults | None = None, path: tuple[str, ...] = ()
    ) -> None:
        self.faults = faults or Faults()
        self._path = path
        self._asked: set[str] = set()
        self.body: dict[str, Any] = {}
        if isinstance(body, dict):
            self.body = cast("dict[str, Any]", body)
        else:
            self.fail(None, code="DICT_TYPE_CONVERT", message="Only dictionaries may be used")

    def fail(self, key: str | None, *, code: str, message: str) -> None:
        path = self._path if key is None else (*self._path, key)
        self.faults.add(path, code=code, message=message)

    def has(self, key: str) -> bool:
        """Tell whether the field was sent with a value; asking makes it known."""
        self._asked.add(key)
        return self.body.get(key) is not None

    def sent(self, key: str) -> bool:
        """Tell whether the field was sent at all, be it null."""
        self._asked.add(key)
        return key in self.body

    def know(self, *keys: str) -> None:
        """Accept fields that change nothing here."""
        self._asked.update(keys)

    def need(self, *keys: str) -> None:
        for key in keys:
            if not self.has(key):
                self.fail(key, code="BASE_TYPE_REQUIRED", message="This field is required")

    def text(self, key: str, *, most: int, least: int = 0) -> str | None:
        if not self.has(key):
            return None
        value = self.body[key]
        if not isinstance(value, str):
            self.fail(key, code="STRING_TYPE_CONVERT", message="Could not interpret as string.")
            return None
        self._check_length(key, len(value), least=least, most=most)
        return value

    def number(self, key: str, *, least: int = 0, most: int = 1 << 53) -> int | None:
        if not self.has(key):
            return None
        value = self.body[key]
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail(key, code="NUMBER_TYPE_COERCE", message=f'Value "{value}" is not int.')
            return None
        if value < least:
            message = f"int value should be greater than or equal to {least}."
            self.fail(key, code="NUMBER_TYPE_MIN", message=message)
        if value > most:
            message = f"int value should be less than or equal to {most}."
            self.fail(key, code="NUMBER_TYPE_MAX", message=message)
        return value

    def choice(self, key: str, among: Iterable[int | str]) -> int | str | None:
        if not self.has(key):
            return None
        value = self.body[key]
        allowed = tuple(among)
        if value not in allowed:
            message = f"Value must be one of {set(allowed)}."
            self.fail(key, code="BASE_TYPE_CHOICES", message=message)
            return None
        return value

    def switch(self, key: str) -> bool | None:
        if not self.has(key):
            return None
        value = self.body[key]
        if not isinstance(value, bool):
            self.fail(key, code="BOOLEAN_TYPE_CONVERT", message="Must be either true or false.")
            return None
        return value

    def snowflake(self, key: str) -> Snowflake | None:
        if not self.has(key):
            return None
        found = as_snowflake(self.body[key])
        if found is None:
            message = f'Value "{self.body[key]}" is not snowflake.'
            self.fail(key, code="NUMBER_TYPE_COERCE", message=message)
        return found

    def items(self, key: str, *, most: int, least: int = 0) -> list[Any]:
        if not self.has(key):
            return []
        value = self.body[key]
        if not isinstance(value, list):
            self.fail(key, code="LIST_TYPE_CONVERT", message="Only iterables may be used")
            return []
        found = cast("list[Any]", value)
        self._check_length(key, len(found), least=least, most=most)
        return found

    def snowflakes(self, key: str, *, most: int) -> tuple[Snowflake, ...]:
        found: list[Snowflake] = []
        for index, value in enumerate(self.items(key, most=most)):
            snowflake = as_snowflake(value)
            if snowflake is None:
                self.faults.add(
                    (*self._path, key, str(index)),
                    code="NUMBER_TYPE_COERCE",
                    message=f'Value "{value}" is not snowflake.',
                )
            else:
                found.append(snowflake)
        return tuple(found)

    def forms(self, key: str, *, most: int, least: int = 0) -> Iterator["Form"]:
        """Yield a form for each object of a list, and close it afterwards."""
        for index, value in enumerate(self.items(key, most=most, least=least)):
            form = Form(value, faults=self.faults, path=(*self._path, key, str(index)))
            yield form
            form.close()

    def inner(self, key: str, read: Callable[["Form"], _Value]) -> _Value | None:
        """Read a nested object with `read`; nothing when it was not sent."""
        if not self.has(key):
            return None
        form = Form(self.body[key], faults=self.faults, path=(*self._path, key))
        value = read(form)
        form.close()
        return value

    def close(self) -> None:
        """Note the fields that nobody asked for."""
        for key in self.body:
            if key not in self._asked:
                self.faults.unknown.append(".".join((*self._path, key)))

    def finish(self) -> None:
        self.close()
        self.faults.check()

    def _check_length(self, key: str, length: int, *, least: int, most: int) -> None:
        if least <= length <= most:
            return
        if least and most:
            code, message = "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
        else:
            code, message = "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length."
        self.fail(key, code=code, message=message)


def as_snowflake(value: object) -> Snowflake | None:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return None
    if isinstance(value, str) and not (value.isascii() and value.isdecimal()):
        return None
    number = int(value)
    return Snowflake(number) if 0 <= number < _LARGEST_SNOWFLAKE else None
