"""A scene on the local Discord, with the real bot over real HTTP and WebSocket."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.errors import ModelUnavailable
from bot.engine.ids import CharacterId
from bot.playground.server import Place
from tests.cogs.theatre import PIM, Theatre
from tests.e2e_tools.bots import connected
from tests.e2e_tools.people import Person


def name_of(message: dict[str, dict[str, str]]) -> str:
    return message["author"]["username"]


async def start(person: Person, channel: str) -> None:
    await person.slash(channel, "session start", character="mara-quill")
    await person.hears("In or out", channel=channel)


async def test_a_scene_in_a_channel(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, ben = ada_and_ben
    async with connected(place, theatre.bot()):
        await ada.slash("tavern", "session start", character="mara-quill")
        notice = await ada.hears("Mara Quill", channel="tavern", by="Troupe")
        greeting = await ada.hears("In or out, Ada?", channel="tavern")

        await ben.say("tavern", "Hello!")
        answer = await ben.hears("Aye.", channel="tavern")

        assert notice["attachments"]
        assert name_of(greeting) == name_of(answer) == "Mara Quill"
        assert greeting["author"]["avatar"] == answer["author"]["avatar"] is not None


@pytest.mark.parametrize("where", ["the back room", "a forum post"])
async def test_a_scene_in_a_thread(
    where: str, theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    async with connected(place, theatre.bot()):
        if where == "a forum post":
            where = (await ada.open_post("stories", where, "Once upon a time"))["id"]
        await start(ada, where)

        await ada.say(where, "Hello!")
        answer = await ada.hears("Aye.", channel=where)

        assert name_of(answer) == "Mara Quill"


async def test_in_a_dm_the_bot_speaks_under_the_characters_name(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    _, ben = ada_and_ben
    async with connected(place, theatre.bot()):
        await start(ben, "@bot")

        await ben.say("@bot", "Hello!")
        answer = await ben.hears("Aye.", channel="@bot")

        assert name_of(answer) == "Troupe"
        assert answer["content"] == "**Mara Quill**\nAye."


async def test_a_line_grows_and_can_be_stopped(
    tmp_path: Path, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    never = asyncio.Event()
    theatre = Theatre(["Well, ", "it was a dark", never, " and stormy night."], data=tmp_path)
    async with connected(place, theatre.bot()):
        await start(ada, "tavern")
        await ada.say("tavern", "Tell me.")
        growing = await ada.hears("it was a dark", channel="tavern")

        await ada.click(growing, label="Stop")
        stopped = await ada.hears("cut short", channel="tavern")

        assert stopped["id"] == growing["id"]
        assert stopped["content"] == "Well, it was a dark\n-# …cut short"
        assert stopped["components"] == []


async def test_a_stop_under_a_line_of_an_earlier_run_goes_away(
    tmp_path: Path, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    never = asyncio.Event()
    theatre = Theatre(["It was", never], data=tmp_path)
    async with connected(place, theatre.bot()):
        await start(ada, "tavern")
        await ada.say("tavern", "Tell me.")
        growing = await ada.hears("It was", channel="tavern")
    async with connected(place, theatre.bot()):
        await ada.click(growing, label="Stop")
        await ada.hears("already over", channel="tavern")
        left = (await ada.history("tavern"))[0]

        assert left["id"] == growing["id"]
        assert left["components"] == []


async def test_a_long_answer_comes_in_parts(
    tmp_path: Path, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    words = " ".join(f"word{number}." for number in range(600))
    theatre = Theatre(words, data=tmp_path)
    async with connected(place, theatre.bot()):
        await start(ada, "tavern")
        await ada.say("tavern", "Tell me.")
        await ada.hears(lambda m: "word599." in m["content"] and not m["components"])
        shown = [m for m in await ada.history("tavern") if name_of(m) == "Mara Quill"][:-1]

        assert " ".join(m["content"] for m in reversed(shown)) == words
        assert all(len(m["content"]) <= 1950 for m in shown)
        assert not any(m["components"] for m in shown)


async def test_the_face_is_found_again_after_a_restart(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    async with connected(place, theatre.bot()):
        await start(ada, "tavern")
    async with connected(place, theatre.bot()):
        await ada.say("tavern", "Hello!")
        answer = await ada.hears("Aye.", channel="tavern")

        assert name_of(answer) == "Mara Quill"
        assert answer["author"]["avatar"] is not None
        assert sum(bool(m["attachments"]) for m in await ada.history("tavern")) == 1


async def test_a_deleted_webhook_is_made_again(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    async with connected(place, theatre.bot()):
        await start(ada, "tavern")
        place.world.webhooks.clear()

        await ada.say("tavern", "Hello!")
        answer = await ada.hears("Aye.", channel="tavern")

        assert name_of(answer) == "Mara Quill"


async def test_without_manage_webhooks_the_bot_speaks_and_says_once_what_to_grant(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    denied = {"type": 1, "allow": "0", "deny": str(1 << 29)}
    await ada.call(
        "PUT", f"/channels/{ada.channel('tavern')}/permissions/{ada.world['bot']['id']}", denied
    )
    async with connected(place, theatre.bot()):
        await start(ada, "tavern")
        await ada.say("tavern", "Hello!")
        answer = await ada.hears("Aye.", channel="tavern")
        notes = [m for m in await ada.history("tavern") if "Manage Webhooks" in m["content"]]

        assert name_of(answer) == "Troupe"
        assert answer["content"] == "**Mara Quill**\nAye."
        assert len(notes) == 1


async def test_trouble_is_told_with_a_way_to_ask_again(
    tmp_path: Path, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    answers: list[str | ModelUnavailable] = [ModelUnavailable(reason="it sleeps"), "Aye."]
    theatre = Theatre(lambda _: answers.pop(0), data=tmp_path)
    async with connected(place, theatre.bot()):
        await start(ada, "tavern")
        await ada.say("tavern", "Hello!")
        told = await ada.hears("it sleeps", channel="tavern")

        await ada.click(told, label="Ask again")
        await ada.hears("Aye.", channel="tavern")


async def test_refusals_are_private_and_say_why(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    _, ben = ada_and_ben
    async with connected(place, theatre.bot()):
        await ben.slash("tavern", "session start", character="mara-quill")
        refused = await ben.hears("Manage Channels", channel="tavern")
        await ben.slash("tavern", "session status")
        nothing = await ben.hears("No session", channel="tavern")

        assert refused["flags"] == nothing["flags"] == 64


async def test_a_session_is_looked_at_and_ended(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    async with connected(place, theatre.bot()):
        await start(ada, "tavern")
        await ada.slash("tavern", "session status")
        status = await ada.hears("Players", channel="tavern")
        await ada.slash("tavern", "session end")
        await ada.hears("has ended this session", channel="tavern")

        assert "Mara Quill" in status["content"]
        assert "Ada" in status["content"]


async def test_commands_are_registered_once(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    puts: list[str] = []
    place.witnesses.append(lambda seen: puts.append(str(seen)) if "PUT" in str(seen) else None)
    async with connected(place, theatre.bot()):
        pass
    first = len(puts)
    async with connected(place, theatre.bot()):
        pass

    assert first == len(puts) == 1


async def test_characters_are_listed_and_shown(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    theatre.cards.shelf += [
        replace(PIM, id=CharacterId(f"pim-{n}"), name=f"Pim {n}") for n in range(13)
    ]
    async with connected(place, theatre.bot()):
        await ada.slash("tavern", "character list")
        first = await ada.hears(lambda m: bool(m["embeds"]))
        await ada.click(first, label="▶")
        second = await ada.hears(lambda m: "Page 2" in m["embeds"][0]["footer"]["text"])
        await ada.slash("tavern", "character info", character="Mara Quill")
        info = await ada.hears(lambda m: bool(m["embeds"]))

        assert first["embeds"][0]["title"] == "15 characters"
        assert "hal.json" in first["embeds"][0]["fields"][0]["value"]
        assert second["id"] == first["id"]
        assert "In or out, Ada?" in info["embeds"][0]["fields"][-1]["value"]


async def test_characters_and_categories_are_suggested(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    async with connected(place, theatre.bot()):
        names = await ada.suggest("tavern", "session start", "character", "quill")
        kinds = await ada.suggest("tavern", "character list", "category", "sci")

        assert [choice["value"] for choice in names] == ["mara-quill"]
        assert [choice["value"] for choice in kinds] == ["science fiction"]


async def test_a_persona_is_set_in_a_form_shown_and_cleared(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    _, ben = ada_and_ben
    async with connected(place, theatre.bot()):
        await ben.slash("tavern", "persona set")
        form = await ben.wait_for("INTERACTION_MODAL")
        await ben.submit("tavern", form, {"name": "Tobin", "description": "A drover.\nTired."})
        shown = await ben.hears("Tobin")
        await ben.slash("tavern", "persona set", pronouns="he/him")
        changed = await ben.hears("he/him")
        await ben.slash("tavern", "persona clear")
        cleared = await ben.hears("play as yourself")

        assert shown["content"] == "In the story you are **Tobin**.\n> A drover.\n> Tired."
        assert "A drover." in changed["content"]
        assert "**Ben**" in cleared["content"]


async def test_help_tells_the_first_steps(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    _, ben = ada_and_ben
    async with connected(place, theatre.bot()):
        await ben.slash("@bot", "help")

        await ben.hears("/session start", channel="@bot")


async def test_characters_that_speak_at_once_share_one_webhook(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, ben = ada_and_ben
    async with connected(place, theatre.bot()):
        await ada.slash("tavern", "session start", character="mara-quill")
        await ada.slash("the back room", "session start", character="mara-quill")
        await ben.hears("In or out", channel="tavern")
        await ben.hears("In or out", channel="the back room")

        assert len(place.world.webhooks) == 1


async def test_a_place_without_permissions_is_refused_before_anything_begins(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    denied = {"type": 1, "allow": "0", "deny": str(1 << 11 | 1 << 15)}
    await ada.call(
        "PUT", f"/channels/{ada.channel('tavern')}/permissions/{ada.world['bot']['id']}", denied
    )
    async with connected(place, theatre.bot()):
        await ada.slash("tavern", "session start", character="mara-quill")
        await ada.hears("Send Messages, Attach Files", channel="tavern")

        assert theatre.storage.kept.sessions == {}


async def test_a_face_is_posted_again_where_the_notice_is_gone(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    async with connected(place, theatre.bot()):
        await start(ada, "tavern")
        for message in await ada.history("tavern"):
            if message["attachments"]:
                await ada.delete(message)
    async with connected(place, theatre.bot()):
        await ada.say("tavern", "Hello!")
        answer = await ada.hears("Aye.", channel="tavern")

        assert answer["author"]["avatar"] is not None
        assert sum(bool(m["attachments"]) for m in await ada.history("tavern")) == 1


async def test_a_webhook_deleted_while_a_line_grows_costs_no_words(
    tmp_path: Path, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    go_on = asyncio.Event()
    theatre = Theatre(["It was", go_on, " a dark night."], data=tmp_path)
    async with connected(place, theatre.bot()):
        await start(ada, "tavern")
        await ada.say("tavern", "Tell me.")
        await ada.hears("It was", channel="tavern")
        place.world.webhooks.clear()
        go_on.set()
        rest = await ada.hears("a dark night.", channel="tavern")

        assert name_of(rest) == "Mara Quill"
        assert rest["content"] == "a dark night."  # what stood already cannot be taken back


async def test_who_does_not_play_cannot_stop_a_line(
    tmp_path: Path, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, ben = ada_and_ben
    go_on = asyncio.Event()
    theatre = Theatre(["It was", go_on, " a dark night."], data=tmp_path)
    async with connected(place, theatre.bot()):
        await start(ada, "tavern")
        await ada.say("tavern", "Tell me.")
        growing = await ben.hears("It was", channel="tavern", since=0)

        await ben.click(growing, label="Stop")
        refused = await ben.hears("Only who plays", channel="tavern")
        go_on.set()
        await ada.hears(lambda m: m["content"] == "It was a dark night.")

        assert refused["flags"] == 64


async def test_names_that_discord_refuses_are_shown_all_the_same(
    theatre: Theatre, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    ada, _ = ada_and_ben
    theatre.cards.shelf.append(replace(PIM, id=CharacterId("clyde"), name="Clyde the Discordant"))
    async with connected(place, theatre.bot()):
        await ada.slash("tavern", "session start", character="clyde")
        greeting = await ada.hears("Beep.", channel="tavern")

        assert name_of(greeting) == "C\u200alyde the D\u200aiscordant"


async def test_a_name_header_stays_when_a_line_in_a_dm_grows(
    tmp_path: Path, place: Place, ada_and_ben: tuple[Person, Person]
) -> None:
    _, ben = ada_and_ben
    go_on = asyncio.Event()
    theatre = Theatre(["It was", go_on, " a dark night."], data=tmp_path)
    async with connected(place, theatre.bot()):
        await start(ben, "@bot")
        await ben.say("@bot", "Tell me.")
        await ben.hears("It was", channel="@bot")
        go_on.set()
        whole = await ben.hears("a dark night.", channel="@bot")

        assert whole["content"] == "**Mara Quill**\nIt was a dark night."
