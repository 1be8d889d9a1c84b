"""Reactions: added and taken back."""

from dataclasses import replace

from bot.playground.world.access import need
from bot.playground.world.acts.wake import need_awake
from bot.playground.world.errors import refuse
from bot.playground.world.messages import Message, Reaction
from bot.playground.world.permissions import Permission
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.messages import emoji_json
from bot.playground.world.show.people import member_json
from bot.playground.world.show.places import at_place
from bot.playground.world.world import Event, World

MOST_REACTIONS = 20


def react(world: World, *, message: Message, user: Snowflake, emoji: str) -> None:
    channel = world.channel(message.channel)
    granted = need(world, channel=channel, user=user, to=Permission.READ_MESSAGE_HISTORY)
    need_awake(channel)
    if not emoji or (emoji.isascii() and ":" not in emoji):
        raise refuse(10014)
    reactions = list(message.reactions)
    there = [index for index, each in enumerate(reactions) if each.emoji == emoji]
    if not there:
        if Permission.ADD_REACTIONS not in granted:
            raise refuse(50013)
        if len(reactions) >= MOST_REACTIONS:
            raise refuse(30010)
        reactions.append(Reaction(emoji=emoji, users=(user,)))
    elif user in reactions[there[0]].users:
        return
    else:
        index = there[0]
        reactions[index] = replace(reactions[index], users=(*reactions[index].users, user))
    world.save_message(replace(message, reactions=tuple(reactions)))
    _tell_reaction(world, "MESSAGE_REACTION_ADD", message, user=user, emoji=emoji)


def unreact(world: World, *, message: Message, user: Snowflake, emoji: str) -> None:
    channel = world.channel(message.channel)
    need(world, channel=channel, user=user)
    need_awake(channel)
    changed = [
        replace(each, users=tuple(one for one in each.users if one != user))
        if each.emoji == emoji
        else each
        for each in message.reactions
    ]
    left = tuple(each for each in changed if each.users)
    if left == message.reactions:
        raise refuse(10014)
    world.save_message(replace(message, reactions=left))
    _tell_reaction(world, "MESSAGE_REACTION_REMOVE", message, user=user, emoji=emoji)


def _tell_reaction(
    world: World, kind: str, message: Message, *, user: Snowflake, emoji: str
) -> None:
    channel = world.channels[message.channel]
    data = at_place(
        channel,
        {
            "user_id": str(user),
            "message_id": str(message.id),
            "emoji": emoji_json(emoji),
            "burst": False,
            "type": 0,
        },
    )
    member = world.members.get((Snowflake(channel.guild or 0), user))
    if kind.endswith("ADD"):
        data["message_author_id"] = str(message.author)
        if member is not None:
            data["member"] = member_json(world, member)
    world.emit(Event(kind=kind, data=data, guild=channel.guild, channel=channel.id))
