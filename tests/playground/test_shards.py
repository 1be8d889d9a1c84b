"""discord.py with two shards: each has its servers, the first has the direct messages."""

import discord

from bot.playground.server import Place
from bot.playground.world.beginning import add_bot, add_channel, add_guild
from bot.playground.world.ports import Snowflake
from tests.e2e_tools.bots import connected
from tests.e2e_tools.people import Person
from tests.playground.test_with_a_bot import EchoBot


class TwoShards(EchoBot):
    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds between the shards, as one does at Discord."""


def on_the_other_shard(place: Place, ada: Person) -> Snowflake:
    """Make servers until one belongs to the shard that The Playhouse is not on."""
    own = (int(ada.guild) >> 22) % 2
    while True:
        guild = add_guild(place.world, name="The Annex", owner=Snowflake(int(ada.id)))
        if (guild.id >> 22) % 2 != own:
            break
        del place.world.guilds[guild.id]
    add_channel(place.world, guild=guild.id, name="attic", position=0)
    add_bot(place.world, guild=guild.id)
    return guild.id


async def test_a_bot_on_two_shards_hears_everything_once(place: Place, ada: Person) -> None:
    annex = on_the_other_shard(place, ada)
    place.world.shards = 2
    attic = next(str(each.id) for each in place.world.channels_of(annex))

    async with connected(place, TwoShards()) as bot:
        await ada.say("tavern", "one")
        await ada.hears("You said: one", channel="tavern")
        await ada.say(attic, "two")
        await ada.hears("You said: two", channel=attic)
        await ada.say("@bot", "three")
        await ada.hears("You said: three", channel="@bot")
        shards = {guild.name: guild.shard_id for guild in bot.guilds}

    answers = [*await ada.history("tavern"), *await ada.history(attic), *await ada.history("@bot")]
    assert len(bot.shards) == 2
    assert sorted(shards.values()) == [0, 1]
    assert len(answers) == 6
    assert place.complaints.all == []


async def test_one_shard_breaks_and_takes_up_its_session(place: Place, ada: Person) -> None:
    place.world.shards = 2
    async with connected(place, TwoShards()) as bot:
        resumed: list[int | None] = []

        @bot.event
        async def on_shard_resumed(shard_id: int) -> None:
            resumed.append(shard_id)

        place.faults.drop_gateway()
        await ada.say("tavern", "Are you both there?")
        await ada.hears("You said: Are you both there?", timeout=20)

        assert isinstance(bot, discord.AutoShardedClient)
        assert (int(ada.guild) >> 22) % 2 in resumed
