"""Channels, threads and overwrites as they are posted."""

from dataclasses import replace

from bot.playground.world.forms.form import Form
from bot.playground.world.permissions import Overwrite, Permission
from bot.playground.world.places import Channel, ChannelType, Tag, ThreadState
from bot.playground.world.ports import Ids, Snowflake

ARCHIVE_MINUTES = (60, 1_440, 4_320, 10_080)
SLOWEST = 21_600
_MAKES = (0, 2, 4, 5, 13, 15, 16)
# Accepted because clients send them with every edit; voice and layout play no part here.
_IGNORED = (
    "bitrate", "user_limit", "rtc_region", "video_quality_mode", "default_reaction_emoji",
    "default_sort_order", "default_forum_layout", "default_thread_rate_limit_per_user", "status",
)  # fmt: skip


def new_channel(form: Form, *, guild: Snowflake, position: int, ids: Ids) -> Channel:
    form.need("name")
    kind = form.choice("type", _MAKES)
    fresh = Channel(
        id=ids.next(),
        type=ChannelType(int(kind or 0)),
        guild=guild,
        position=position,
    )
    return changed_channel(form, fresh, ids=ids)


def changed_channel(form: Form, channel: Channel, *, ids: Ids) -> Channel:
    """Return the channel as the form wants it; what was not sent stays."""
    form.know("type")
    name = form.text("name", least=1, most=100)
    slow_mode = form.number("rate_limit_per_user", most=SLOWEST)
    flags = form.number("flags")
    changed = replace(
        channel,
        name=channel.name if name is None else _spelled(name, channel),
        slow_mode=channel.slow_mode if slow_mode is None else slow_mode,
        flags=channel.flags if flags is None else flags,
    )
    if channel.thread is not None:
        return replace(changed, thread=_thread(form, channel.thread))
    return _place(form, changed, ids=ids)


def _place(form: Form, channel: Channel, *, ids: Ids) -> Channel:
    form.know(*_IGNORED)
    nsfw, position = form.switch("nsfw"), form.number("position")
    minutes = form.choice("default_auto_archive_duration", ARCHIVE_MINUTES)
    topic = form.text("topic", most=4_096 if channel.type in (15, 16) else 1_024)
    parent = form.snowflake("parent_id")
    overwrites = tuple(
        overwrite(each, target=each.snowflake("id") or Snowflake(0))
        for each in form.forms("permission_overwrites", most=500)
    )
    tags = tuple(_tag(each, ids=ids) for each in form.forms("available_tags", most=20))
    return replace(
        channel,
        topic=topic if form.sent("topic") else channel.topic,
        nsfw=channel.nsfw if nsfw is None else nsfw,
        position=channel.position if position is None else position,
        parent=parent if form.sent("parent_id") else channel.parent,
        overwrites=overwrites if form.has("permission_overwrites") else channel.overwrites,
        available_tags=tags if form.has("available_tags") else channel.available_tags,
        default_auto_archive_minutes=int(minutes)
        if minutes
        else channel.default_auto_archive_minutes,
    )


def _thread(form: Form, thread: ThreadState) -> ThreadState:
    archived, locked = form.switch("archived"), form.switch("locked")
    invitable = form.switch("invitable")
    minutes = form.choice("auto_archive_duration", ARCHIVE_MINUTES)
    tags = form.snowflakes("applied_tags", most=5)
    return replace(
        thread,
        archived=thread.archived if archived is None else archived,
        locked=thread.locked if locked is None else locked,
        invitable=thread.invitable if invitable is None else invitable,
        auto_archive_minutes=int(minutes or thread.auto_archive_minutes),
        applied_tags=tags if form.has("applied_tags") else thread.applied_tags,
    )


def overwrite(form: Form, *, target: Snowflake) -> Overwrite:
    form.know("id")
    kind = form.choice("type", (0, 1))
    return Overwrite(
        target=target,
        is_member=bool(kind),
        allow=permission(form, "allow"),
        deny=permission(form, "deny"),
    )


def permission(form: Form, key: str) -> Permission:
    return Permission(form.snowflake(key) or 0)


def _tag(form: Form, *, ids: Ids) -> Tag:
    form.need("name")
    form.know("emoji_id")
    return Tag(
        id=form.snowflake("id") or ids.next(),
        name=form.text("name", least=1, most=20) or "",
        moderated=bool(form.switch("moderated")),
        emoji_name=form.text("emoji_name", most=32),
    )


def _spelled(name: str, channel: Channel) -> str:
    """Write a name as Discord does: text channels are lower case with dashes."""
    if channel.type in (ChannelType.TEXT, ChannelType.ANNOUNCEMENT, ChannelType.FORUM):
        return "-".join(name.lower().split())
    return name
