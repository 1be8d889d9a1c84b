"""Application commands in Discord's JSON."""

from bot.playground.world.hooks import Command, CommandRules
from bot.playground.world.world import Json, World


def command_json(world: World, command: Command) -> Json:
    shown: Json = {
        "id": str(command.id),
        "application_id": str(world.application.id),
        "version": str(command.version),
        **command.body,
    }
    return shown if command.guild is None else {**shown, "guild_id": str(command.guild)}


def rules_json(world: World, rules: CommandRules) -> Json:
    return {
        "id": str(rules.subject),
        "application_id": str(world.application.id),
        "guild_id": str(rules.guild),
        "permissions": [
            {"id": str(each.target), "type": int(each.kind), "permission": each.allow}
            for each in rules.rules
        ],
    }
