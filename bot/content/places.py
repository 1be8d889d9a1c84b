"""Where the folders of content lie: `characters/` and `prompts/`."""

from pathlib import Path

import bot

CHECKOUT = Path(bot.__file__).resolve().parent.parent


def place_of(folder: Path, *, checkout: Path = CHECKOUT) -> Path:
    """The folder as given if it is there, else the one beside the `bot` package.

    So Troupe can be started from anywhere, and a host's own folder goes before ours. If neither
    is there, the answer is the one that was asked for, so that errors name what people wrote.
    """
    beside = checkout / folder
    return beside if not folder.exists() and beside.exists() else folder
