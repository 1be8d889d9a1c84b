"""Answering interactions, and the webhook that each of them has."""

from typing import cast

from bot.playground.rest.call import NOTHING, Call, Reply, route
from bot.playground.rest.webhooks import SPEAKING
from bot.playground.world.acts import answers
from bot.playground.world.errors import refuse
from bot.playground.world.forms.drafts import Draft, read_draft
from bot.playground.world.forms.form import Form
from bot.playground.world.forms.modals import read_choices, read_modal
from bot.playground.world.hooks import Interaction, Phase
from bot.playground.world.messages import Flag, Message
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.messages import message_json
from bot.playground.world.world import Json

# Clients send the fields of any webhook message; for interactions they change nothing.
_IGNORED = ("username", "avatar_url", "thread_name")


def called_back(call: Call) -> Reply:
    found = answers.find(call.world, interaction=call.id("interaction"), token=call.params["token"])
    form = call.form()
    form.need("type")
    kind = form.choice("type", (1, 4, 5, 6, 7, 8, 9))
    form.faults.check()
    answers.check_type(found, cast("int", kind))
    given = form.inner("data", lambda data: _answer(call, data, kind=cast("int", kind)))
    form.finish()
    empty = answers.Answer(type=cast("int", kind), draft=Draft(), choices=[])
    done = answers.answer(call.world, found, given or empty)
    return _callback_reply(call, done, kind=cast("int", kind))


def _answer(call: Call, data: Form, *, kind: int) -> answers.Answer:
    draft, choices, modal = Draft(), cast("list[Json]", []), None
    if kind == answers.CHOICES:
        choices = read_choices(data)
    elif kind == answers.MODAL:
        modal = read_modal(data)
    else:
        draft = read_draft(data, uploads=call.uploads)
    return answers.Answer(type=kind, draft=draft, choices=choices, modal=modal)


def _callback_reply(call: Call, done: Interaction, *, kind: int) -> Reply:
    if not call.query_switch("with_response"):
        return NOTHING
    about: Json = {
        "id": str(done.id),
        "type": int(done.type),
        "channel_id": str(done.channel),
    }
    if done.guild is not None:
        about["guild_id"] = str(done.guild)
    body: Json = {"interaction": about}
    message = call.world.messages.get(done.channel, {}).get(done.original or Snowflake(0))
    if message is not None and kind in (answers.MESSAGE, answers.THINKING, answers.UPDATE):
        about["response_message_id"] = str(message.id)
        about["response_message_loading"] = Flag.LOADING in message.flags
        about["response_message_ephemeral"] = message.is_ephemeral
        # A deferred answer comes back as the message that it is.
        shown = answers.UPDATE if kind == answers.UPDATE else answers.MESSAGE
        body["resource"] = {"type": shown, "message": message_json(call.world, message)}
    return Reply(body=body)


def followed_up(call: Call) -> Reply:
    if not _is_own(call):
        return SPEAKING["executed"](call)
    found = answers.by_token(call.world, token=call.params["token"])
    draft = _draft(call, is_v2=False)
    return _shown(call, answers.follow_up(call.world, found, draft=draft))


def shown(call: Call) -> Reply:
    if not _is_own(call):
        return SPEAKING["said"](call)
    found, message = _found(call)
    return _shown(call, answers.original_of(call.world, found, message or found.original))


def edited(call: Call) -> Reply:
    if not _is_own(call):
        return SPEAKING["edited"](call)
    found, message = _found(call)
    before = answers.original_of(call.world, found, message or found.original)
    draft = _draft(call, is_v2=Flag.COMPONENTS_V2 in before.flags)
    return _shown(call, answers.edit(call.world, found, message=message, draft=draft))


def deleted(call: Call) -> Reply:
    if not _is_own(call):
        return SPEAKING["unsaid"](call)
    found, message = _found(call)
    answers.unsay(call.world, found, message=message)
    return NOTHING


def _draft(call: Call, *, is_v2: bool) -> Draft:
    form = call.form()
    form.know(*_IGNORED)
    draft = read_draft(form, uploads=call.uploads, is_v2=is_v2)
    form.finish()
    return draft


def _is_own(call: Call) -> bool:
    """Tell an interaction's webhook, which has the application's id, from a channel's."""
    return call.id("webhook") == call.world.application.id


def _found(call: Call) -> tuple[Interaction, Snowflake | None]:
    found = answers.by_token(call.world, token=call.params["token"])
    if call.params["message"] == "@original":
        if found.original is None and found.phase is Phase.ANSWERED:
            raise refuse(10008)
        return found, None
    return found, call.id("message")


def _shown(call: Call, message: Message) -> Reply:
    return Reply(body=message_json(call.world, message, viewer=call.actor))


_TOKEN = "/webhooks/{webhook}/{token}"  # noqa: S105  # a path, no secret
_SAID = f"{_TOKEN}/messages/{{message}}"
_WHERE = "thread_id with_components"
ROUTES = (
    route(
        "POST",
        "/interactions/{interaction}/{token}/callback",
        called_back,
        query="with_response",
        open=True,
    ),
    route("POST", _TOKEN, followed_up, query=f"wait {_WHERE}", open=True),
    route("GET", _SAID, shown, query="thread_id", open=True),
    route("PATCH", _SAID, edited, query=f"wait {_WHERE}", open=True),
    route("DELETE", _SAID, deleted, query="thread_id", open=True),
)
