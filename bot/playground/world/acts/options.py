"""The options of a slash command: checked against the command, ids resolved to objects."""

from dataclasses import dataclass, field, replace
from typing import Any, cast

from bot.playground.world.access import permissions
from bot.playground.world.acts.files import keep
from bot.playground.world.errors import fault
from bot.playground.world.forms.drafts import Upload
from bot.playground.world.forms.form import as_snowflake
from bot.playground.world.hooks import Command
from bot.playground.world.places import Channel
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.messages import attachment_json, message_json
from bot.playground.world.show.people import member_json, role_json, user_json
from bot.playground.world.show.places import channel_json
from bot.playground.world.world import Json, World

SUB, GROUP = 1, 2
USER_MENU = 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)
_PYTHON = {STRING: str, INTEGER: int, BOOLEAN: bool, NUMBER: (int, float)}


@dataclass(kw_only=True)
class Reading:
    """One interaction while it is read; collects what its ids stand for."""

    world: World
    channel: Channel
    uploads: tuple[Upload, ...] = ()
    resolved: dict[str, Json] = field(default_factory=dict[str, Json])

    def user(self, user: Snowflake) -> None:
        self._put("users", user, user_json(self.world.user(user)))
        member = self.world.members.get((Snowflake(self.channel.guild or 0), user))
        if member is not None:
            granted = permissions(self.world, channel=self.channel, user=user)
            shown = member_json(self.world, member, with_user=False)
            self._put("members", user, {**shown, "permissions": str(int(granted))})

    def role(self, role: Snowflake) -> None:
        self._put("roles", role, role_json(self.world.roles[role]))

    def place(self, channel: Snowflake, *, viewer: Snowflake) -> None:
        found = self.world.channel(channel)
        granted = permissions(self.world, channel=found, user=viewer)
        shown = {**channel_json(self.world, found), "permissions": str(int(granted))}
        self._put("channels", channel, shown)

    def message(self, message: Snowflake) -> None:
        found = self.world.message(channel=self.channel.id, message=message)
        self._put("messages", message, message_json(self.world, found))

    def upload(self, index: str) -> str:
        """Keep the upload with that number and return the id it got."""
        number = int(index) if index.isdecimal() else len(self.uploads)
        if number >= len(self.uploads):
            raise fault("data.attachments", code="ATTACHMENT_NOT_FOUND", message="Unknown file")
        kept = keep(self.world, self.uploads[number], channel=self.channel.id)
        kept = replace(kept, ephemeral=True)
        self._put("attachments", kept.id, attachment_json(self.world, kept))
        return str(kept.id)

    def mentionable(self, identity: Snowflake) -> None:
        if identity in self.world.roles:
            self.role(identity)
        else:
            self.user(identity)

    def _put(self, kind: str, identity: Snowflake, shown: Json) -> None:
        self.resolved.setdefault(kind, {})[str(identity)] = shown


def read_options(reading: Reading, data: Json, *, command: Command, is_draft: bool) -> Json:
    """Return the data of a command. A draft is an autocomplete: nothing is checked yet."""
    read: Json = {"id": str(command.id), "name": command.name, "type": command.type}
    if command.guild is not None:
        read["guild_id"] = str(command.guild)
    if command.type != 1:
        target = Snowflake(int(data.get("target_id", 0)))
        reading.user(target) if command.type == USER_MENU else reading.message(target)
        return {**read, "target_id": str(target)}
    given = cast("list[Json]", data.get("options") or [])
    known = command.body.get("options", [])
    return {**read, "options": _level(reading, given, known=known, is_draft=is_draft)}


def _level(reading: Reading, given: list[Json], *, known: list[Json], is_draft: bool) -> list[Json]:
    by_name = {each["name"]: each for each in known}
    read: list[Json] = []
    for option in given:
        rule = by_name.get(option.get("name", ""))
        if rule is None:
            raise fault("data.options", code="UNKNOWN_OPTION", message="Unknown option")
        if rule["type"] in (SUB, GROUP):
            inner = _level(
                reading,
                option.get("options") or [],
                known=rule.get("options", []),
                is_draft=is_draft,
            )
            read.append({"name": rule["name"], "type": rule["type"], "options": inner})
        else:
            read.append(_value(reading, option, rule=rule, is_draft=is_draft))
    names = {each["name"] for each in read}
    missing = [each["name"] for each in known if each.get("required") and each["name"] not in names]
    if missing and not is_draft:
        where = f"data.options.{missing[0]}"
        raise fault(where, code="BASE_TYPE_REQUIRED", message="This field is required")
    return read


def _value(reading: Reading, option: Json, *, rule: Json, is_draft: bool) -> Json:
    kind = rule["type"]
    read: Json = {"name": rule["name"], "type": kind, "value": option.get("value")}
    if option.get("focused") and is_draft:
        return {**read, "value": str(option.get("value", "")), "focused": True}
    if is_draft:
        return read
    if kind in _PYTHON:
        _check(read["value"], rule=rule)
        return read
    if kind == ATTACHMENT:
        return {**read, "value": reading.upload(str(read["value"]))}
    identity = as_snowflake(read["value"])
    if identity is None:
        raise fault(_path(rule), code="NUMBER_TYPE_COERCE", message="Not a snowflake")
    _resolve(reading, kind, identity)
    return {**read, "value": str(identity)}


def _resolve(reading: Reading, kind: int, identity: Snowflake) -> None:
    if kind == USER:
        reading.user(identity)
    elif kind == ROLE:
        reading.role(identity)
    elif kind == CHANNEL:
        reading.place(identity, viewer=reading.world.application.id)
    else:
        reading.mentionable(identity)


def _check(value: Any, *, rule: Json) -> None:  # noqa: ANN401  # it is what a client sent
    kind = rule["type"]
    wrong_type = not isinstance(value, _PYTHON[kind]) or (
        isinstance(value, bool) and kind != BOOLEAN
    )
    if wrong_type:
        raise fault(_path(rule), code="TYPE_CONVERT", message="Value has the wrong type")
    choices = [each["value"] for each in rule.get("choices", [])]
    if choices and value not in choices:
        raise fault(_path(rule), code="BASE_TYPE_CHOICES", message="Value is no choice")
    size = len(str(value)) if kind == STRING else value
    names = ("min_length", "max_length") if kind == STRING else ("min_value", "max_value")
    least, most = rule.get(names[0]), rule.get(names[1])
    if least is not None and size < least:
        raise fault(_path(rule), code="NUMBER_TYPE_MIN", message=f"Must be at least {least}")
    if most is not None and size > most:
        raise fault(_path(rule), code="NUMBER_TYPE_MAX", message=f"Must be at most {most}")


def _path(rule: Json) -> str:
    return f"data.options.{rule['name']}"
