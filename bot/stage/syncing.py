"""Tells Discord the commands, but only when they changed: registering is limited per day.

What was registered last is remembered in a file per application: a hash of the commands and the
ids that Discord gave them. A start compares the hash with the code and the ids with Discord (one
call). A hash alone would miss a fresh server or another program under the same token; comparing
payloads would trip over the defaults that Discord fills in.
"""

import json
import logging
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from discord import app_commands

log = logging.getLogger(__name__)


class Registered(msgspec.Struct, frozen=True):
    hash: str
    ids: list[int]


async def sync_if_changed(
    tree: app_commands.CommandTree[Any], *, application: int, folder: Path
) -> bool:
    """Whether anything had to be registered."""
    file = folder / f"commands-{application}.json"
    wanted = await _hash(tree)
    known = _read(file)
    if known is not None and known.hash == wanted:
        there = sorted(command.id for command in await tree.fetch_commands())
        if there == known.ids:
            return False
    registered = await tree.sync()
    ids = sorted(command.id for command in registered)
    _write(file, Registered(hash=wanted, ids=ids))
    log.info("commands_registered", extra={"count": len(ids)})
    return True


async def _hash(tree: app_commands.CommandTree[Any]) -> str:
    payload = await payload_of(tree)
    return sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


async def payload_of(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """The commands as Discord gets them, in every locale that we have."""
    commands = sorted(tree.get_commands(), key=lambda command: command.name)
    translator = tree.translator
    if translator is None:
        return [command.to_dict(tree) for command in commands]
    return [await command.get_translated_payload(tree, translator) for command in commands]


def _write(file: Path, registered: Registered) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(registered))


def _read(file: Path) -> Registered | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Registered)
    except (FileNotFoundError, msgspec.DecodeError):
        return None
