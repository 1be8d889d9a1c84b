"""What administrators say about the bot's commands."""

from bot.playground.rest.call import Call, Reply, route
from bot.playground.world.access import need_in_guild
from bot.playground.world.acts.overrides import MOST_RULES, set_rules
from bot.playground.world.forms.overrides import read_rules
from bot.playground.world.show.commands import rules_json


def ruled(call: Call) -> Reply:
    guild = call.id("guild")
    need_in_guild(call.world, guild=guild, user=call.actor)
    found = [each for each in call.world.command_rules.values() if each.guild == guild]
    return Reply(body=[rules_json(call.world, each) for each in found])


def ruled_anew(call: Call) -> Reply:
    form = call.form()
    rules = read_rules(form, most=MOST_RULES)
    form.finish()
    made = set_rules(
        call.world,
        guild=call.id("guild"),
        subject=call.id("command"),
        rules=rules,
        by=call.actor,
    )
    return Reply(body=rules_json(call.world, made))


_GUILD = "/page/guilds/{guild}/commands"
ROUTES = (
    route("GET", f"{_GUILD}/permissions", ruled),
    route("PUT", f"{_GUILD}/{{command}}/permissions", ruled_anew),
)
