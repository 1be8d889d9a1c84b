"""Where the folders of content lie: `characters/` and `prompts/`."""

from pathlib import Path

import bot

CHECKOUT = Path(bot.__file__).resolve().parent.parent


def place_of(folder: Path, *, checkout: Path = CHECKOUT) -> Path:
    """The folder as given if it is there, else the one beside `bot`, else the one in the wheel.

    So Troupe can be started from anywhere, and a host's own folder goes before ours. If none
    is there, the answer is the one that was asked for, so that errors name what people wrote.
    """
    places = (folder, checkout / folder, checkout / "bot" / "content" / folder)
    return next((place for place in places if place.exists()), folder)
