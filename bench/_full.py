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

STATUS = Path("/proc/self/status")
LINE = "The rain has not stopped since noon, and the ferry is late again. Number {}."


async def main(count: int, folder: Path) -> None:
    world = new_world()
    _fill(world, count)
    # The page is opened afterwards: what it has heard would count here too.
    async with serve(world, file=folder / "world.json") as place, people(place, "Ada") as (ada,):
        shown = await ada.history("tavern", limit=100)
        assert shown[0]["content"].startswith("The rain")  # noqa: S101  # it still serves
    print(_most_megabytes())


def _most_megabytes() -> int:
    """Linux tells of this process alone; `getrusage` counts what started it, too."""
    if STATUS.exists():
        line = next(each for each in STATUS.read_text().splitlines() if each.startswith("VmHWM"))
        return int(line.split()[1]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 * 1024)


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
