"""Who acts and where, in the engine's own words."""

import discord

from bot.client import TroupeInteraction
from bot.engine.ids import ChannelId, GuildId, MemberId
from bot.engine.use_cases.requests import Who
from bot.stage.faults import ChannelGone


def who_of(interaction: TroupeInteraction) -> Who:
    """In a DM everybody moderates: it is theirs."""
    return Who(
        member=MemberId(interaction.user.id),
        name=interaction.user.display_name,
        moderates=interaction.guild_id is None or interaction.permissions.manage_channels,
    )


def author_of(message: discord.Message) -> Who:
    author, channel = message.author, message.channel
    moderates = message.guild is None
    if isinstance(author, discord.Member) and not isinstance(
        channel, (discord.DMChannel, discord.GroupChannel, discord.PartialMessageable)
    ):
        moderates = channel.permissions_for(author).manage_channels
    return Who(member=MemberId(author.id), name=author.display_name, moderates=moderates)


def channel_of(interaction: TroupeInteraction) -> ChannelId:
    if interaction.channel_id is None:
        raise ChannelGone
    return ChannelId(interaction.channel_id)


def guild_of(interaction: TroupeInteraction) -> GuildId | None:
    return None if interaction.guild_id is None else GuildId(interaction.guild_id)
