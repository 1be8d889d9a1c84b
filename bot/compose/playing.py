"""The playground: the local Discord, and the same bot on it."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from pydantic import SecretStr

from bot.compose.alone import alone
from bot.compose.door import Door
from bot.compose.running import run, told_to_stop
from bot.playground.scripted_model import GUIDED, serve_scripted_model
from bot.playground.server import Place, serve
from bot.playground.world.beginning import new_world
from bot.playground.world.saving import load_world
from bot.settings import Settings

WORLD = "playground.json"
"""Under `troupe_data`: the local Discord's state, written when it closes."""


async def play(settings: Settings, *, demo: bool = False) -> None:
    """Serve the local Discord and play on it until told to stop.

    `demo`: a fresh world and scripted answers, so that a scene goes as it was written.

    Raises:
        AlreadyRuns, PortTaken, UnreadableWorld, and what `run` raises.
    """
    async with AsyncExitStack() as stack:
        if demo:
            model = await stack.enter_async_context(serve_scripted_model(GUIDED))
            settings = settings.model_copy(update={"llm_base_url": model.base_url})
        place = await stack.enter_async_context(_place(settings, fresh=demo))
        here = settings.model_copy(
            update={"discord_token": SecretStr(place.bot_token), "discord_url": place.url}
        )

        def online() -> None:
            print(_welcome(place, settings=here, demo=demo), flush=True)

        await run(here, online=online)
        if not demo:
            print("Everything is kept. Until next time!")


async def serve_alone(settings: Settings) -> None:
    """Serve the local Discord for a bot that is started elsewhere."""
    async with told_to_stop() as stop, _place(settings, fresh=False) as place:
        print(f"Page:  {place.page_link}")
        print(f"Bot:   DISCORD_URL={place.url} DISCORD_TOKEN={place.bot_token}", flush=True)
        await stop.wait()


@asynccontextmanager
async def _place(settings: Settings, *, fresh: bool) -> AsyncGenerator[Place]:
    if fresh:
        async with serve(new_world(), port=settings.playground_port) as place:
            yield place
        return
    data = settings.troupe_data
    door = Door(data / "playground.link")
    otherwise = f"The playground of {data} is open already: {door.last.link}"
    with alone(data / "playground.lock", otherwise=otherwise):
        file = data / WORLD
        world = load_world(file) if file.exists() else new_world()
        async with door.serve(world, port=settings.playground_port, file=file) as place:
            yield place


def _welcome(place: Place, *, settings: Settings, demo: bool) -> str:
    lines = ["", f"  Troupe plays here:  {place.page_link}", ""]
    if demo:
        lines.append("  Scripted answers, no model. Try /session start mara-quill.")
    elif settings.demo:
        lines += [
            "  The small demo model answers: it shows that all works, not how well it can play.",
            "  For real play set LLM_BASE_URL and NARRATOR_MODEL (see .env.example).",
        ]
    return "\n".join([*lines, "  Ctrl-C ends it; everything is kept.", ""])
