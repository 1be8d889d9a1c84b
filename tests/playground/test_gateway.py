"""The bot's gateway: intents, shards, resume, and how it closes."""

import pytest

from bot.playground.gateway.intents import Intent
from bot.playground.server import Place
from bot.playground.world.ports import Snowflake
from tests.e2e_tools.gateway import ALL_INTENTS, raw_gateway
from tests.e2e_tools.people import Person

CONTENT, MEMBERS = Intent.MESSAGE_CONTENT, Intent.MEMBERS


async def test_it_says_hello_ready_and_which_servers_there_are(place: Place) -> None:
    async with raw_gateway(place) as gateway:
        await gateway.identify()

        ready, guild = await gateway.next(), await gateway.next()

    assert (ready["t"], ready["s"]) == ("READY", 1)
    assert ready["d"]["guilds"] == [{"id": guild["d"]["id"], "unavailable": True}]
    assert {each["name"] for each in guild["d"]["channels"]} >= {"tavern", "stories"}
    assert [each["name"] for each in guild["d"]["threads"]] == ["the back room"]
    assert len(guild["d"]["members"]) == 1  # without presences, only the bot itself


async def test_without_message_content_words_are_withheld(place: Place, ada: Person) -> None:
    async with raw_gateway(place) as gateway:
        await gateway.identify(intents=ALL_INTENTS & ~CONTENT)
        await gateway.until("GUILD_CREATE")
        await ada.say("tavern", "secret")
        await ada.say("tavern", f"<@{place.world.application.id}> open")
        await ada.say("@bot", "private")

        told = [(await gateway.until("MESSAGE_CREATE"))["content"] for _ in range(3)]

    assert told[0] == ""
    assert told[1].endswith("open")
    assert told[2] == "private"


async def test_without_the_members_intent_others_come_and_go_unseen(
    place: Place, ada: Person, ben: Person
) -> None:
    async with raw_gateway(place) as gateway:
        await gateway.identify(intents=ALL_INTENTS & ~MEMBERS)
        await gateway.until("GUILD_CREATE")
        await ada.call("POST", "/people", {"name": "Cleo"})
        thread = ada.channel("the back room")
        await ada.call("PUT", f"/channels/{thread}/thread-members/{ben.id}")
        bot = place.world.application.id
        await ada.call("PUT", f"/channels/{thread}/thread-members/{bot}")
        await ada.say("tavern", "Done.")

        kinds = await gateway.kinds_until("MESSAGE_CREATE")

    assert kinds == ["THREAD_MEMBERS_UPDATE", "MESSAGE_CREATE"]


async def test_a_break_loses_nothing_with_resume(place: Place, ada: Person) -> None:
    async with raw_gateway(place) as first:
        await first.identify()
        await first.until("GUILD_CREATE")
        place.faults.drop_gateway()
        assert "closed" in await first.next()
    await ada.say("tavern", "while you were away")

    async with raw_gateway(place) as second:
        await second.resume(first.session, seq=first.seq)
        missed = await second.until("MESSAGE_CREATE")
        resumed = await second.next()

    assert missed["content"] == "while you were away"
    assert resumed["t"] == "RESUMED"


async def test_a_session_that_is_gone_cannot_be_resumed(place: Place) -> None:
    async with raw_gateway(place) as first:
        await first.identify()
        await first.until("GUILD_CREATE")
        place.faults.drop_gateway(resumable=False)

    async with raw_gateway(place) as second:
        await second.resume(first.session, seq=first.seq)
        answer = await second.next()

    assert (answer["op"], answer["d"]) == (9, False)


async def test_op_7_and_op_9(place: Place) -> None:
    async with raw_gateway(place) as gateway:
        await gateway.identify()
        await gateway.until("GUILD_CREATE")
        place.faults.reconnect_gateway()
        place.faults.invalidate_gateway()

        assert [(await gateway.next())["op"] for _ in range(2)] == [7, 9]


async def test_each_shard_hears_its_servers_and_the_first_hears_dms(
    place: Place, ada: Person
) -> None:
    own = (Snowflake(int(ada.guild)) >> 22) % 2
    async with raw_gateway(place) as zero, raw_gateway(place) as one:
        await zero.identify(shard=[0, 2])
        await one.identify(shard=[1, 2])
        shards = (zero, one)
        ready = [await each.until("READY") for each in shards]
        await shards[own].until("GUILD_CREATE")
        await ada.say("@bot", "in private")
        await ada.say("tavern", "aloud")

        private = await zero.until("MESSAGE_CREATE")
        aloud = await shards[own].until("MESSAGE_CREATE")

    assert [len(each["guilds"]) for each in ready] == [int(own == 0), int(own == 1)]
    assert (private["content"], aloud["content"]) == ("in private", "aloud")


@pytest.mark.parametrize(
    ("kind", "heard"),
    [
        ("duplicate", ["one", "one", "two", "three"]),
        ("late", ["two", "one", "three"]),
        ("lost", ["two", "three"]),
    ],
)
async def test_events_can_come_twice_late_or_never(
    place: Place, ada: Person, kind: str, heard: list[str]
) -> None:
    async with raw_gateway(place) as gateway:
        await gateway.identify()
        await gateway.until("GUILD_CREATE")
        place.faults.twist(kind, event="MESSAGE_CREATE")
        for text in ("one", "two", "three"):
            await ada.say("tavern", text)

        came = [(await gateway.until("MESSAGE_CREATE"))["content"] for _ in heard]

    assert came == heard


async def test_the_bot_is_put_out_and_invited_again(place: Place, ada: Person) -> None:
    bot = place.world.application.id
    async with raw_gateway(place) as gateway:
        await gateway.identify()
        await gateway.until("GUILD_CREATE")
        await ada.call("DELETE", f"/guilds/{ada.guild}/members/{bot}")
        gone = await gateway.until("GUILD_DELETE")
        await ada.say("tavern", "unheard")
        await ada.call("PUT", f"/guilds/{ada.guild}/members/{bot}")
        back = await gateway.next()

    assert gone == {"id": ada.guild}
    assert back["t"] == "GUILD_CREATE"


async def test_members_are_sent_when_asked_for(place: Place, ada: Person) -> None:
    async with raw_gateway(place) as gateway:
        await gateway.identify()
        wish = {"guild_id": ada.guild, "user_ids": [ada.id, "1"], "nonce": "n"}
        await gateway.send(8, wish)

        chunk = await gateway.until("GUILD_MEMBERS_CHUNK")

    assert [each["user"]["id"] for each in chunk["members"]] == [ada.id]
    assert (chunk["not_found"], chunk["nonce"]) == (["1"], "n")
