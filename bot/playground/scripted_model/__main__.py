"""`python -m bot.playground.scripted_model FILE`: serve a script until Ctrl-C."""

import argparse
import asyncio
import sys
from contextlib import suppress
from pathlib import Path

from bot.playground.scripted_model import GUIDED, BadScript, serve_scripted_model


async def _serve(file: Path, *, port: int) -> None:
    async with serve_scripted_model(file, port=port) as model:
        sys.stdout.write(f"LLM_BASE_URL={model.base_url}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


parser = argparse.ArgumentParser(prog="python -m bot.playground.scripted_model")
parser.add_argument("file", type=Path, nargs="?", default=GUIDED)
parser.add_argument("--port", type=int, default=0)
asked = parser.parse_args()
try:
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(asked.file, port=asked.port))
except BadScript as error:
    sys.exit(str(error))
