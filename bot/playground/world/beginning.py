"""The first world: The Playhouse, with Ada, Ben and the bot."""

from bot.playground.world.acts.dms import open_dm
from bot.playground.world.acts.guilds import invite_bot
from bot.playground.world.links import Links
from bot.playground.world.people import Member, Role, User
from bot.playground.world.permissions import EVERYONE_BY_DEFAULT, Permission
from bot.playground.world.places import Channel, ChannelType, Guild, ThreadMember, ThreadState
from bot.playground.world.ports import Ports, Snowflake, system_ports
from bot.playground.world.world import Application, World

# What the invite link of a roleplay bot asks for.
BOT_PERMISSIONS = (
    EVERYONE_BY_DEFAULT
    | Permission.MANAGE_WEBHOOKS
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
)


def empty_world(ports: Ports) -> World:
    """A world with nothing but the bot."""
    application = Application(
        id=ports.ids.next(), token=f"playground.{ports.chance.token()}", name="Troupe"
    )
    world = World(ports=ports, application=application, links=Links(secret=ports.chance.token()))
    world.users[application.id] = User(id=application.id, name="Troupe", is_bot=True)
    return world


def new_world(ports: Ports | None = None) -> World:
    """The Playhouse, as the README tells it."""
    ports = ports or system_ports()
    world = empty_world(ports)
    people = [add_person(world, name=name) for name in ("Ada", "Ben")]
    furnished(world, name="The Playhouse")
    for person in people:
        open_dm(world, one=person.id, other=world.application.id)
    return world


def furnished(world: World, *, name: str) -> Guild:
    """Add a server with the first person as its owner, all others, the bot, and some places."""
    owner, *others = [each.id for each in world.users.values() if not each.is_bot]
    guild = add_guild(world, name=name, owner=owner)
    for each in others:
        _come(world, guild.id, each)
    for position, channel in enumerate(("tavern", "harbour", "library")):
        made = add_channel(world, guild=guild.id, name=channel, position=position)
        if position == 0:
            _add_thread(world, parent=made, name="the back room", owner=owner)
    add_channel(world, guild=guild.id, name="stories", position=3, type=ChannelType.FORUM)
    # Comes last, so that it is told of a server that is complete.
    add_bot(world, guild=guild.id)
    return guild


def add_person(world: World, *, name: str) -> User:
    user = User(id=world.ports.ids.next(), name=name.lower().replace(" ", "_"), global_name=name)
    world.users[user.id] = user
    return user


def add_guild(world: World, *, name: str, owner: Snowflake) -> Guild:
    guild = Guild(id=world.ports.ids.next(), name=name, owner=owner)
    world.guilds[guild.id] = guild
    world.roles[guild.id] = Role(
        id=guild.id,
        guild=guild.id,
        name="@everyone",
        permissions=EVERYONE_BY_DEFAULT,
        position=0,
    )
    _come(world, guild.id, owner)
    return guild


def add_bot(world: World, *, guild: Snowflake, permissions: Permission = BOT_PERMISSIONS) -> Member:
    return invite_bot(world, guild=guild, permissions=permissions)


def add_channel(
    world: World,
    *,
    guild: Snowflake,
    name: str,
    position: int,
    type: ChannelType = ChannelType.TEXT,  # noqa: A002  # Discord's word
) -> Channel:
    channel = Channel(
        id=world.ports.ids.next(), type=type, name=name, guild=guild, position=position
    )
    world.channels[channel.id] = channel
    return channel


def _add_thread(world: World, *, parent: Channel, name: str, owner: Snowflake) -> Channel:
    now = world.ports.clock.now()
    thread = Channel(
        id=world.ports.ids.next(),
        type=ChannelType.PUBLIC_THREAD,
        name=name,
        guild=parent.guild,
        parent=parent.id,
        thread=ThreadState(owner=owner, created_at=now, archived_at=now),
    )
    world.channels[thread.id] = thread
    world.thread_members[(thread.id, owner)] = ThreadMember(
        thread=thread.id, user=owner, joined_at=now
    )
    return thread


def _come(world: World, guild: Snowflake, user: Snowflake) -> Member:
    member = Member(user=user, guild=guild, joined_at=world.ports.clock.now())
    world.members[(guild, user)] = member
    return member
