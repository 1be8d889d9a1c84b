"""Trouble gets a clear answer, and nothing that was said is lost."""

import pytest

from tests.e2e_tools.people import Person, Refused
from tests.e2e_tools.theatre import Theatre

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio(loop_scope="module")]

MARA = "Mara Quill"


async def begin(ada: Person, channel: str) -> None:
    await ada.slash(channel, "session start", character="mara-quill")
    await ada.hears("I'm Mara", channel=channel, by=MARA, since=0)


async def test_an_unknown_character_is_named(ada: Person, channel: str) -> None:
    await ada.slash(channel, "session start", character="nobody-at-all")
    answer = await ada.hears("nobody-at-all", channel=channel, by="Troupe")

    assert answer["flags"] & 64


async def test_a_second_start_is_refused_and_the_first_goes_on(ada: Person, channel: str) -> None:
    await begin(ada, channel)

    await ada.slash(channel, "session start", character="ottilie-brandt")
    await ada.hears("/session end", channel=channel, by="Troupe")
    await ada.say(channel, "My name is Jonas.")

    await ada.hears("Well met, Jonas.", channel=channel, by=MARA)


async def test_two_starts_at_once_make_one_session(ada: Person, channel: str) -> None:
    for character in ("mara-quill", "ottilie-brandt"):
        await ada.slash(channel, "session start", character=character)
    await ada.hears("/session end", channel=channel, by="Troupe", since=0)
    await ada.say(channel, "My name is Jonas.")
    await ada.hears("Well met, Jonas.", channel=channel)

    speakers = {m["author"]["username"] for m in await ada.history(channel) if m.get("webhook_id")}
    assert len(speakers) == 1


async def test_who_may_not_start_is_told_what_it_takes(ben: Person, channel: str) -> None:
    await ben.slash(channel, "session start", character="mara-quill")

    await ben.hears("Manage Channels", channel=channel, by="Troupe")


async def test_a_model_that_refuses_is_told_and_asked_again_by_a_button(
    house: Theatre, ada: Person, channel: str
) -> None:
    await begin(ada, channel)

    await ada.say(channel, "Please break.")
    note = await ada.hears(lambda m: bool(m["components"]), channel=channel, by="Troupe")
    await ada.say(channel, "My name is Jonas.")
    await ada.hears("Well met, Jonas.", channel=channel, by=MARA)

    assert note["components"]
    assert "Ada: Please break." in house.prompts(MARA)[-1]


async def test_a_silent_model_is_told_after_the_wait_and_each_time_it_is_asked_again(
    ada: Person, channel: str
) -> None:
    await begin(ada, channel)

    await ada.say(channel, "Be silent.")
    note = await ada.hears(
        lambda m: bool(m["components"]), channel=channel, by="Troupe", timeout=20
    )
    await ada.click(note)
    await ada.hears(lambda m: m["id"] == note["id"] and not m["components"], channel=channel)

    await ada.hears(lambda m: bool(m["components"]), channel=channel, by="Troupe", timeout=20)


async def test_a_message_over_the_limit_is_refused_by_discord(ada: Person, channel: str) -> None:
    await begin(ada, channel)

    with pytest.raises(Refused):
        await ada.say(channel, "a" * 4001)


async def test_without_webhooks_the_bot_speaks_and_says_what_to_grant(
    ada: Person, channel: str
) -> None:
    bot = ada.world["bot"]["id"]
    body = {"type": 1, "allow": "0", "deny": str(1 << 29)}
    await ada.call("PUT", f"/channels/{channel}/permissions/{bot}", body)

    await ada.slash(channel, "session start", character="mara-quill")
    greeting = await ada.hears("I'm Mara", channel=channel, by="Troupe")

    assert greeting["content"].startswith("**Mara Quill**")
    await ada.hears("Manage Webhooks", channel=channel, by="Troupe", since=0)
