"""Servers, members and roles."""

from dataclasses import replace

from bot.playground.rest.call import NOTHING, Call, Reply, route
from bot.playground.world.access import need_in_guild
from bot.playground.world.acts import guilds
from bot.playground.world.acts.members import moderate
from bot.playground.world.errors import refuse
from bot.playground.world.forms.members import changed_member
from bot.playground.world.forms.roles import read_role
from bot.playground.world.people import Role
from bot.playground.world.permissions import NONE, Permission
from bot.playground.world.show.people import member_json, role_json
from bot.playground.world.show.places import guild_json


def shown(call: Call) -> Reply:
    guild = call.world.guild(call.id("guild"))
    need_in_guild(call.world, guild=guild.id, user=call.actor)
    body = guild_json(call.world, guild)
    if not call.query_switch("with_counts"):
        del body["approximate_member_count"], body["approximate_presence_count"]
    return Reply(body=body)


def member(call: Call) -> Reply:
    guild = call.id("guild")
    need_in_guild(call.world, guild=guild, user=call.actor)
    found = call.world.member(guild=guild, user=call.id("user"))
    return Reply(body=member_json(call.world, found))


def members(call: Call) -> Reply:
    guild = call.id("guild")
    need_in_guild(call.world, guild=guild, user=call.actor)
    if not call.world.application.may_see_members:
        raise refuse(50001)
    limit = call.query_number("limit", default=1, most=1_000)
    after = call.query_id("after") or 0
    found = sorted(call.world.members_of(guild), key=lambda each: each.user)
    found = [each for each in found if each.user > after][:limit]
    return Reply(body=[member_json(call.world, each) for each in found])


def searched(call: Call) -> Reply:
    guild = call.id("guild")
    need_in_guild(call.world, guild=guild, user=call.actor)
    start = call.query.get("query", "").lower()
    limit = call.query_number("limit", default=1, most=1_000)
    found = [
        each
        for each in call.world.members_of(guild)
        if call.world.users[each.user].name.lower().startswith(start)
        or (each.nick or "").lower().startswith(start)
    ]
    return Reply(body=[member_json(call.world, each) for each in found[:limit]])


def own_member_changed(call: Call) -> Reply:
    guild = call.id("guild")
    form = call.form()
    nick = form.text("nick", most=32)
    form.know("avatar", "banner", "bio")
    form.finish()
    need_in_guild(call.world, guild=guild, user=call.actor, to=Permission.CHANGE_NICKNAME)
    own = call.world.member(guild=guild, user=call.actor)
    changed = guilds.change_member(call.world, member=replace(own, nick=nick or None))
    return Reply(body=member_json(call.world, changed))


def member_changed(call: Call) -> Reply:
    found = call.world.member(guild=call.id("guild"), user=call.id("user"))
    form = call.form()
    to = changed_member(form, found)
    form.finish()
    return Reply(
        body=member_json(call.world, moderate(call.world, member=found, to=to, by=call.actor))
    )


def roles(call: Call) -> Reply:
    guild = call.id("guild")
    need_in_guild(call.world, guild=guild, user=call.actor)
    return Reply(body=[role_json(each) for each in call.world.roles_of(guild)])


def role_created(call: Call) -> Reply:
    guild = call.world.guild(call.id("guild")).id
    fresh = Role(id=call.world.ports.ids.next(), guild=guild, name="new role", permissions=NONE)
    form = call.form()
    role = read_role(form, fresh)
    form.finish()
    return Reply(body=role_json(guilds.save_role(call.world, role=role, by=call.actor)))


def role_changed(call: Call) -> Reply:
    form = call.form()
    role = read_role(form, _role(call))
    form.finish()
    return Reply(body=role_json(guilds.save_role(call.world, role=role, by=call.actor)))


def role_deleted(call: Call) -> Reply:
    guilds.drop_role(call.world, role=_role(call), by=call.actor)
    return NOTHING


def role_given(call: Call) -> Reply:
    who = call.world.member(guild=call.id("guild"), user=call.id("user"))
    guilds.give_role(call.world, member=who, role=call.id("role"), by=call.actor)
    return NOTHING


def role_taken(call: Call) -> Reply:
    who = call.world.member(guild=call.id("guild"), user=call.id("user"))
    guilds.give_role(call.world, member=who, role=call.id("role"), by=call.actor, take=True)
    return NOTHING


def left(call: Call) -> Reply:
    guilds.go(call.world, guild=call.id("guild"), user=call.actor)
    return NOTHING


def _role(call: Call) -> Role:
    found = call.world.roles.get(call.id("role"))
    if found is None or found.guild != call.id("guild"):
        raise refuse(10011)
    return found


_ONE = "/guilds/{guild}"
ROUTES = (
    route("GET", _ONE, shown, query="with_counts"),
    route("GET", f"{_ONE}/members", members, query="limit after"),
    route("GET", f"{_ONE}/members/search", searched, query="query limit"),
    route("PATCH", f"{_ONE}/members/@me", own_member_changed),
    route("GET", f"{_ONE}/members/{{user}}", member),
    route("PATCH", f"{_ONE}/members/{{user}}", member_changed),
    route("GET", f"{_ONE}/roles", roles),
    route("POST", f"{_ONE}/roles", role_created),
    route("PATCH", f"{_ONE}/roles/{{role}}", role_changed),
    route("DELETE", f"{_ONE}/roles/{{role}}", role_deleted),
    route("PUT", f"{_ONE}/members/{{user}}/roles/{{role}}", role_given),
    route("DELETE", f"{_ONE}/members/{{user}}/roles/{{role}}", role_taken),
    route("DELETE", "/users/@me/guilds/{guild}", left),
)
