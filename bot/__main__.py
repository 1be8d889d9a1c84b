"""The command line: run (default), playground, doctor, db.

Each command imports what it needs when it is chosen: they load different halves of Troupe, and
starting is waiting.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from bot import log
from bot.settings import Settings, load


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns the process's exit code: 0 well, 1 it failed, 2 it was misused."""
    options = _parser().parse_args(arguments)
    try:
        settings = load()
    except ValidationError as error:
        print(_wrong_settings(error), file=sys.stderr)
        return 2
    log.set_up(settings.log_level)
    try:
        return asyncio.run(_command(options, settings))
    except KeyboardInterrupt:
        return 0
    except Exception as error:
        from bot.compose.trouble import OF_THE_HOST

        if not isinstance(error, OF_THE_HOST):
            raise  # a fault of ours: its trace is what helps
        print(f"troupe: {error}", file=sys.stderr)
        return 1


async def _command(options: argparse.Namespace, settings: Settings) -> int:
    match options.command:
        case "doctor":
            from bot.compose.doctor import examine

            return 0 if await examine(settings, tell=print) else 1
        case "db":
            from bot.compose.parts import backed_up, opened_database

            if options.task == "backup":
                file = _from_where_called(options.file)
                await backed_up(settings, file)
                print(f"Written: {file} ({file.stat().st_size / 1e6:.1f} MB).")
            else:
                async with opened_database(settings):
                    pass  # opening it brings the schema up to date
        case "playground" if options.serve:
            from bot.compose.playing import serve_alone

            await serve_alone(settings)
        case "playground":
            from bot.compose.playing import play

            await play(settings, demo=options.demo)
        case _ if options.demo or settings.discord_token is None:
            from bot.compose.playing import play

            await play(settings, demo=options.demo)
        case _:
            from bot.compose.running import run

            await run(settings)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="troupe", description="Roleplay on Discord. Without a command: run the bot."
    )
    demo = {"action": "store_true", "help": "the playground, with answers from a script"}
    parser.add_argument("--demo", **demo)  # pyright: ignore[reportArgumentType]
    commands = parser.add_subparsers(dest="command", title="commands")
    commands.add_parser("run", help="the bot: on Discord with DISCORD_TOKEN, else the playground")
    playground = commands.add_parser("playground", help="the playground, even with a token set")
    playground.add_argument("--demo", default=argparse.SUPPRESS, **demo)  # pyright: ignore[reportArgumentType]
    playground.add_argument(
        "--serve", action="store_true", help="the local Discord alone, for a bot started elsewhere"
    )
    commands.add_parser("doctor", help="check everything, say what to do, print the invite link")
    database = commands.add_parser("db", help="look after the database")
    tasks = database.add_subparsers(dest="task", required=True)
    tasks.add_parser("update", help="bring the schema up to date, which a start does as well")
    backing_up = tasks.add_parser("backup", help="write a backup")
    backing_up.add_argument("file", type=Path, help="where to; pg_restore reads it")
    return parser


def _from_where_called(file: Path) -> Path:
    """`./troupe` changes into the checkout; people mean their own folder."""
    return Path(os.environ.get("TROUPE_CALLED_FROM", "")) / file


def _wrong_settings(error: ValidationError) -> str:
    lines = [
        f"  {'.'.join(str(part) for part in problem['loc']).upper()}: {problem['msg']}"
        for problem in error.errors(include_input=False, include_url=False)
    ]
    return "\n".join(["troupe: these settings cannot be used (see .env.example):", *lines])


if __name__ == "__main__":
    sys.exit(main())
