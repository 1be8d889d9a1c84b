"""Channels, their overwrites, and opening DMs."""

from bot.playground.rest.call import NOTHING, Call, Reply, route
from bot.playground.world.access import need, need_in_guild
from bot.playground.world.acts import channels
from bot.playground.world.acts.dms import open_dm
from bot.playground.world.errors import refuse
from bot.playground.world.forms.channels import changed_channel, new_channel, overwrite
from bot.playground.world.show.places import channel_json


def shown(call: Call) -> Reply:
    channel = call.world.channel(call.id("channel"))
    need(call.world, channel=channel, user=call.actor)
    return Reply(body=channel_json(call.world, channel, viewer=call.actor))


def changed(call: Call) -> Reply:
    channel = call.world.channel(call.id("channel"))
    form = call.form()
    to = changed_channel(form, channel, ids=call.world.ports.ids)
    form.finish()
    done = channels.change(call.world, channel=channel, to=to, user=call.actor)
    return Reply(body=channel_json(call.world, done, viewer=call.actor))


def deleted(call: Call) -> Reply:
    channel = call.world.channel(call.id("channel"))
    shown = channel_json(call.world, channel, viewer=call.actor)
    channels.delete(call.world, channel=channel, user=call.actor)
    return Reply(body=shown)


def created(call: Call) -> Reply:
    guild = call.world.guild(call.id("guild")).id
    form = call.form()
    there = call.world.channels_of(guild)
    channel = new_channel(form, guild=guild, position=len(there), ids=call.world.ports.ids)
    form.finish()
    made = channels.make(call.world, channel=channel, user=call.actor)
    return Reply(body=channel_json(call.world, made), status=201)


def of_guild(call: Call) -> Reply:
    guild = call.id("guild")
    need_in_guild(call.world, guild=guild, user=call.actor)
    found = [each for each in call.world.channels_of(guild) if not each.is_thread]
    return Reply(body=[channel_json(call.world, each) for each in found])


def overwritten(call: Call) -> Reply:
    channel = call.world.channel(call.id("channel"))
    form = call.form()
    read = overwrite(form, target=call.id("target"))
    form.finish()
    if not read.is_member and read.target not in call.world.roles:
        raise refuse(10011)
    channels.set_overwrite(call.world, channel=channel, overwrite=read, user=call.actor)
    return NOTHING


def overwrite_dropped(call: Call) -> Reply:
    channel = call.world.channel(call.id("channel"))
    channels.drop_overwrite(call.world, channel=channel, target=call.id("target"), user=call.actor)
    return NOTHING


def dm_opened(call: Call) -> Reply:
    form = call.form()
    form.need("recipient_id")
    recipient = form.snowflake("recipient_id")
    form.finish()
    user = call.world.user(recipient or call.actor)
    if user.id == call.actor or user.is_bot:
        raise refuse(50007)
    channel = open_dm(call.world, one=call.actor, other=user.id)
    return Reply(body=channel_json(call.world, channel, viewer=call.actor))


_ONE = "/channels/{channel}"
ROUTES = (
    route("GET", _ONE, shown),
    route("PATCH", _ONE, changed),
    route("DELETE", _ONE, deleted),
    route("POST", "/guilds/{guild}/channels", created),
    route("GET", "/guilds/{guild}/channels", of_guild),
    route("PUT", f"{_ONE}/permissions/{{target}}", overwritten),
    route("DELETE", f"{_ONE}/permissions/{{target}}", overwrite_dropped),
    route("POST", "/users/@me/channels", dm_opened),
)
