"""A scene over real sockets: the bot in its own process, people on the local Discord's page."""

import pytest

from tests.e2e_tools.people import Person
from tests.e2e_tools.theatre import Theatre

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio(loop_scope="module")]

MARA = "Mara Quill"
GREETING = "I'm Mara"


async def begin(ada: Person, channel: str) -> None:
    await ada.slash(channel, "session start", character="mara-quill")
    await ada.hears(GREETING, channel=channel, by=MARA, since=0)


async def test_a_character_greets_and_answers_through_its_own_webhook(
    house: Theatre, ada: Person, channel: str
) -> None:
    await ada.slash(channel, "session start", character="mara-quill")
    notice = await ada.hears("Ada", channel=channel, by="Troupe")
    greeting = await ada.hears(GREETING, channel=channel, by=MARA)

    await ada.say(channel, "Good evening. My name is Jonas.")
    answer = await ada.hears("Well met, Jonas.", channel=channel, by=MARA)

    assert greeting["webhook_id"] == answer["webhook_id"]
    assert notice["attachments"], "the notice brings the character's face"
    assert answer["author"]["avatar"], "the character shows its face"
    await ada.hears(  # the Stop button comes off
        lambda m: m["id"] == answer["id"] and not m["components"], channel=channel
    )
    assert "Ada: Good evening. My name is Jonas." in house.prompts(MARA)[-1]


async def test_the_answer_streams_and_grows_in_place(ada: Person, channel: str) -> None:
    await begin(ada, channel)

    await ada.say(channel, "Please stream.")
    first = await ada.hears(lambda m: "thinks" in m["content"], channel=channel, by=MARA)
    last = await ada.hears("six.", channel=channel, by=MARA)

    assert last["id"] == first["id"]
    assert last["content"] == "*thinks* One two three four five six."


async def test_stop_keeps_what_was_said_and_closes_the_models_stream(
    house: Theatre, ada: Person, channel: str
) -> None:
    await begin(ada, channel)

    await ada.say(channel, "Please hang.")
    growing = await ada.hears(lambda m: bool(m["components"]), channel=channel, by=MARA)
    await ada.click(growing, label="Stop")
    stopped = await ada.hears(
        lambda m: m["id"] == growing["id"] and not m["components"], channel=channel
    )

    assert stopped["content"].startswith("Once upon")
    assert "cut short" in stopped["content"]
    await house.model.until(lambda m: m.requests[-1].outcome == "left")


async def test_a_long_answer_comes_in_parts_and_loses_nothing(ada: Person, channel: str) -> None:
    await begin(ada, channel)

    await ada.say(channel, "A long one.")
    await ada.hears("The end.", channel=channel, by=MARA)

    said = [m for m in await ada.history(channel) if "Mule" in m["content"]]
    assert len(said) >= 3
    assert all(len(m["content"]) <= 2000 for m in said)
    assert sum(m["content"].count("Mule") for m in said) == 60


async def test_a_thought_is_dimmed(ada: Person, channel: str) -> None:
    await begin(ada, channel)

    await ada.say(channel, "What do you think?")
    answer = await ada.hears("Sit down.", channel=channel, by=MARA)

    assert "-# " in answer["content"]
    assert "<thought>" not in answer["content"]


async def test_the_character_never_speaks_for_the_player(ada: Person, channel: str) -> None:
    await begin(ada, channel)

    await ada.say(channel, "Please impersonate me.")
    answer = await ada.hears("Well.", channel=channel, by=MARA)

    assert "gold" not in answer["content"]


async def test_several_people_write_at_once_and_every_line_is_kept_in_order(
    house: Theatre, ada: Person, ben: Person, channel: str
) -> None:
    await begin(ada, channel)

    for number in range(6):
        await (ben if number % 2 else ada).say(channel, f"This is line {number}.")
    await ada.hears("heard you", channel=channel, by=MARA, since=0)
    await ada.say(channel, "My name is Done.")
    await ada.hears("Well met, Done.", channel=channel, by=MARA)

    prompt = house.prompts(MARA)[-1]
    places = [prompt.index(f"This is line {number}.") for number in range(6)]
    assert places == sorted(places)
    assert "Ben: This is line 1." in prompt


