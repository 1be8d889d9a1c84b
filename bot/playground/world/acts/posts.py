"""Opening threads: from a message, on their own, or as a post of a forum."""

from dataclasses import dataclass, replace

from bot.playground.world.access import need
from bot.playground.world.acts.sending import Sender, post, publish, tell
from bot.playground.world.acts.wake import enter, tell_thread
from bot.playground.world.errors import fault, refuse
from bot.playground.world.forms.drafts import Draft
from bot.playground.world.messages import THREAD_CREATED, Flag, Message, Reference
from bot.playground.world.permissions import Permission
from bot.playground.world.places import POSTS_ONLY, Channel, ChannelType, ThreadState
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import World

MOST_ACTIVE = 1_000
REQUIRES_TAG = 1 << 4
_MAY_HAVE_THREADS = frozenset({ChannelType.TEXT, ChannelType.ANNOUNCEMENT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    name: str
    type: ChannelType = ChannelType.PUBLIC_THREAD
    auto_archive_minutes: int | None = None
    slow_mode: int = 0
    invitable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    name: str
    draft: Draft
    tags: tuple[Snowflake, ...] = ()
    auto_archive_minutes: int | None = None


def open_thread(world: World, *, parent: Channel, user: Snowflake, wish: Opening) -> Channel:
    if parent.type not in _MAY_HAVE_THREADS:
        raise refuse(50024)
    is_private = wish.type is ChannelType.PRIVATE_THREAD
    needed = Permission.CREATE_PRIVATE_THREADS if is_private else Permission.CREATE_PUBLIC_THREADS
    need(world, channel=parent, user=user, to=needed)
    thread = _make(world, parent=parent, owner=user, wish=wish)
    if not is_private:
        notice = Message(
            id=world.ports.ids.next(),
            channel=parent.id,
            author=user,
            type=THREAD_CREATED,
            content=wish.name,
            reference=Reference(channel=thread.id, message=None, guild=parent.guild),
        )
        publish(world, channel=parent, message=notice)
    return thread


def open_from_message(world: World, *, message: Message, user: Snowflake, wish: Opening) -> Channel:
    """Hang a thread on a message; it has the message's id."""
    parent = world.channel(message.channel)
    if parent.type not in _MAY_HAVE_THREADS:
        raise refuse(50024)
    need(
        world,
        channel=parent,
        user=user,
        to=Permission.CREATE_PUBLIC_THREADS | Permission.READ_MESSAGE_HISTORY,
    )
    if message.id in world.channels:
        raise refuse(160004)
    thread = _make(world, parent=parent, owner=user, wish=wish, identity=message.id)
    marked = replace(message, flags=message.flags | Flag.HAS_THREAD)
    world.save_message(marked)
    tell(world, "MESSAGE_UPDATE", marked)
    return thread


def open_forum_post(
    world: World, *, forum: Channel, user: Snowflake, wish: Post
) -> tuple[Channel, Message]:
    """Post in a forum as a bot or a person."""
    granted = need(world, channel=forum, user=user, to=Permission.SEND_MESSAGES)
    if wish.draft.is_empty:
        raise refuse(50006)
    application = user if world.users[user].is_bot else None
    sender = Sender(user=user, permissions=granted, application=application)
    return open_post(world, forum=forum, wish=wish, sender=sender)


def open_post(
    world: World, *, forum: Channel, wish: Post, sender: Sender
) -> tuple[Channel, Message]:
    known = {each.id for each in forum.available_tags}
    if not known.issuperset(wish.tags):
        raise fault("applied_tags", code="INVALID_TAG", message="Unknown tag")
    if forum.flags & REQUIRES_TAG and not wish.tags:
        raise refuse(40067)
    opening = Opening(name=wish.name, auto_archive_minutes=wish.auto_archive_minutes)
    owner = sender.mask.webhook if sender.mask else sender.user
    thread = _make(world, parent=forum, owner=owner, wish=opening, tags=wish.tags)
    # The first message of a post has the id of its thread.
    first = post(
        world, channel=thread, draft=wish.draft, sender=replace(sender, identity=thread.id)
    )
    return world.channels[thread.id], first


def _make(
    world: World,
    *,
    parent: Channel,
    owner: Snowflake,
    wish: Opening,
    identity: Snowflake | None = None,
    tags: tuple[Snowflake, ...] = (),
) -> Channel:
    active = [
        each
        for each in world.channels_of(Snowflake(parent.guild or 0))
        if each.thread is not None and not each.thread.archived
    ]
    if len(active) >= MOST_ACTIVE:
        raise refuse(160006)
    now = world.ports.clock.now()
    minutes = wish.auto_archive_minutes or parent.default_auto_archive_minutes or 4320
    thread = Channel(
        id=identity or world.ports.ids.next(),
        type=wish.type,
        name=wish.name,
        guild=parent.guild,
        parent=parent.id,
        slow_mode=wish.slow_mode,
        thread=ThreadState(
            owner=owner,
            created_at=now,
            archived_at=now,
            auto_archive_minutes=minutes,
            invitable=wish.invitable,
            applied_tags=tags,
        ),
    )
    world.channels[thread.id] = thread
    if parent.type in POSTS_ONLY:
        world.channels[parent.id] = replace(parent, last_message=thread.id)
    tell_thread(world, "THREAD_CREATE", thread, more={"newly_created": True})
    if owner in world.users:
        enter(world, thread, user=owner)
    return thread
