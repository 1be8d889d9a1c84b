"""An administrator's word on who may use a command, and where."""

from collections.abc import Iterable

from bot.playground.world.access import need_in_guild
from bot.playground.world.errors import refuse
from bot.playground.world.hooks import Command, CommandRule, CommandRules, RuleKind
from bot.playground.world.people import Member
from bot.playground.world.permissions import Permission
from bot.playground.world.places import Channel
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.commands import rules_json
from bot.playground.world.world import Event, World

MOST_RULES = 100


def set_rules(
    world: World,
    *,
    guild: Snowflake,
    subject: Snowflake,
    rules: tuple[CommandRule, ...],
    by: Snowflake,
) -> CommandRules:
    """Put rules in place of those before, for one command or (the application's id) for all."""
    needed = Permission.MANAGE_GUILD | Permission.MANAGE_ROLES
    need_in_guild(world, guild=guild, user=by, to=needed)
    if subject not in (world.application.id, *world.commands):
        raise refuse(10063)
    made = CommandRules(guild=guild, subject=subject, rules=rules)
    world.command_rules[(guild, subject)] = made
    data = rules_json(world, made)
    world.emit(Event(kind="APPLICATION_COMMAND_PERMISSIONS_UPDATE", data=data, guild=guild))
    return made


def ruled(world: World, command: Command, *, channel: Channel, member: Member) -> bool | None:
    """Return what the rules say, or nothing where the bot's own defaults decide.

    The command's rules come before those of the whole application, and a person's before a
    role's before everybody's. Of the application's rules only a refusal counts.
    """
    own = _rules(world, guild=member.guild, subject=command.id)
    of_all = _rules(world, guild=member.guild, subject=world.application.id)
    place = world.parent_of(channel)
    here = _here(own, channel=place, guild=member.guild)
    if here is None:
        here = _here(of_all, channel=place, guild=member.guild)
    if here is False:
        return False
    said = _about(own, member=member)
    if said is not None:
        return said
    return False if _about(of_all, member=member) is False else None


def _rules(
    world: World, *, guild: Snowflake, subject: Snowflake
) -> dict[tuple[RuleKind, Snowflake], bool]:
    found = world.command_rules.get((guild, subject))
    rules = found.rules if found else ()
    return {(each.kind, each.target): each.allow for each in rules}


def _here(
    rules: dict[tuple[RuleKind, Snowflake], bool], *, channel: Channel, guild: Snowflake
) -> bool | None:
    everywhere = Snowflake(guild - 1)
    return _first(rules, ((RuleKind.CHANNEL, each) for each in (channel.id, everywhere)))


def _about(rules: dict[tuple[RuleKind, Snowflake], bool], *, member: Member) -> bool | None:
    person = rules.get((RuleKind.USER, member.user))
    if person is not None:
        return person
    names = [(RuleKind.ROLE, each) for each in member.roles]
    of_roles = {rules[each] for each in names if each in rules}
    if of_roles:
        # One role that may is enough.
        return True in of_roles
    return rules.get((RuleKind.ROLE, member.guild))


def _first(
    rules: dict[tuple[RuleKind, Snowflake], bool], names: Iterable[tuple[RuleKind, Snowflake]]
) -> bool | None:
    return next((rules[each] for each in names if each in rules), None)
