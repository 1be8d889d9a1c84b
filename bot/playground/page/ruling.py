"""What administrators do: people, channels, roles, overwrites, members."""

from bot.playground.rest import channels as rest_channels
from bot.playground.rest import guilds as rest_guilds
from bot.playground.rest.call import NOTHING, Call, Reply, route
from bot.playground.world.access import guild_permissions, need_in_guild
from bot.playground.world.acts import guilds
from bot.playground.world.beginning import BOT_PERMISSIONS, add_channel, add_guild, add_person
from bot.playground.world.permissions import Permission
from bot.playground.world.show.people import member_json, user_json
from bot.playground.world.show.places import guild_json
from bot.playground.world.world import Event


def person_made(call: Call) -> Reply:
    """Make a person; they come into every server that the maker may invite to."""
    form = call.form()
    form.need("name")
    name = form.text("name", least=1, most=32) or ""
    form.finish()
    user = add_person(call.world, name=name)
    call.world.emit(Event(kind="PERSON_CREATE", data=user_json(user), page_only=True))
    for guild in call.world.guilds:
        granted = guild_permissions(call.world, guild=guild, user=call.actor)
        if Permission.CREATE_INSTANT_INVITE in granted:
            guilds.join(call.world, guild=guild, user=user.id)
    return Reply(body=user_json(user), status=201)


def guild_made(call: Call) -> Reply:
    form = call.form()
    form.need("name")
    name = form.text("name", least=2, most=100) or ""
    form.finish()
    guild = add_guild(call.world, name=name, owner=call.actor)
    add_channel(call.world, guild=guild.id, name="general", position=0)
    guilds.tell_guild(call.world, guild.id)
    return Reply(body=guild_json(call.world, guild), status=201)


def member_added(call: Call) -> Reply:
    """Let somebody in; the bot comes by an administrator's invitation."""
    guild, user = call.id("guild"), call.world.user(call.id("user"))
    if user.id == call.world.application.id:
        need_in_guild(call.world, guild=guild, user=call.actor, to=Permission.MANAGE_GUILD)
        if (guild, user.id) not in call.world.members:
            guilds.invite_bot(call.world, guild=guild, permissions=BOT_PERMISSIONS)
    else:
        need_in_guild(call.world, guild=guild, user=call.actor, to=Permission.CREATE_INSTANT_INVITE)
        guilds.join(call.world, guild=guild, user=user.id)
    return Reply(body=member_json(call.world, call.world.members[(guild, user.id)]))


def member_gone(call: Call) -> Reply:
    guilds.kick(call.world, guild=call.id("guild"), user=call.id("user"), by=call.actor)
    return NOTHING


_CHANNEL = "/page/channels/{channel}"
_GUILD = "/page/guilds/{guild}"
ROUTES = (
    route("POST", "/page/people", person_made),
    route("POST", "/page/guilds", guild_made),
    route("POST", f"{_GUILD}/channels", rest_channels.created),
    route("PATCH", _CHANNEL, rest_channels.changed),
    route("DELETE", _CHANNEL, rest_channels.deleted),
    route("PUT", f"{_CHANNEL}/permissions/{{target}}", rest_channels.overwritten),
    route("DELETE", f"{_CHANNEL}/permissions/{{target}}", rest_channels.overwrite_dropped),
    route("POST", f"{_GUILD}/roles", rest_guilds.role_created),
    route("PATCH", f"{_GUILD}/roles/{{role}}", rest_guilds.role_changed),
    route("DELETE", f"{_GUILD}/roles/{{role}}", rest_guilds.role_deleted),
    route("PUT", f"{_GUILD}/members/{{user}}", member_added),
    route("PATCH", f"{_GUILD}/members/{{user}}", rest_guilds.member_changed),
    route("DELETE", f"{_GUILD}/members/{{user}}", member_gone),
    route("PUT", f"{_GUILD}/members/{{user}}/roles/{{role}}", rest_guilds.role_given),
    route("DELETE", f"{_GUILD}/members/{{user}}/roles/{{role}}", rest_guilds.role_taken),
)
