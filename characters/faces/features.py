"""What the people have in common: a head, shoulders, eyes, a mouth."""

from characters.faces.brush import Brush, Point, mirrored, mix

INK = "#2b1d24"
SHADOW = "#3a1d3f"
BLUSH = "#e0503f"

HEAD = mirrored([(128, 58), (160, 67), (177, 96), (175, 132), (158, 163), (128, 180)])
_FAR_SIDE: list[Point] = [(150, 50), (166, 92), (162, 132), (136, 166), (150, 192), (196, 150)]
_SHOULDERS = mirrored([(128, 204), (160, 200), (202, 214), (226, 244), (232, 290)])


def shoulders(b: Brush, color: str) -> None:
    b.blob(_SHOULDERS, color)
    b.shade(
        [(176, 190), (186, 232), (178, 290), (250, 290), (250, 200)],
        shaded(color),
        within=_SHOULDERS,
    )


def head(b: Brush, skin: str, *, ears: bool = True) -> None:
    neck = mirrored([(128, 150), (147, 158), (148, 196), (152, 208), (128, 219)])
    b.blob(neck, skin)
    b.shade([(100, 160), (128, 192), (156, 168), (156, 150), (100, 150)], shaded(skin), within=neck)
    if ears:
        for x in (80, 176):
            b.ellipse((x, 122), (9, 13), skin)
            b.ellipse((x, 122), (5, 8), shaded(skin))
    face(b, skin)


def face(b: Brush, skin: str) -> None:
    b.blob(HEAD, skin)
    b.shade(_FAR_SIDE, mix(skin, SHADOW, 0.10), within=HEAD)


def cheeks(b: Brush, skin: str, *, share: float = 0.25) -> None:
    for x in (98, 158):
        b.ellipse((x, 139), (11, 7), mix(skin, BLUSH, share))


def eyes(b: Brush, *, color: str = INK, lid: str = "", y: float = 119) -> None:
    """Two dark eyes with a light in each. A `lid` of skin makes them sleepy."""
    for x in (107, 149):
        b.ellipse((x, y), (5.6, 7), color)
        b.ellipse((x + 2, y - 2.6), (1.9, 2.2), "#ffffff")
        if lid:
            b.bar((x - 8, y - 9), (x + 8, y - 1.5), lid)
            b.stroke([(x - 7, y - 1.5), (x, y - 2), (x + 7, y - 1.5)], INK, width=2.4)


def lashes(b: Brush, *, y: float = 119) -> None:
    for side in (-1, 1):
        x = 128 + side * 21
        b.stroke([(x - side * 6, y - 6), (x, y - 8), (x + side * 9, y - 6)], INK, width=2.4)


def brows(b: Brush, color: str, *, lift: float = 0, tilt: float = 0, width: float = 4) -> None:
    """`lift` raises the inner ends, `tilt` raises the right brow only."""
    for side in (-1, 1):
        up = tilt if side > 0 else 0
        inner, outer = 128 + side * 12, 128 + side * 33
        arch = [(inner, 104 - lift - up), (128 + side * 22, 100 - up), (outer, 105 - up)]
        b.stroke(arch, color, width=width)


def nose(b: Brush, skin: str, *, length: float = 12) -> None:
    b.stroke([(129, 141 - length), (133, 140), (125, 143)], mix(skin, SHADOW, 0.34), width=2.8)


def smile(
    b: Brush, *, width: float = 15, depth: float = 6, y: float = 156, lift: float = 0
) -> None:
    """`lift` raises the right corner: half a smile."""
    ends = (128 - width, y), (128 + width, y - lift)
    b.stroke([ends[0], (128, y + depth), ends[1]], INK, width=3)


def grin(b: Brush, *, y: float = 152) -> None:
    b.blob([(106, y), (128, y + 3), (150, y), (145, y + 13), (128, y + 18), (111, y + 13)], INK)
    b.blob(
        [(109, y + 1), (128, y + 4), (147, y + 1), (143, y + 7), (128, y + 9), (113, y + 7)],
        "#fffaf0",
    )


def glasses(b: Brush, color: str, *, radius: float = 16, y: float = 119) -> None:
    for x in (107, 149):
        b.ring((x, y), radius, color, width=3)
    b.stroke([(107 + radius - 1, y - 2), (128, y - 5), (149 - radius + 1, y - 2)], color, width=3)


def shaded(color: str) -> str:
    return mix(color, SHADOW, 0.2)
