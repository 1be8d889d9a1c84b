"""The bot's application commands."""

from typing import cast

from bot.playground.rest.call import NOTHING, Call, Reply, route
from bot.playground.world.acts import commands
from bot.playground.world.errors import refuse
from bot.playground.world.forms.commands import command as read_command
from bot.playground.world.forms.form import Faults, Form
from bot.playground.world.hooks import Command
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.commands import command_json, rules_json
from bot.playground.world.world import Json


def listed(call: Call) -> Reply:
    return Reply(body=_shown(call, commands.of(call.world, guild=_guild(call))))


def replaced(call: Call) -> Reply:
    faults = Faults()
    bodies: list[Json] = []
    for index, each in enumerate(cast("list[object]", call.body or [])):
        form = Form(each, faults=faults, path=(str(index),))
        bodies.append(read_command(form))
        form.close()
    faults.check()
    made = commands.replace_all(call.world, bodies=bodies, guild=_guild(call))
    return Reply(body=_shown(call, made))


def created(call: Call) -> Reply:
    form = call.form()
    body = read_command(form)
    form.finish()
    guild = _guild(call)
    there = {(each.type, each.name): each for each in commands.of(call.world, guild=guild)}
    command = commands.save(call.world, body=body, guild=guild, before=there)
    commands.tell(call.world, guild=guild)
    return Reply(body=command_json(call.world, command), status=201)


def one(call: Call) -> Reply:
    return Reply(body=command_json(call.world, _found(call)))


def changed(call: Call) -> Reply:
    old = _found(call)
    form = Form({**old.body, **cast("Json", call.body or {})})
    body = read_command(form)
    form.finish()
    del call.world.commands[old.id]
    command = commands.save(
        call.world, body=body, guild=old.guild, before={(body["type"], body["name"]): old}
    )
    commands.tell(call.world, guild=old.guild)
    return Reply(body=command_json(call.world, command))


def deleted(call: Call) -> Reply:
    gone = _found(call)
    del call.world.commands[gone.id]
    commands.tell(call.world, guild=gone.guild)
    return NOTHING


def rules(call: Call) -> Reply:
    guild = _guild(call)
    found = [each for each in call.world.command_rules.values() if each.guild == guild]
    return Reply(body=[rules_json(call.world, each) for each in found])


def rules_of(call: Call) -> Reply:
    found = call.world.command_rules.get((_guild(call) or Snowflake(0), call.id("command")))
    if found is None:
        # Until an administrator has said something about it.
        raise refuse(10066)
    return Reply(body=rules_json(call.world, found))


def _found(call: Call) -> Command:
    command = call.world.commands.get(call.id("command"))
    if command is None or command.guild != _guild(call):
        raise refuse(10063)
    return command


def _guild(call: Call) -> Snowflake | None:
    if call.id("application") != call.world.application.id:
        raise refuse(50001)
    if "guild" not in call.params:
        return None
    return call.world.guild(call.id("guild")).id


def _shown(call: Call, found: list[Command]) -> list[Json]:
    return [command_json(call.world, each) for each in found]


_GLOBAL = "/applications/{application}/commands"
_GUILD = "/applications/{application}/guilds/{guild}/commands"
_RULES = (
    route("GET", f"{_GUILD}/permissions", rules),
    route("GET", f"{_GUILD}/{{command}}/permissions", rules_of),
)
# What is literal comes before what is not: "permissions" is no command's id.
ROUTES = (
    *_RULES,
    *(
        each
        for path in (_GLOBAL, _GUILD)
        for each in (
            route("GET", path, listed, query="with_localizations"),
            route("PUT", path, replaced),
            route("POST", path, created),
            route("GET", f"{path}/{{command}}", one),
            route("PATCH", f"{path}/{{command}}", changed),
            route("DELETE", f"{path}/{{command}}", deleted),
        )
    ),
)
