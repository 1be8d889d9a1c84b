"""Saying something: the checks for who sends, and the message that comes of it."""

from dataclasses import dataclass, replace
from typing import Any

from bot.playground.world.access import need
from bot.playground.world.acts.files import attachments_of
from bot.playground.world.acts.mentions import EVERYBODY, Ping, mentions_in
from bot.playground.world.acts.pacing import check_slow_mode, same_nonce
from bot.playground.world.acts.wake import enter, wake
from bot.playground.world.errors import DiscordError, refuse
from bot.playground.world.forms.drafts import AllowedMentions, Draft
from bot.playground.world.messages import DEFAULT, NO_FLAGS, REPLY, Flag, Mask, Message, Reference
from bot.playground.world.permissions import NONE, Permission
from bot.playground.world.places import HAS_MESSAGES, Channel
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.messages import message_event
from bot.playground.world.world import Event, World

_MAY_BE_SET = Flag.SUPPRESS_EMBEDS | Flag.SUPPRESS_NOTIFICATIONS | Flag.COMPONENTS_V2


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Who says it, and in whose name."""

    user: Snowflake
    permissions: Permission
    pings: AllowedMentions = EVERYBODY
    mask: Mask | None = None
    application: Snowflake | None = None
    interaction: Snowflake | None = None
    type: int = DEFAULT
    only_for: Snowflake | None = None
    flags: Flag = NO_FLAGS
    # Set for the first message of a forum post, which has its thread's id.
    identity: Snowflake | None = None


def send(world: World, *, channel: Channel, user: Snowflake, draft: Draft) -> Message:
    """Send as a bot or a person: everything that Discord checks on the way."""
    if channel.type not in HAS_MESSAGES:
        raise refuse(50008)
    granted = may_send(world, channel=channel, user=user, draft=draft)
    if channel.is_dm and not _is_welcome(world, channel, user=user):
        raise refuse(50007)
    if draft.is_empty:
        raise refuse(50006)
    before = same_nonce(world, channel=channel, user=user, draft=draft)
    if before is not None:
        return before
    check_slow_mode(world, channel=channel, user=user, granted=granted)
    is_bot = world.users[user].is_bot
    sender = Sender(user=user, permissions=granted, application=user if is_bot else None)
    if channel.is_thread:
        enter(world, channel, user=user)
    return post(world, channel=channel, draft=draft, sender=sender)


def to_speak(channel: Channel) -> Permission:
    """Name the permission that speaking there takes."""
    return Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES


def may_send(world: World, *, channel: Channel, user: Snowflake, draft: Draft) -> Permission:
    granted = need(world, channel=channel, user=user, to=to_speak(channel))
    needed = NONE
    if draft.embeds:
        needed |= Permission.EMBED_LINKS
    if draft.uploads:
        needed |= Permission.ATTACH_FILES
    if draft.tts:
        needed |= Permission.SEND_TTS_MESSAGES
    if needed not in granted:
        raise refuse(50013)
    if draft.reply_to is not None and Permission.READ_MESSAGE_HISTORY not in granted:
        message = "Cannot reply without permission to read message history"
        raise DiscordError(status=403, code=160002, message=message)
    return granted


def post(world: World, *, channel: Channel, draft: Draft, sender: Sender) -> Message:
    """Put the message there and tell everybody. The checks are behind us."""
    channel = wake(world, channel, granted=sender.permissions)
    replied = _replied_to(world, channel=channel, draft=draft)
    ping = Ping(
        allowed=draft.mentions or sender.pings,
        permissions=sender.permissions,
        replied_to=replied.author if replied and not replied.mask else None,
    )
    content = draft.content.strip()
    message = Message(
        id=sender.identity or world.ports.ids.next(),
        channel=channel.id,
        author=sender.user,
        content=content,
        type=REPLY if replied else sender.type,
        flags=(draft.flags & _MAY_BE_SET) | sender.flags,
        mask=sender.mask,
        application=sender.application,
        reference=_reference(channel, replied),
        mentions=mentions_in(world, content, channel=channel, ping=ping),
        attachments=attachments_of(world, draft, channel=channel.id),
        embeds=draft.embeds,
        components=draft.components,
        nonce=draft.nonce,
        tts=draft.tts,
        interaction=sender.interaction,
        only_for=sender.only_for,
    )
    return publish(world, channel=channel, message=message)


def publish(world: World, *, channel: Channel, message: Message) -> Message:
    world.save_message(message)
    if message.only_for is None:
        channel = replace(world.channels[channel.id], last_message=message.id)
        if channel.thread is not None:
            thread = channel.thread
            channel = replace(
                channel,
                thread=replace(
                    thread,
                    message_count=thread.message_count + 1,
                    total_sent=thread.total_sent + 1,
                ),
            )
        world.channels[channel.id] = channel
        world.reads[(message.author, channel.id)] = message.id
    tell(world, "MESSAGE_CREATE", message)
    return message


def tell(world: World, kind: str, message: Message, *, more: dict[str, Any] | None = None) -> None:
    """Dispatch a message as it is now. The bot is not told of ephemeral ones."""
    channel = world.channels[message.channel]
    world.emit(
        Event(
            kind=kind,
            data={**message_event(world, message), **(more or {})},
            guild=channel.guild,
            channel=channel.id,
            only_for=message.only_for,
        )
    )


def _is_welcome(world: World, channel: Channel, *, user: Snowflake) -> bool:
    """Tell whether those at the other end let bots write to them."""
    others = [world.users[each] for each in channel.recipients if each != user]
    return not world.users[user].is_bot or all(each.takes_dms for each in others)


def _replied_to(world: World, *, channel: Channel, draft: Draft) -> Message | None:
    if draft.reply_to is None:
        return None
    found = world.messages.get(channel.id, {}).get(draft.reply_to)
    if found is None and draft.reply_must_exist:
        message = "Unknown message"
        raise DiscordError(
            status=400,
            code=50035,
            message="Invalid Form Body",
            more={
                "errors": {
                    "message_reference": {
                        "_errors": [{"code": "REPLIES_UNKNOWN_MESSAGE", "message": message}]
                    }
                }
            },
        )
    return found


def _reference(channel: Channel, replied: Message | None) -> Reference | None:
    if replied is None:
        return None
    return Reference(channel=channel.id, message=replied.id, guild=channel.guild)
