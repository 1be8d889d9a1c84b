"""Files that come with a message: kept, measured, and used as faces."""

import mimetypes

from bot.playground.world.errors import fault
from bot.playground.world.forms.drafts import Draft, Kept, Upload
from bot.playground.world.messages import Attachment
from bot.playground.world.pictures import size_of, type_of
from bot.playground.world.ports import Snowflake
from bot.playground.world.world import World


def keep(
    world: World, upload: Upload, *, channel: Snowflake, note: Kept | None = None
) -> Attachment:
    size = size_of(upload.data)
    identity = world.ports.ids.next()
    world.files[identity] = upload.data
    name = note.filename if note and note.filename else upload.filename
    guessed, _ = mimetypes.guess_type(name)
    return Attachment(
        id=identity,
        channel=channel,
        filename=name.replace("/", "_").replace("\\", "_"),
        size=len(upload.data),
        content_type=type_of(upload.data) or guessed,
        description=note.description if note else None,
        width=size[0] if size else None,
        height=size[1] if size else None,
    )


def attachments_of(
    world: World, draft: Draft, *, channel: Snowflake, before: tuple[Attachment, ...] = ()
) -> tuple[Attachment, ...]:
    """Return the files of a message: those that stay, and the new ones in their order.

    An edit that does not send `attachments` keeps what was there.
    """
    stays = {each.id: each for each in before}
    found = list(before) if "attachments" not in draft.sent else []
    for index, note in enumerate(draft.kept):
        if note.id in stays:
            if stays[note.id] not in found:
                found.append(stays[note.id])
        elif note.id < len(draft.uploads):
            found.append(keep(world, draft.uploads[note.id], channel=channel, note=note))
        else:
            where = f"attachments.{index}.id"
            raise fault(where, code="ATTACHMENT_NOT_FOUND", message="Attachment was not found")
    return tuple(found)


def face_at(world: World, url: str) -> str:
    """Resolve an `avatar_url`: one of our own attachments, with or without its signature.

    Discord fetches any address; this server asks no other host, so it refuses the rest loudly.
    """
    attachment = world.links.own_attachment(url)
    picture = world.files.get(attachment) if attachment is not None else None
    if picture is None or size_of(picture) is None:
        raise fault("avatar_url", code="URL_TYPE_INVALID_URL", message="Not a well formed URL.")
    return world.keep_face(picture)
