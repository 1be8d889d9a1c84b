"""Changing what was said: edits, deletions, reactions."""

from dataclasses import replace
from datetime import timedelta

from bot.playground.world.access import need, permissions
from bot.playground.world.acts.files import attachments_of
from bot.playground.world.acts.mentions import EVERYBODY, ONLY_USERS, Ping, mentions_in
from bot.playground.world.acts.pacing import check_old_edit
from bot.playground.world.acts.sending import tell
from bot.playground.world.acts.wake import need_awake
from bot.playground.world.errors import refuse
from bot.playground.world.forms.drafts import Draft
from bot.playground.world.messages import DEFAULT, REPLY, THREAD_CREATED, Flag, Message
from bot.playground.world.permissions import Permission
from bot.playground.world.places import Channel
from bot.playground.world.ports import Snowflake, moment_of
from bot.playground.world.show.places import at_place
from bot.playground.world.world import Event, World

BULK = range(2, 101)
BULK_REACHES_BACK = timedelta(days=14)
_SYSTEM = frozenset({THREAD_CREATED, 21})
_EDITABLE = Flag.SUPPRESS_EMBEDS | Flag.COMPONENTS_V2


def edit_own(world: World, *, message: Message, user: Snowflake, draft: Draft) -> Message:
    channel = world.channel(message.channel)
    granted = need(world, channel=channel, user=user)
    if message.author != user or message.mask is not None:
        only_hides_embeds = draft.sent <= {"flags"} and Permission.MANAGE_MESSAGES in granted
        if not only_hides_embeds:
            raise refuse(50005)
    if message.type not in (DEFAULT, REPLY, 20, 23):
        raise refuse(50021)
    return change(world, message=message, draft=draft)


def change(world: World, *, message: Message, draft: Draft) -> Message:
    """Apply an edit: what was not sent stays, mentions are read anew with the defaults."""
    channel = world.channel(message.channel)
    need_awake(channel)
    content = draft.content.strip() if "content" in draft.sent else message.content
    defaults = ONLY_USERS if message.mask or message.interaction else EVERYBODY
    ping = Ping(
        allowed=draft.mentions or defaults,
        permissions=permissions(world, channel=channel, user=message.author),
        replied_to=_replied_to(world, message),
    )
    changed = replace(
        message,
        content=content,
        embeds=draft.embeds if "embeds" in draft.sent else message.embeds,
        components=draft.components if "components" in draft.sent else message.components,
        attachments=attachments_of(world, draft, channel=channel.id, before=message.attachments),
        flags=_flags(message, draft),
        mentions=mentions_in(world, content, channel=channel, ping=ping),
        # What fills a "thinking…" is no edit to its readers.
        edited_at=None if Flag.LOADING in message.flags else world.ports.clock.now(),
    )
    if not (changed.content or changed.embeds or changed.components or changed.attachments):
        raise refuse(50006)
    check_old_edit(world, message=message)
    world.save_message(changed)
    tell(world, "MESSAGE_UPDATE", changed)
    return changed


def _flags(message: Message, draft: Draft) -> Flag:
    kept = message.flags & ~Flag.LOADING
    if "flags" not in draft.sent:
        return kept
    # What is shown with components V2 stays so.
    return (kept & ~Flag.SUPPRESS_EMBEDS) | (draft.flags & _EDITABLE)


def _replied_to(world: World, message: Message) -> Snowflake | None:
    if message.type != REPLY or message.reference is None or message.reference.message is None:
        return None
    found = world.messages.get(message.reference.channel, {}).get(message.reference.message)
    return found.author if found and not found.mask else None


def delete(world: World, *, message: Message, user: Snowflake) -> None:
    channel = world.channel(message.channel)
    granted = need(world, channel=channel, user=user)
    is_own = message.author == user and message.mask is None
    if not is_own and Permission.MANAGE_MESSAGES not in granted:
        raise refuse(50013)
    remove(world, message=message)


def remove(world: World, *, message: Message) -> None:
    channel = world.channel(message.channel)
    need_awake(channel)
    del world.messages[channel.id][message.id]
    _forget_files(world, message)
    if channel.thread is not None and message.only_for is None:
        left = max(channel.thread.message_count - 1, 0)
        world.channels[channel.id] = replace(
            channel, thread=replace(channel.thread, message_count=left)
        )
    data = at_place(channel, {"id": str(message.id)})
    world.emit(
        Event(
            kind="MESSAGE_DELETE",
            data=data,
            guild=channel.guild,
            channel=channel.id,
            only_for=message.only_for,
        )
    )


def bulk_delete(
    world: World, *, channel: Channel, user: Snowflake, messages: tuple[Snowflake, ...]
) -> None:
    need(world, channel=channel, user=user, to=Permission.MANAGE_MESSAGES)
    if channel.is_dm:
        raise refuse(50003)
    if len(messages) not in BULK:
        raise refuse(50016)
    oldest = world.ports.clock.now() - BULK_REACHES_BACK
    if any(moment_of(each) < oldest for each in messages):
        raise refuse(50034)
    need_awake(channel)
    there = world.messages.get(channel.id, {})
    gone = [each for each in messages if there.pop(each, None) is not None]
    data = at_place(channel, {"ids": [str(each) for each in gone]})
    world.emit(
        Event(kind="MESSAGE_DELETE_BULK", data=data, guild=channel.guild, channel=channel.id)
    )


def _forget_files(world: World, message: Message) -> None:
    for attachment in message.attachments:
        world.files.pop(attachment.id, None)
