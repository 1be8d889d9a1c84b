"""Embeds in Discord's JSON: `attachment://name` becomes the file's link, and the file its part."""

from collections.abc import Mapping

from bot.playground.world.messages import Attachment, Message
from bot.playground.world.world import Json, World

ATTACHED = "attachment://"
_PICTURES = (("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url"))


def embeds_json(world: World, message: Message) -> list[Json]:
    files = {each.filename: each for each in message.attachments}
    return [_resolved(world, embed, files) for embed in message.embeds]


def loose_attachments(message: Message) -> list[Attachment]:
    """Those that no embed shows: Discord lists only these."""
    shown = {name for embed in message.embeds for name in _named(embed).values()}
    return [each for each in message.attachments if each.filename not in shown]


def _resolved(world: World, embed: Json, files: Mapping[str, Attachment]) -> Json:
    resolved = dict(embed)
    for (part, field), name in _named(embed).items():
        if (file := files.get(name)) is not None:
            url = world.links.to_attachment(file, now=world.ports.clock.now())
            resolved[part] = embed[part] | {field: url, f"proxy_{field}": url}
    return resolved


def _named(embed: Json) -> dict[tuple[str, str], str]:
    """The file names that an embed's pictures go by."""
    links = {(part, field): str(embed.get(part, {}).get(field, "")) for part, field in _PICTURES}
    return {
        where: link.removeprefix(ATTACHED)
        for where, link in links.items()
        if link.startswith(ATTACHED)
    }
