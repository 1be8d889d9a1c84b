"""The named presets of sampling: `sampling.toml` beside the prompts."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from bot.engine.sampling.values import Sampling

FILE = "sampling.toml"

_PRESETS = TypeAdapter(dict[str, Sampling])


class BadPresets(ValueError):
    """The message says where and why."""


def load_presets(folder: Path) -> Mapping[str, Sampling]:
    """The presets of a prompts' folder; none if it has no such file.

    Raises:
        BadPresets: it is no TOML, or a value cannot be.
    """
    try:
        text = (folder / FILE).read_text(encoding="utf-8")
        return _PRESETS.validate_python(tomllib.loads(text))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        msg = f"{FILE}: {error}"
        raise BadPresets(msg) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"])
        msg = f"{FILE}: {place}: {first['msg']}"
        raise BadPresets(msg) from error
