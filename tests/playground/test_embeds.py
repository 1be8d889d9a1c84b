"""Pictures of embeds that come with the message."""

from bot.playground.server import Place
from tests.e2e_tools.http import File
from tests.e2e_tools.people import Person
from tests.e2e_tools.rest import RawBot


async def test_a_file_that_an_embed_shows_is_part_of_it_and_not_listed(
    place: Place, ada: Person, bot: RawBot
) -> None:
    files = [File(name="face.png", data=b"a face"), File(name="map.png", data=b"a map")]
    body = {
        "embeds": [{"title": "Mara", "thumbnail": {"url": "attachment://face.png"}}],
        "attachments": [{"id": 0, "filename": "face.png"}, {"id": 1, "filename": "map.png"}],
    }

    said = await bot.call("POST", f"/channels/{ada.channel('tavern')}/messages", body, files=files)

    link = said.body["embeds"][0]["thumbnail"]["url"]
    assert link.startswith(place.url)
    assert "face.png" in link
    assert [each["filename"] for each in said.body["attachments"]] == ["map.png"]
