"""Messages of channels, threads and DMs."""

from bot.playground.rest.call import NOTHING, Call, Reply, route
from bot.playground.world.access import need
from bot.playground.world.acts import editing, reactions, sending
from bot.playground.world.acts.history import Window, window
from bot.playground.world.acts.typing import typing
from bot.playground.world.errors import refuse
from bot.playground.world.forms.drafts import Draft, read_draft
from bot.playground.world.messages import Flag, Message
from bot.playground.world.permissions import Permission
from bot.playground.world.show.messages import message_json
from bot.playground.world.show.people import user_json

_BY_A_BOT = frozenset({"nonce", "message_reference"})


def sent(call: Call) -> Reply:
    channel = call.world.channel(call.id("channel"))
    form = call.form()
    form.know("sticker_ids")
    draft = read_draft(form, uploads=call.uploads, takes=_BY_A_BOT)
    form.finish()
    message = sending.send(call.world, channel=channel, user=call.actor, draft=draft)
    return _shown(call, message)


def history(call: Call) -> Reply:
    channel = call.world.channel(call.id("channel"))
    wish = Window(
        before=call.query_id("before"),
        after=call.query_id("after"),
        around=call.query_id("around"),
        limit=call.query_number("limit", default=50, most=100),
    )
    found = window(call.world, channel=channel, viewer=call.actor, wish=wish)
    return Reply(body=[message_json(call.world, each, viewer=call.actor) for each in found])


def one(call: Call) -> Reply:
    message = _message(call)
    channel = call.world.channel(message.channel)
    need(call.world, channel=channel, user=call.actor, to=Permission.READ_MESSAGE_HISTORY)
    return _shown(call, message)


def edited(call: Call) -> Reply:
    message = _message(call)
    draft = edit_draft(call, message)
    changed = editing.edit_own(call.world, message=message, user=call.actor, draft=draft)
    return _shown(call, changed)


def edit_draft(call: Call, message: Message) -> Draft:
    form = call.form()
    is_v2 = Flag.COMPONENTS_V2 in message.flags
    draft = read_draft(form, uploads=call.uploads, is_v2=is_v2)
    form.finish()
    return draft


def deleted(call: Call) -> Reply:
    editing.delete(call.world, message=_message(call), user=call.actor)
    return NOTHING


def bulk_deleted(call: Call) -> Reply:
    form = call.form()
    form.need("messages")
    messages = form.snowflakes("messages", most=1_000)
    form.finish()
    channel = call.world.channel(call.id("channel"))
    editing.bulk_delete(call.world, channel=channel, user=call.actor, messages=messages)
    return NOTHING


def typed(call: Call) -> Reply:
    typing(call.world, channel=call.world.channel(call.id("channel")), user=call.actor)
    return NOTHING


def reacted(call: Call) -> Reply:
    reactions.react(call.world, message=_message(call), user=call.actor, emoji=call.params["emoji"])
    return NOTHING


def unreacted(call: Call) -> Reply:
    reactions.unreact(
        call.world, message=_message(call), user=call.actor, emoji=call.params["emoji"]
    )
    return NOTHING


def others_unreacted(call: Call) -> Reply:
    channel = call.world.channel(call.id("channel"))
    need(call.world, channel=channel, user=call.actor, to=Permission.MANAGE_MESSAGES)
    reactions.unreact(
        call.world, message=_message(call), user=call.id("user"), emoji=call.params["emoji"]
    )
    return NOTHING


def reactors(call: Call) -> Reply:
    message = _message(call)
    found = [each for each in message.reactions if each.emoji == call.params["emoji"]]
    users = found[0].users if found else ()
    return Reply(body=[user_json(call.world.users[each]) for each in users])


def _message(call: Call) -> Message:
    found = call.world.message(channel=call.id("channel"), message=call.id("message"))
    if found.only_for is not None:
        # Ephemeral messages can be reached only through their interaction.
        raise refuse(10008)
    return found


def _shown(call: Call, message: Message) -> Reply:
    return Reply(body=message_json(call.world, message, viewer=call.actor))


_ALL = "/channels/{channel}/messages"
_ONE = "/channels/{channel}/messages/{message}"
ROUTES = (
    route("POST", _ALL, sent),
    route("GET", _ALL, history, query="before after around limit"),
    route("POST", f"{_ALL}/bulk-delete", bulk_deleted),
    route("GET", _ONE, one),
    route("PATCH", _ONE, edited),
    route("DELETE", _ONE, deleted),
    route("POST", "/channels/{channel}/typing", typed),
    route("PUT", f"{_ONE}/reactions/{{emoji}}/@me", reacted),
    route("DELETE", f"{_ONE}/reactions/{{emoji}}/@me", unreacted),
    route("DELETE", f"{_ONE}/reactions/{{emoji}}/{{user}}", others_unreacted),
    route("GET", f"{_ONE}/reactions/{{emoji}}", reactors, query="limit after type"),
)
