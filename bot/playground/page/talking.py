"""What people do in channels: write, edit, react, type, read."""

from bot.playground.page.sight import seen_channel
from bot.playground.rest import channels as rest_channels
from bot.playground.rest import messages as rest_messages
from bot.playground.rest import threads as rest_threads
from bot.playground.rest.call import NOTHING, Call, Reply, route
from bot.playground.world.access import need
from bot.playground.world.acts import sending
from bot.playground.world.acts.dms import open_dm
from bot.playground.world.forms.drafts import read_draft
from bot.playground.world.forms.form import Form
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.messages import message_json
from bot.playground.world.world import Event

_BY_A_PERSON = frozenset({"nonce", "message_reference"})


def said(call: Call) -> Reply:
    channel = call.world.channel(call.id("channel"))
    body = dict(call.form().body)
    reply_to = body.pop("reply_to", None)
    if reply_to is not None:
        body["message_reference"] = {"message_id": reply_to}
    form = Form(body)
    draft = read_draft(form, uploads=call.uploads, takes=_BY_A_PERSON)
    form.finish()
    message = sending.send(call.world, channel=channel, user=call.actor, draft=draft)
    return Reply(body=message_json(call.world, message, viewer=call.actor))


def read(call: Call) -> Reply:
    channel = call.world.channel(call.id("channel"))
    form = call.form()
    form.need("message_id")
    message = form.snowflake("message_id")
    form.finish()
    need(call.world, channel=channel, user=call.actor)
    call.world.reads[(call.actor, channel.id)] = message or Snowflake(0)
    data = {"channel_id": str(channel.id), "message_id": str(message)}
    call.world.emit(Event(kind="MESSAGE_ACK", data=data, only_for=call.actor, page_only=True))
    return NOTHING


def dm_opened(call: Call) -> Reply:
    form = call.form()
    recipient = form.snowflake("recipient_id") or call.world.application.id
    form.finish()
    channel = open_dm(call.world, one=call.actor, other=recipient)
    return Reply(body=seen_channel(call.world, channel, user=call.actor))


_CHANNEL = "/page/channels/{channel}"
_MESSAGE = f"{_CHANNEL}/messages/{{message}}"
ROUTES = (
    route("GET", f"{_CHANNEL}/messages", rest_messages.history),
    route("POST", f"{_CHANNEL}/messages", said),
    route("PATCH", _MESSAGE, rest_messages.edited),
    route("DELETE", _MESSAGE, rest_messages.deleted),
    route("PUT", f"{_MESSAGE}/reactions/{{emoji}}", rest_messages.reacted),
    route("DELETE", f"{_MESSAGE}/reactions/{{emoji}}", rest_messages.unreacted),
    route("POST", f"{_CHANNEL}/typing", rest_messages.typed),
    route("POST", f"{_CHANNEL}/read", read),
    route("POST", f"{_CHANNEL}/threads", rest_threads.opened),
    route("POST", f"{_MESSAGE}/threads", rest_threads.opened_from_message),
    route("PUT", f"{_CHANNEL}/thread-members/{{user}}", rest_threads.joined),
    route("DELETE", f"{_CHANNEL}/thread-members/{{user}}", rest_threads.left),
    route("POST", "/page/dms", dm_opened),
    route("GET", f"{_CHANNEL}", rest_channels.shown),
)
