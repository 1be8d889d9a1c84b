"""The world in a file: a playground survives a restart, a bug report can carry its world."""

import base64
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO, TypeVar, cast

from bot.playground.world.codec import decode, encode, encode_briefly
from bot.playground.world.hooks import Command, CommandRules, Interaction, Webhook
from bot.playground.world.links import Links
from bot.playground.world.messages import Message
from bot.playground.world.people import Member, Role, User
from bot.playground.world.places import Channel, Guild, ThreadMember
from bot.playground.world.ports import Ports, Snowflake, system_ports
from bot.playground.world.proxying import Proxy
from bot.playground.world.world import Application, World

FORMAT = "troupe playground 1"
_Record = TypeVar("_Record")


class UnreadableWorld(Exception):
    """The file holds no world that this version can read."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path.name} holds no playground: {reason}")
        self.path = path


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The world at one moment. Nothing in it changes any more, so a thread may write it."""

    head: dict[str, Any]
    messages: tuple[Message, ...]


def save_world(world: World, path: Path) -> None:
    write(snapshot(world), path)


def write(taken: Snapshot, path: Path) -> None:
    """Write the whole world; whoever reads meanwhile finds the old file or the new one.

    The first line is the world without its messages, every other line is a message: a world may
    be larger than what one wants to hold twice.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f"{path.name}.half")
    with half.open("w", encoding="utf-8") as file:
        file.write(_line(taken.head))
        for message in taken.messages:
            file.write(_line(encode_briefly(message)))
    half.replace(path)


def snapshot(world: World) -> Snapshot:
    messages = tuple(each for there in world.messages.values() for each in there.values())
    return Snapshot(head=_head(world), messages=messages)


def world_body(world: World) -> dict[str, Any]:
    """The world as one object, for a bug report."""
    taken = snapshot(world)
    return {**taken.head, "messages": [encode_briefly(each) for each in taken.messages]}


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


def _head(world: World) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "last_id": world.ports.ids.next(),
        "application": encode(world.application),
        "secret": world.links.secret,
        "shards": world.shards,
        "users": _all(world.users.values()),
        "guilds": _all(world.guilds.values()),
        "roles": _all(world.roles.values()),
        "members": _all(world.members.values()),
        "channels": _all(world.channels.values()),
        "thread_members": _all(world.thread_members.values()),
        "webhooks": _all(world.webhooks.values()),
        "commands": _all(world.commands.values()),
        "command_rules": _all(world.command_rules.values()),
        "interactions": _all(world.interactions.values()),
        "proxies": _all(world.proxies),
        "reads": [[user, channel, read] for (user, channel), read in world.reads.items()],
        "files": {str(each): encode(data) for each, data in world.files.items()},
        "faces": {name: encode(data) for name, data in world.faces.items()},
    }


def load_world(path: Path, ports: Ports | None = None) -> World:
    try:
        with path.open(encoding="utf-8") as file:
            return _read(file, path, ports)
    except json.JSONDecodeError as error:
        raise UnreadableWorld(path, "no JSON") from error
    except UnicodeDecodeError as error:
        raise UnreadableWorld(path, "no text") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableWorld(path, "it was made by another version, or is damaged") from error


def _read(file: TextIO, path: Path, ports: Ports | None) -> World:
    body = cast("dict[str, Any]", json.loads(file.readline()))
    if not isinstance(cast("object", body), dict) or body.get("format") != FORMAT:
        raise UnreadableWorld(path, "unknown format")
    world = world_from(body, ports or system_ports(last_id=body["last_id"]))
    for line in file:
        world.save_message(decode(Message, json.loads(line)))
    return world


def world_from(body: dict[str, Any], ports: Ports) -> World:
    world = World(
        ports=ports,
        application=decode(Application, body["application"]),
        links=Links(secret=body["secret"]),
    )
    world.shards = body["shards"]
    world.users = {each.id: each for each in _records(User, body["users"])}
    world.guilds = {each.id: each for each in _records(Guild, body["guilds"])}
    world.roles = {each.id: each for each in _records(Role, body["roles"])}
    members = _records(Member, body["members"])
    world.members = {(each.guild, each.user): each for each in members}
    world.channels = {each.id: each for each in _records(Channel, body["channels"])}
    thread_members = _records(ThreadMember, body["thread_members"])
    world.thread_members = {(each.thread, each.user): each for each in thread_members}
    for message in _records(Message, body.get("messages", [])):
        world.save_message(message)
    world.webhooks = {each.id: each for each in _records(Webhook, body["webhooks"])}
    world.commands = {each.id: each for each in _records(Command, body["commands"])}
    rules = _records(CommandRules, body.get("command_rules", []))
    world.command_rules = {(each.guild, each.subject): each for each in rules}
    interactions = _records(Interaction, body["interactions"])
    world.interactions = {each.id: each for each in interactions}
    world.proxies = _records(Proxy, body["proxies"])
    world.reads = {(user, channel): read for user, channel, read in body["reads"]}
    files = body["files"].items()
    world.files = {Snowflake(int(each)): base64.b64decode(data) for each, data in files}
    world.faces = {name: base64.b64decode(data) for name, data in body["faces"].items()}
    return world


def _all(records: Iterable[object]) -> list[Any]:
    return [encode(each) for each in records]


def _records(kind: type[_Record], bodies: list[Any]) -> list[_Record]:
    return [decode(kind, each) for each in bodies]
