"""A playground server with many messages, alone in its process: `python -m bench._full COUNT`.

It serves a page and saves its world to a file, as the playground does. Prints how much memory
the process had at most, in MB.
"""

import asyncio
import resource
import sys
import tempfile
from pathlib import Path

from bot.playground.server import serve
from bot.playground.world.acts.sending import send
from bot.playground.world.beginning import new_world
from bot.playground.world.forms.drafts import Draft
from bot.playground.world.world import World
from tests.e2e_tools.people import people

# Linux counts this in KiB, macOS in bytes.
KIB = 1024 if sys.platform == "linux" else 1024 * 1024
LINE = "The rain has not stopped since noon, and the ferry is late again. Number {}."


async def main(count: int, folder: Path) -> None:
    world = new_world()
    _fill(world, count)
    # The page is opened afterwards: what it has heard would count here too.
    async with serve(world, file=folder / "world.json") as place, people(place, "Ada") as (ada,):
        shown = await ada.history("tavern", limit=100)
        assert shown[0]["content"].startswith("The rain")  # noqa: S101  # it still serves
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // KIB)


def _fill(world: World, count: int) -> None:
    ada = next(each.id for each in world.users.values() if each.name == "ada")
    channels = [each for each in world.channels.values() if each.type == 0]
    for number in range(count):
        channel = world.channels[channels[number % len(channels)].id]
        draft = Draft(content=LINE.format(number), sent=frozenset({"content"}))
        send(world, channel=channel, user=ada, draft=draft)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="troupe-bench-") as folder:
        asyncio.run(main(int(sys.argv[1]), Path(folder)))
