"""The bot goes away and comes back, in order or not: the session goes on where it was."""

import pytest

from tests.e2e_tools.people import Person
from tests.e2e_tools.theatre import Theatre

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio(loop_scope="module")]

MARA = "Mara Quill"


async def begin(ada: Person, channel: str) -> None:
    await ada.slash(channel, "session start", character="mara-quill")
    await ada.hears("I'm Mara", channel=channel, by=MARA, since=0)


async def test_after_a_restart_the_session_goes_on_where_it_was(
    house: Theatre, ada: Person, channel: str
) -> None:
    await begin(ada, channel)
    await ada.say(channel, "I left my lantern upstairs.")
    await ada.hears("heard you", channel=channel, by=MARA)

    assert await house.bot.stop() == 0
    await house.bot.start()
    await ada.say(channel, "My name is Jonas.")
    answer = await ada.hears("Well met, Jonas.", channel=channel, by=MARA)

    assert "I left my lantern upstairs." in house.prompts(MARA)[-1]
    assert answer["author"]["avatar"], "the face is found again"


async def test_a_line_that_is_being_spoken_is_kept_when_the_bot_is_stopped(
    house: Theatre, ada: Person, channel: str
) -> None:
    await begin(ada, channel)
    await ada.say(channel, "Please hang.")
    growing = await ada.hears(lambda m: bool(m["components"]), channel=channel, by=MARA)

    assert await house.bot.stop() == 0
    kept = await ada.hears(
        lambda m: m["id"] == growing["id"] and not m["components"], channel=channel
    )
    await house.bot.start()
    await ada.say(channel, "My name is Jonas.")
    await ada.hears("Well met, Jonas.", channel=channel, by=MARA)

    assert "cut short" in kept["content"]
    assert "Once upon" in house.prompts(MARA)[-1]


async def test_kill_9_loses_no_line_that_people_saw(
    house: Theatre, ada: Person, channel: str
) -> None:
    await begin(ada, channel)
    await ada.say(channel, "Please hang.")
    growing = await ada.hears("Once", channel=channel, by=MARA)

    await house.bot.kill()
    await house.bot.start()
    mended = await ada.hears(
        lambda m: m["id"] == growing["id"] and not m["components"], channel=channel
    )
    assert "cut short" in mended["content"]
    await ada.say(channel, "My name is Jonas.")
    await ada.hears("Well met, Jonas.", channel=channel, by=MARA)

    assert "Once" in house.prompts(MARA)[-1]
    assert "Ada: Please hang." in house.prompts(MARA)[-1]
