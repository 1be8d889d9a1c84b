"""A world in a file, and proxies that repost what people say."""

from pathlib import Path

import pytest

from bot.playground.server import Place, serve
from bot.playground.world.beginning import new_world
from bot.playground.world.codec import encode
from bot.playground.world.ports import Snowflake
from bot.playground.world.proxying import Proxy, ProxyKind, find_proxy
from bot.playground.world.saving import UnreadableWorld, load_world, save_world, world_body
from tests.e2e_tools.http import File
from tests.e2e_tools.people import Person, people
from tests.e2e_tools.rest import raw_bot


async def test_a_world_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "world.json"
    async with serve(new_world(), file=path) as place, people(place, "Ada") as (ada,):
        said = await ada.say("tavern", "Remember me.", files=[File(name="a.txt", data=b"words")])
        await ada.react(said, "🎲")
        async with raw_bot(place) as bot:
            hooks = f"/channels/{ada.channel('tavern')}/webhooks"
            hook = (await bot.call("POST", hooks, {"name": "Stage"})).body
            spoken = f"/webhooks/{hook['id']}/{hook['token']}?wait=true"
            await bot.call("POST", spoken, {"content": "Of course.", "username": "Mira"})
        before = await ada.history("tavern")

    async with serve(load_world(path), file=path) as place, people(place, "Ada") as (ada,):
        after = await ada.history("tavern")
        newer = await ada.say("tavern", "Again.")

    assert [encode(each["content"]) for each in after] == ["Of course.", "Remember me."]
    assert after[0]["author"] == before[0]["author"]
    assert after[1]["reactions"] == before[1]["reactions"]
    assert int(newer["id"]) > int(after[0]["id"])


def test_what_is_loaded_equals_what_was_saved(tmp_path: Path) -> None:
    world = new_world()
    save_world(world, tmp_path / "world.json")

    again = load_world(tmp_path / "world.json")

    first, second = world_body(world), world_body(again)
    del first["last_id"], second["last_id"]
    assert first == second


@pytest.mark.parametrize(
    "text", ["no json", "[]", '{"format": "something else"}', '{"format": "troupe playground 1"}']
)
def test_another_file_is_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)

    with pytest.raises(UnreadableWorld, match=r"other\.json"):
        load_world(path)


def proxy(name: str, *, prefix: str = "", suffix: str = "") -> Proxy:
    return Proxy(
        kind=ProxyKind.PLURALKIT, user=Snowflake(1), name=name, prefix=prefix, suffix=suffix
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("M: hello", ("Mira", "hello")),
        ("MM: hello", ("Moth", "hello")),
        ("[hello]", ("Sam", "hello")),
        ("hello", None),
        ("M:", None),
    ],
)
def test_tags_say_whose_line_it_is(text: str, said: tuple[str, str] | None) -> None:
    proxies = [
        proxy("Mira", prefix="M:"),
        proxy("Moth", prefix="MM:"),
        proxy("Sam", prefix="[", suffix="]"),
    ]

    found = find_proxy(proxies, user=Snowflake(1), text=text)

    assert (None if found is None else (found[0].name, found[1])) == said


@pytest.mark.parametrize(
    ("kind", "application"),
    [("pluralkit", "466378653216014359"), ("tupperbox", "431544605209788416")],
)
@pytest.mark.parametrize("where", ["tavern", "the back room"])
async def test_a_line_with_tags_is_reposted(
    place: Place, ada: Person, ben: Person, where: str, kind: str, application: str
) -> None:
    wish = {"kind": kind, "name": "Mira", "prefix": "M:"}
    await ada.call("POST", "/proxies", wish)

    original = await ada.say(where, "M: Good evening.")

    said = await ben.hears("Good evening.", by="Mira")
    gone = await ben.wait_for("MESSAGE_DELETE")
    assert said["application_id"] == application
    assert gone["id"] == original["id"]
    assert [each["content"] for each in await ben.history(where)] == ["Good evening."]
    assert place.world.proxies[0].name == "Mira"
