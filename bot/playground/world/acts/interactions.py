"""A person uses a command, presses a button or sends a modal: what the bot is told of it."""

from dataclasses import dataclass, replace

from bot.playground.world.access import need, permissions
from bot.playground.world.acts import commands
from bot.playground.world.acts.options import Reading, read_options
from bot.playground.world.acts.pressed import read_press
from bot.playground.world.acts.submitted import read_modal
from bot.playground.world.errors import refuse
from bot.playground.world.forms.drafts import Upload
from bot.playground.world.hooks import Interaction, InteractionType, Phase
from bot.playground.world.places import Channel
from bot.playground.world.ports import Snowflake
from bot.playground.world.show.interactions import owners_json
from bot.playground.world.show.messages import message_json
from bot.playground.world.show.people import acting_member_json, user_json
from bot.playground.world.show.places import channel_json
from bot.playground.world.world import Event, Json, World

ATTACHMENT_LIMIT = 10 * 1024 * 1024
_IN_GUILD, _IN_BOT_DM = 0, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What a person did, as their client sends it."""

    user: Snowflake
    channel: Snowflake
    type: InteractionType
    data: Json
    message: Snowflake | None = None
    uploads: tuple[Upload, ...] = ()


def start(world: World, use: Use) -> Interaction:
    channel = world.channel(use.channel)
    need(world, channel=channel, user=use.user)
    if channel.guild is not None and (channel.guild, world.application.id) not in world.members:
        raise refuse(50001)
    reading = Reading(world=world, channel=channel, uploads=use.uploads)
    data, message, modal_of = _read(reading, use)
    if reading.resolved:
        data["resolved"] = reading.resolved
    started = Interaction(
        id=world.ports.ids.next(),
        token=world.ports.chance.token(),
        type=use.type,
        user=use.user,
        channel=channel.id,
        guild=channel.guild,
        started_at=world.ports.clock.now(),
        data=data,
        message=message,
    )
    if modal_of is not None:
        # A modal is sent once.
        world.interactions[modal_of.id] = replace(modal_of, modal=None)
    world.interactions[started.id] = started
    world.emit(
        Event(
            kind="INTERACTION_CREATE",
            data=interaction_json(world, started, channel=channel),
            guild=channel.guild,
            only_for=world.application.id,
        )
    )
    return started


def _read(reading: Reading, use: Use) -> tuple[Json, Snowflake | None, Interaction | None]:
    """Return the data for the bot, the message it is about, and the modal it answers."""
    world = reading.world
    if use.type is InteractionType.COMPONENT:
        message = world.message(channel=use.channel, message=use.message or Snowflake(0))
        if message.only_for not in (None, use.user):
            raise refuse(10008)
        return read_press(reading, use.data, message=message), message.id, None
    if use.type is InteractionType.MODAL:
        asked = _open_modal(world, user=use.user, custom_id=use.data.get("custom_id"))
        return read_modal(reading, use.data, modal=asked.modal or {}), asked.message, asked
    command = world.commands.get(Snowflake(int(use.data.get("id", 0))))
    if command is None or not commands.may_use(
        world, command, channel=reading.channel, user=use.user
    ):
        raise refuse(10063)
    is_draft = use.type is InteractionType.AUTOCOMPLETE
    return read_options(reading, use.data, command=command, is_draft=is_draft), None, None


def _open_modal(world: World, *, user: Snowflake, custom_id: object) -> Interaction:
    for each in reversed(world.interactions.values()):
        if each.user == user and each.modal is not None and each.modal["custom_id"] == custom_id:
            return each
    raise refuse(10062)


def expire(world: World, interaction: Snowflake) -> None:
    """Give up on an answer that did not come in time."""
    found = world.interactions.get(interaction)
    if found is None or found.phase is not Phase.OPEN:
        return
    world.interactions[interaction] = replace(found, phase=Phase.FAILED)
    tell(world, found, "INTERACTION_FAILED", {"reason": "The application did not respond"})


def tell(world: World, interaction: Interaction, kind: str, data: Json) -> None:
    """Tell the person who started it."""
    world.emit(
        Event(
            kind=kind,
            data={"interaction_id": str(interaction.id), **data},
            only_for=interaction.user,
            page_only=True,
        )
    )


def interaction_json(world: World, interaction: Interaction, *, channel: Channel) -> Json:
    user = world.users[interaction.user]
    own = permissions(world, channel=channel, user=world.application.id)
    shown: Json = {
        "id": str(interaction.id),
        "application_id": str(world.application.id),
        "type": int(interaction.type),
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": channel_json(world, channel, viewer=interaction.user),
        "token": interaction.token,
        "version": 1,
        "app_permissions": str(int(own)),
        "locale": user.locale,
        "entitlements": [],
        "authorizing_integration_owners": owners_json(interaction),
        "context": _IN_BOT_DM if channel.guild is None else _IN_GUILD,
        "attachment_size_limit": ATTACHMENT_LIMIT,
    }
    granted = permissions(world, channel=channel, user=user.id)
    shown["channel"] = {**shown["channel"], "permissions": str(int(granted))}
    if interaction.message is not None:
        message = world.messages.get(channel.id, {}).get(interaction.message)
        if message is not None:
            shown["message"] = message_json(world, message, viewer=world.application.id)
    if channel.guild is None:
        return {**shown, "user": user_json(user)}
    guild = world.guild(channel.guild)
    member = world.member(guild=guild.id, user=user.id)
    return {
        **shown,
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
        "guild_locale": guild.locale,
        "member": acting_member_json(world, member, permissions=granted),
    }