async def test_in_a_thread_the_parents_webhook_speaks(ada: Person, channel: str) -> None:
    thread = await ada.open_thread(channel, "the cellar")

    await begin(ada, thread["id"])
    await ada.say(thread["id"], "My name is Jonas.")
    answer = await ada.hears("Well met, Jonas.", channel=thread["id"], by=MARA)

    assert answer["webhook_id"]


async def test_in_a_dm_the_bot_speaks_with_a_name_above_the_words(ben: Person) -> None:
    dm = await ben.open_dm()

    await ben.slash(dm["id"], "session start", character="mara-quill")
    greeting = await ben.hears(GREETING, channel=dm["id"])
    await ben.say(dm["id"], "My name is Jonas.")
    answer = await ben.hears("Well met, Jonas.", channel=dm["id"])
    await ben.slash(dm["id"], "session end")

    assert greeting["content"].startswith("**Mara Quill**")
    assert answer["content"].startswith("**Mara Quill**")


async def test_out_of_character_talk_is_left_alone(
    house: Theatre, ada: Person, channel: str
) -> None:
    await begin(ada, channel)
    before = len(house.model.requests)

    await ada.say(channel, "// brb")
    await ada.say(channel, "((tea))")
    await ada.say(channel, "My name is Jonas. ((back))")
    await ada.hears("Well met, Jonas.", channel=channel, by=MARA)

    assert len(house.model.requests) == before + 1
    assert "back" not in house.prompts(MARA)[-1].split("My name is Jonas.")[-1][:10]


async def test_a_persona_is_who_the_character_meets(
    house: Theatre, ben: Person, ada: Person, channel: str
) -> None:
    await begin(ada, channel)

    await ben.slash(channel, "persona set", name="Red Hood", description="A cloak, a basket.")
    await ben.hears("Red Hood", channel=channel)
    await ben.say(channel, "My name is on the basket.")
    await ben.hears("Well met", channel=channel, by=MARA)
    await ben.slash(channel, "persona clear")
    await ben.hears(lambda m: m["flags"] == 64, channel=channel)

    assert "Red Hood: My name is on the basket." in house.prompts(MARA)[-1]
    assert "A cloak, a basket." in house.prompts(MARA)[-1]


async def test_autocomplete_finds_characters_by_name_and_kind(ada: Person, channel: str) -> None:
    by_name = await ada.suggest(channel, "session start", "character", "mar")
    by_kind = await ada.suggest(channel, "session start", "character", "myst")

    assert "mara-quill" in [choice["value"] for choice in by_name]
    assert len(by_kind) >= 2


async def test_the_list_and_the_card_show_faces_and_kinds(ada: Person, channel: str) -> None:
    await ada.slash(channel, "character list")
    listed = await ada.hears(lambda m: bool(m["embeds"]), channel=channel, by="Troupe")
    await ada.slash(channel, "character info", character="mara-quill")
    card = await ada.hears(
        lambda m: bool(m["embeds"]) and "Mara" in str(m["embeds"]), channel=channel, by="Troupe"
    )

    assert "Ottilie Brandt" in str(listed["embeds"])
    assert "/attachments/" in str(card["embeds"]), "the face is part of the card"
    assert not card["attachments"]


async def test_help_status_and_end(ada: Person, channel: str) -> None:
    await begin(ada, channel)

    await ada.slash(channel, "help")
    await ada.hears("/session start", channel=channel, by="Troupe")
    await ada.slash(channel, "session status")
    await ada.hears("Mara Quill", channel=channel, by="Troupe")
    await ada.slash(channel, "session end")
    await ada.hears("Ada", channel=channel, by="Troupe")
    before = len(await ada.history(channel))
    await ada.say(channel, "Is anybody there?")

    assert len(await ada.history(channel)) == before + 1
