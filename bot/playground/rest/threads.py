"""Threads and forum posts."""

from typing import Any

from bot.playground.rest.call import NOTHING, Call, Reply, route
from bot.playground.world.access import need, need_in_guild
from bot.playground.world.acts import posts, threads
from bot.playground.world.errors import fault, refuse
from bot.playground.world.forms.channels import ARCHIVE_MINUTES, SLOWEST
from bot.playground.world.forms.drafts import read_draft
from bot.playground.world.forms.form import Form
from bot.playground.world.permissions import Permission
from bot.playground.world.places import POSTS_ONLY, Channel, ChannelType
from bot.playground.world.ports import Snowflake, stamp
from bot.playground.world.show.messages import message_json
from bot.playground.world.show.people import member_json
from bot.playground.world.show.places import channel_json, thread_member_json
from bot.playground.world.world import Json

_TYPES = (10, 11, 12)


def opened(call: Call) -> Reply:
    parent = call.world.channel(call.id("channel"))
    if parent.type in POSTS_ONLY:
        return _posted(call, parent)
    form = call.form()
    wish = _opening(form, default=ChannelType.PRIVATE_THREAD)
    form.finish()
    thread = posts.open_thread(call.world, parent=parent, user=call.actor, wish=wish)
    return _created(call, thread)


def opened_from_message(call: Call) -> Reply:
    message = call.world.message(channel=call.id("channel"), message=call.id("message"))
    form = call.form()
    wish = _opening(form, default=ChannelType.PUBLIC_THREAD)
    form.finish()
    thread = posts.open_from_message(call.world, message=message, user=call.actor, wish=wish)
    return _created(call, thread)


def _posted(call: Call, forum: Channel) -> Reply:
    form = call.form()
    form.need("name", "message")
    opening = _opening(form, default=ChannelType.PUBLIC_THREAD)
    tags = form.snowflakes("applied_tags", most=5)
    draft = form.inner(
        "message",
        lambda inner: read_draft(inner, uploads=call.uploads, takes=frozenset({"nonce"})),
    )
    form.finish()
    if draft is None:
        raise fault("message", code="BASE_TYPE_REQUIRED", message="This field is required")
    wish = posts.Post(
        name=opening.name,
        draft=draft,
        tags=tags,
        auto_archive_minutes=opening.auto_archive_minutes,
    )
    thread, first = posts.open_forum_post(call.world, forum=forum, user=call.actor, wish=wish)
    shown = channel_json(call.world, thread, viewer=call.actor)
    message = message_json(call.world, first, viewer=call.actor)
    return Reply(body={**shown, "message": message}, status=201)


def _opening(form: Form, *, default: ChannelType) -> posts.Opening:
    form.need("name")
    kind = form.choice("type", _TYPES)
    minutes = form.choice("auto_archive_duration", ARCHIVE_MINUTES)
    invitable = form.switch("invitable")
    return posts.Opening(
        name=form.text("name", least=1, most=100) or "",
        type=default if kind is None else ChannelType(int(kind)),
        auto_archive_minutes=int(minutes) if minutes else None,
        slow_mode=form.number("rate_limit_per_user", most=SLOWEST) or 0,
        invitable=invitable is not False,
    )


def joined(call: Call) -> Reply:
    thread = call.world.channel(call.id("channel"))
    if call.params["user"] == "@me":
        threads.join(call.world, thread=thread, user=call.actor)
    else:
        threads.add(call.world, thread=thread, user=call.id("user"), by=call.actor)
    return NOTHING


def left(call: Call) -> Reply:
    thread = call.world.channel(call.id("channel"))
    threads.put_out(call.world, thread=thread, user=_user(call), by=call.actor)
    return NOTHING


def member(call: Call) -> Reply:
    thread = call.world.channel(call.id("channel"))
    need(call.world, channel=thread, user=call.actor)
    found = call.world.thread_members.get((thread.id, _user(call)))
    if found is None:
        raise refuse(10007)
    return Reply(body=_member(call, thread, user=found.user))


def members(call: Call) -> Reply:
    thread = call.world.channel(call.id("channel"))
    need(call.world, channel=thread, user=call.actor)
    found = call.world.members_in_thread(thread.id)
    return Reply(body=[_member(call, thread, user=each.user) for each in found])


def active(call: Call) -> Reply:
    guild = call.id("guild")
    need_in_guild(call.world, guild=guild, user=call.actor)
    found = threads.active(call.world, guild=guild, user=call.actor)
    return Reply(body={**_listing(call, found), "has_more": False})


def archived(call: Call) -> Reply:
    parent = call.world.channel(call.id("channel"))
    is_private = call.params["which"] == "private"
    needed = Permission.READ_MESSAGE_HISTORY
    if is_private:
        needed |= Permission.MANAGE_THREADS
    need(call.world, channel=parent, user=call.actor, to=needed)
    limit = call.query_number("limit", default=50, least=2, most=100)
    found = threads.archived(call.world, parent=parent, is_private=is_private)
    before = call.query.get("before")
    if before is not None:
        found = [each for each in found if each.thread and stamp(each.thread.archived_at) < before]
    shown = _listing(call, found[:limit])
    return Reply(body={**shown, "has_more": len(found) > limit})


def _listing(call: Call, found: list[Channel]) -> dict[str, Any]:
    own = [call.world.thread_members.get((each.id, call.actor)) for each in found]
    return {
        "threads": [channel_json(call.world, each, viewer=call.actor) for each in found],
        "members": [thread_member_json(each) for each in own if each],
    }


def _member(call: Call, thread: Channel, *, user: Snowflake) -> Json:
    shown = thread_member_json(call.world.thread_members[(thread.id, user)])
    in_guild = call.world.members.get((Snowflake(thread.guild or 0), user))
    if not call.query_switch("with_member") or in_guild is None:
        return shown
    return {**shown, "member": member_json(call.world, in_guild)}


def _user(call: Call) -> Snowflake:
    return call.actor if call.params["user"] == "@me" else call.id("user")


def _created(call: Call, thread: Channel) -> Reply:
    shown = channel_json(call.world, call.world.channels[thread.id], viewer=call.actor)
    return Reply(body=shown, status=201)


_MEMBERS = "/channels/{channel}/thread-members"
ROUTES = (
    route("POST", "/channels/{channel}/threads", opened, query="use_nested_fields"),
    route("POST", "/channels/{channel}/messages/{message}/threads", opened_from_message),
    route("GET", _MEMBERS, members, query="with_member limit after"),
    route("PUT", f"{_MEMBERS}/{{user}}", joined),
    route("DELETE", f"{_MEMBERS}/{{user}}", left),
    route("GET", f"{_MEMBERS}/{{user}}", member, query="with_member"),
    route("GET", "/guilds/{guild}/threads/active", active),
    route(
        "GET",
        "/channels/{channel}/threads/archived/{which:public|private}",
        archived,
        query="before limit",
    ),
)
