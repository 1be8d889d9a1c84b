"""Messages in Discord's JSON."""

from bot.playground.world.messages import Attachment, Flag, Mask, Message, Reaction
from bot.playground.world.ports import Snowflake, moment_of, stamp
from bot.playground.world.show.embeds import embeds_json, loose_attachments
from bot.playground.world.show.interactions import metadata_json
from bot.playground.world.show.people import member_json, user_json
from bot.playground.world.show.places import channel_json
from bot.playground.world.world import Json, World


def message_json(
    world: World, message: Message, *, viewer: Snowflake | None = None, nested: bool = False
) -> Json:
    """Return a message as REST does; `viewer` is whose reactions count as "me"."""
    shown: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel),
        "type": message.type,
        "content": message.content,
        "author": author_json(world, message),
        "mentions": [user_json(world.users[each]) for each in message.mentions.users],
        "mention_roles": [str(each) for each in message.mentions.roles],
        "mention_everyone": message.mentions.everyone,
        "attachments": [attachment_json(world, each) for each in loose_attachments(message)],
        "embeds": embeds_json(world, message),
        "components": list(message.components),
        "timestamp": stamp(moment_of(message.id)),
        "edited_timestamp": stamp(message.edited_at) if message.edited_at else None,
        "flags": int(message.flags),
        "pinned": False,
        "tts": message.tts,
    }
    shown |= _origin(message)
    if message.reactions:
        shown["reactions"] = [reaction_json(each, viewer=viewer) for each in message.reactions]
    if message.interaction is not None and message.interaction in world.interactions:
        shown |= metadata_json(world, world.interactions[message.interaction])
    if Flag.HAS_THREAD in message.flags and message.id in world.channels:
        shown["thread"] = channel_json(world, world.channels[Snowflake(message.id)])
    return shown | _reference(world, message, nested=nested)


def _origin(message: Message) -> Json:
    shown: Json = {}
    if message.mask is not None:
        shown["webhook_id"] = str(message.mask.webhook)
    elif message.interaction is not None and message.application is not None:
        # An answer to an interaction is posted through the application's own webhook.
        shown["webhook_id"] = str(message.application)
    if message.application is not None:
        shown["application_id"] = str(message.application)
    if message.nonce is not None:
        shown["nonce"] = message.nonce
    return shown


def _reference(world: World, message: Message, *, nested: bool) -> Json:
    reference = message.reference
    if reference is None:
        return {}
    shown: Json = {"type": 0, "channel_id": str(reference.channel)}
    if reference.guild is not None:
        shown["guild_id"] = str(reference.guild)
    if reference.message is None:
        return {"message_reference": shown}
    shown["message_id"] = str(reference.message)
    if nested:
        return {"message_reference": shown}
    found = world.messages.get(reference.channel, {}).get(reference.message)
    return {
        "message_reference": shown,
        "referenced_message": message_json(world, found, nested=True) if found else None,
    }


def message_event(world: World, message: Message) -> Json:
    """Return a message as the gateway does: with the server and the author's membership."""
    shown = message_json(world, message)
    guild = world.channels[message.channel].guild
    if guild is None:
        return shown
    shown["guild_id"] = str(guild)
    author = world.members.get((guild, message.author)) if message.mask is None else None
    if author is not None:
        shown["member"] = member_json(world, author, with_user=False)
    for user in shown["mentions"]:
        mentioned = world.members.get((guild, Snowflake(int(user["id"]))))
        if mentioned is not None:
            user["member"] = member_json(world, mentioned, with_user=False)
    return shown


def author_json(world: World, message: Message) -> Json:
    if message.mask is None:
        return user_json(world.users[message.author])
    return masked_json(message.mask)


def masked_json(mask: Mask) -> Json:
    return {
        "id": str(mask.webhook),
        "username": mask.name,
        "discriminator": "0000",
        "global_name": None,
        "avatar": mask.avatar,
        "bot": True,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def attachment_json(world: World, attachment: Attachment) -> Json:
    url = world.links.to_attachment(attachment, now=world.ports.clock.now())
    shown: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": attachment.size,
        "url": url,
        "proxy_url": url,
        "content_type": attachment.content_type,
        "description": attachment.description,
        "width": attachment.width,
        "height": attachment.height,
    }
    shown = {name: value for name, value in shown.items() if value is not None}
    return {**shown, "ephemeral": True} if attachment.ephemeral else shown


def reaction_json(reaction: Reaction, *, viewer: Snowflake | None) -> Json:
    count = len(reaction.users)
    return {
        "emoji": emoji_json(reaction.emoji),
        "count": count,
        "count_details": {"burst": 0, "normal": count},
        "burst_colors": [],
        "me": viewer in reaction.users,
        "me_burst": False,
    }


def emoji_json(emoji: str) -> Json:
    name, _, identity = emoji.partition(":")
    return {"id": identity or None, "name": name}
