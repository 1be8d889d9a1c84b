"""Webhooks: managing them, and speaking through them."""

import base64
from dataclasses import replace

from bot.playground.rest.call import NOTHING, Call, Reply, route
from bot.playground.rest.messages import edit_draft
from bot.playground.world.access import need, need_in_guild
from bot.playground.world.acts import webhooks
from bot.playground.world.errors import fault
from bot.playground.world.forms.drafts import read_draft
from bot.playground.world.forms.form import Form
from bot.playground.world.forms.names import webhook_name
from bot.playground.world.hooks import Webhook
from bot.playground.world.messages import Message
from bot.playground.world.permissions import Permission
from bot.playground.world.pictures import type_of
from bot.playground.world.show.messages import message_json
from bot.playground.world.show.webhooks import webhook_json
from bot.playground.world.world import World

_TAKES = frozenset({"username", "avatar_url", "thread_name", "applied_tags"})


def created(call: Call) -> Reply:
    channel = call.world.channel(call.id("channel"))
    form = call.form()
    form.need("name")
    name = webhook_name(form, "name")
    avatar = picture(call.world, form, "avatar")
    form.finish()
    made = webhooks.create(
        call.world, channel=channel, user=call.actor, name=name or "", avatar=avatar
    )
    return _one(call, made)


def of_channel(call: Call) -> Reply:
    channel = call.world.channel(call.id("channel"))
    need(call.world, channel=channel, user=call.actor, to=Permission.MANAGE_WEBHOOKS)
    return _many(call, webhooks.in_channel(call.world, channel=channel.id))


def of_guild(call: Call) -> Reply:
    guild = call.id("guild")
    need_in_guild(call.world, guild=guild, user=call.actor, to=Permission.MANAGE_WEBHOOKS)
    return _many(call, [each for each in call.world.webhooks.values() if each.guild == guild])


def shown(call: Call) -> Reply:
    hook = _managed(call)
    return _one(call, hook)


def shown_by_token(call: Call) -> Reply:
    return Reply(body=webhook_json(call.world, _by_token(call), with_user=False))


def changed(call: Call) -> Reply:
    return _changed(call, _managed(call), may_move=True)


def changed_by_token(call: Call) -> Reply:
    return _changed(call, _by_token(call), may_move=False)


def deleted(call: Call) -> Reply:
    webhooks.delete(call.world, webhook=_managed(call))
    return NOTHING


def deleted_by_token(call: Call) -> Reply:
    webhooks.delete(call.world, webhook=_by_token(call))
    return NOTHING


def executed(call: Call) -> Reply:
    hook = _by_token(call)
    form = call.form()
    draft = read_draft(form, uploads=call.uploads, takes=_TAKES)
    form.finish()
    asked = call.query_switch("with_components")
    draft = webhooks.may_have_components(hook, draft, asked=asked)
    thread = call.query_id("thread_id")
    message = webhooks.execute(call.world, webhook=hook, draft=draft, thread=thread)
    return _message(call, message) if call.query_switch("wait") else NOTHING


def said(call: Call) -> Reply:
    return _message(call, _said(call))


def edited(call: Call) -> Reply:
    message = _said(call)
    draft = edit_draft(call, message)
    draft = webhooks.may_have_components(
        _by_token(call), draft, asked=call.query_switch("with_components")
    )
    return _message(call, webhooks.edit(call.world, message=message, draft=draft))


def unsaid(call: Call) -> Reply:
    webhooks.unsay(call.world, message=_said(call))
    return NOTHING


def picture(world: World, form: Form, key: str) -> str | None:
    """Read a picture that was sent as a data URL; return the hash it is kept under."""
    text = form.text(key, most=14_000_000)
    if text is None:
        return None
    head, _, encoded = text.partition(",")
    data = base64.b64decode(encoded) if head.endswith(";base64") else b""
    if type_of(data) is None:
        raise fault(key, code="IMAGE_INVALID", message="Unsupported image type given")
    return world.keep_face(data)


def _changed(call: Call, hook: Webhook, *, may_move: bool) -> Reply:
    form = call.form()
    name = webhook_name(form, "name") or hook.name
    avatar = picture(call.world, form, "avatar") if form.has("avatar") else hook.avatar
    if form.sent("avatar") and not form.has("avatar"):
        avatar = None
    channel = form.snowflake("channel_id") if may_move else None
    form.finish()
    if channel is not None:
        target = call.world.channel(channel)
        need(call.world, channel=target, user=call.actor, to=Permission.MANAGE_WEBHOOKS)
    to = replace(hook, name=name, avatar=avatar, channel=channel or hook.channel)
    return _one(call, webhooks.update(call.world, webhook=hook, to=to))


def _managed(call: Call) -> Webhook:
    hook = webhooks.found(call.world, webhook=call.id("webhook"))
    webhooks.need_manager(call.world, webhook=hook, user=call.actor)
    return hook


def _by_token(call: Call) -> Webhook:
    return webhooks.found(call.world, webhook=call.id("webhook"), token=call.params["token"])


def _said(call: Call) -> Message:
    return webhooks.own_message(
        call.world,
        webhook=_by_token(call),
        message=call.id("message"),
        thread=call.query_id("thread_id"),
    )


def _message(call: Call, message: Message) -> Reply:
    return Reply(body=message_json(call.world, message, viewer=call.actor))


def _one(call: Call, hook: Webhook) -> Reply:
    return Reply(body=webhook_json(call.world, hook))


def _many(call: Call, hooks: list[Webhook]) -> Reply:
    return Reply(body=[webhook_json(call.world, each) for each in hooks])


_TOKEN = "/webhooks/{webhook}/{token}"  # noqa: S105  # a path, no secret
ROUTES = (
    route("POST", "/channels/{channel}/webhooks", created),
    route("GET", "/channels/{channel}/webhooks", of_channel),
    route("GET", "/guilds/{guild}/webhooks", of_guild),
    route("GET", "/webhooks/{webhook}", shown),
    route("PATCH", "/webhooks/{webhook}", changed),
    route("DELETE", "/webhooks/{webhook}", deleted),
    route("GET", _TOKEN, shown_by_token, open=True),
    route("PATCH", _TOKEN, changed_by_token, open=True),
    route("DELETE", _TOKEN, deleted_by_token, open=True),
)
# Interactions share these paths; their file routes what is not theirs to here.
SPEAKING = {
    "executed": executed,
    "said": said,
    "edited": edited,
    "unsaid": unsaid,
}
