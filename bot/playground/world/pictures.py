"""How large a picture is, read from the first bytes of its file."""

# ruff: noqa: PLR2004  # the numbers are offsets and marks of the file formats

import struct


def size_of(picture: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG, GIF, JPEG or WebP; nothing for any other file."""
    if picture.startswith(b"\x89PNG\r\n\x1a\n") and len(picture) >= 24:
        width, height = struct.unpack(">II", picture[16:24])
        return width, height
    if picture[:6] in (b"GIF87a", b"GIF89a") and len(picture) >= 10:
        width, height = struct.unpack("<HH", picture[6:10])
        return width, height
    if picture.startswith(b"\xff\xd8"):
        return _jpeg(picture)
    if picture[:4] == b"RIFF" and picture[8:12] == b"WEBP":
        return _webp(picture)
    return None


def type_of(picture: bytes) -> str | None:
    if picture.startswith(b"\x89PNG"):
        return "image/png"
    if picture.startswith(b"GIF8"):
        return "image/gif"
    if picture.startswith(b"\xff\xd8"):
        return "image/jpeg"
    if picture[:4] == b"RIFF" and picture[8:12] == b"WEBP":
        return "image/webp"
    return None


def _jpeg(picture: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(picture) and picture[at] == 0xFF:
        marker = picture[at + 1]
        # The start-of-frame markers carry the size; C4, C8 and CC look like them but are not.
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", picture[at + 5 : at + 9])
            return width, height
        (length,) = struct.unpack(">H", picture[at + 2 : at + 4])
        at += 2 + length
    return None


def _webp(picture: bytes) -> tuple[int, int] | None:
    kind = picture[12:16]
    if kind == b"VP8X" and len(picture) >= 30:
        return (
            1 + int.from_bytes(picture[24:27], "little"),
            1 + int.from_bytes(picture[27:30], "little"),
        )
    if kind == b"VP8 " and len(picture) >= 30:
        width, height = struct.unpack("<HH", picture[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and len(picture) >= 25:
        bits = int.from_bytes(picture[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + ((bits >> 14) & 0x3FFF)
    return None
