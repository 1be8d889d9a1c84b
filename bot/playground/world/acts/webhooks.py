"""Webhooks: making, moving and deleting them, and speaking through them."""

from dataclasses import replace

from bot.playground.world.access import need
from bot.playground.world.acts.editing import change, remove
from bot.playground.world.acts.files import face_at
from bot.playground.world.acts.mentions import ONLY_USERS
from bot.playground.world.acts.posts import Post, open_post
from bot.playground.world.acts.sending import Sender, post
from bot.playground.world.errors import fault, refuse
from bot.playground.world.forms.drafts import Draft
from bot.playground.world.hooks import Webhook
from bot.playground.world.messages import Mask, Message
from bot.playground.world.permissions import Permission
from bot.playground.world.places import HAS_WEBHOOKS, POSTS_ONLY, Channel
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import Event, World

MOST_PER_CHANNEL = 15
MOST_PER_GUILD = 1_000
# A webhook has no member behind it: what its messages may ping is not held to a role.
_OF_A_WEBHOOK = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.MENTION_EVERYONE
)


def in_channel(world: World, *, channel: Snowflake) -> list[Webhook]:
    return [each for each in world.webhooks.values() if each.channel == channel]


def create(
    world: World, *, channel: Channel, user: Snowflake, name: str, avatar: str | None
) -> Webhook:
    if channel.guild is None:
        raise refuse(50003)
    need(world, channel=channel, user=user, to=Permission.MANAGE_WEBHOOKS)
    if channel.type not in HAS_WEBHOOKS:
        raise refuse(50024)
    if len(in_channel(world, channel=channel.id)) >= MOST_PER_CHANNEL:
        raise refuse(30007)
    if sum(each.guild == channel.guild for each in world.webhooks.values()) >= MOST_PER_GUILD:
        raise refuse(30058)
    made = Webhook(
        id=world.ports.ids.next(),
        token=world.ports.chance.token(),
        guild=channel.guild,
        channel=channel.id,
        name=name,
        creator=user,
        application=user if world.users[user].is_bot else None,
        avatar=avatar,
    )
    world.webhooks[made.id] = made
    _tell(world, made)
    return made


def found(world: World, *, webhook: Snowflake, token: str | None = None) -> Webhook:
    hook = world.webhooks.get(webhook)
    if hook is None:
        raise refuse(10015)
    if token is not None and token != hook.token:
        raise refuse(50027)
    return hook


def need_manager(world: World, *, webhook: Webhook, user: Snowflake) -> None:
    channel = world.channel(webhook.channel)
    need(world, channel=channel, user=user, to=Permission.MANAGE_WEBHOOKS)


def update(world: World, *, webhook: Webhook, to: Webhook) -> Webhook:
    """Rename, dress or move a webhook."""
    if to.channel != webhook.channel:
        target = world.channel(to.channel)
        if target.guild != webhook.guild or target.type not in HAS_WEBHOOKS:
            raise refuse(50024)
        if len(in_channel(world, channel=target.id)) >= MOST_PER_CHANNEL:
            raise refuse(30007)
    world.webhooks[to.id] = to
    _tell(world, webhook)
    if to.channel != webhook.channel:
        _tell(world, to)
    return to


def delete(world: World, *, webhook: Webhook) -> None:
    del world.webhooks[webhook.id]
    _tell(world, webhook)


def execute(world: World, *, webhook: Webhook, draft: Draft, thread: Snowflake | None) -> Message:
    """Say something through the webhook, in its channel or in a thread of it."""
    if draft.is_empty:
        raise refuse(50006)
    channel = world.channel(webhook.channel)
    avatar = face_at(world, draft.avatar_url) if draft.avatar_url else webhook.avatar
    mask = Mask(webhook=webhook.id, name=draft.username or webhook.name, avatar=avatar)
    sender = Sender(
        user=webhook.creator,
        permissions=_OF_A_WEBHOOK,
        pings=ONLY_USERS,
        mask=mask,
        application=webhook.application,
    )
    if channel.type in POSTS_ONLY:
        if thread is None and draft.thread_name is None:
            raise refuse(220001)
        if thread is not None and draft.thread_name is not None:
            raise refuse(220002)
    elif draft.thread_name is not None:
        raise refuse(220003)
    if draft.thread_name is not None:
        wish = Post(name=draft.thread_name, draft=draft, tags=draft.applied_tags)
        _, message = open_post(world, forum=channel, wish=wish, sender=sender)
        return message
    place = channel if thread is None else thread_of(world, webhook=webhook, thread=thread)
    return post(world, channel=place, draft=draft, sender=sender)


def thread_of(world: World, *, webhook: Webhook, thread: Snowflake) -> Channel:
    channel = world.channels.get(thread)
    if channel is None or not channel.is_thread or channel.parent != webhook.channel:
        raise refuse(10003)
    return channel


def own_message(
    world: World, *, webhook: Webhook, message: Snowflake, thread: Snowflake | None
) -> Message:
    """Find a message of this webhook; one in a thread is found only with the thread's id."""
    place = webhook.channel
    if thread is not None:
        place = thread_of(world, webhook=webhook, thread=thread).id
    said = world.message(channel=place, message=message)
    if said.mask is None or said.mask.webhook != webhook.id:
        raise refuse(10008)
    return said


def edit(world: World, *, message: Message, draft: Draft) -> Message:
    return change(world, message=message, draft=draft)


def unsay(world: World, *, message: Message) -> None:
    remove(world, message=message)


def may_have_components(webhook: Webhook, draft: Draft, *, asked: bool) -> Draft:
    """Leave out what a webhook may not carry: buttons belong to an application's own."""
    if not draft.components:
        return draft
    if webhook.application is None:
        if asked:
            raise fault(
                "components",
                code="WEBHOOK_COMPONENTS_NOT_ALLOWED",
                message="Only application-owned webhooks can have interactive components",
            )
        return replace(draft, components=())
    return draft


def _tell(world: World, webhook: Webhook) -> None:
    data = {"guild_id": str(webhook.guild), "channel_id": str(webhook.channel)}
    world.emit(
        Event(kind="WEBHOOKS_UPDATE", data=data, guild=webhook.guild, channel=webhook.channel)
    )
