"""Faces of the fantasy characters."""

from characters.faces.brush import Brush, mirrored, mix
from characters.faces.features import (
    INK,
    brows,
    cheeks,
    eyes,
    grin,
    head,
    lashes,
    nose,
    shaded,
    shoulders,
    smile,
)


def mara_quill() -> Brush:
    skin, hair, scarf = "#f3c8a2", "#b9532a", "#3f7f5a"
    b = Brush("#e8973f")
    for radius, share in ((118, 0.25), (92, 0.45), (64, 0.7)):
        b.ellipse((128, 104), (radius, radius), mix("#e8973f", "#ffe3a0", share))
    b.blob(mirrored([(128, 46), (176, 66), (192, 120), (184, 178), (150, 196)]), shaded(hair))
    shoulders(b, "#f4e6cc")
    b.polygon([(92, 206), (106, 203), (122, 262), (86, 262)], "#8a5a3c")
    b.polygon([(164, 206), (150, 203), (134, 262), (170, 262)], "#8a5a3c")
    head(b, skin)
    b.blob(
        [(76, 122), (82, 84), (128, 74), (174, 84), (180, 122), (168, 100), (128, 92), (88, 100)],
        hair,
    )
    b.blob(
        [(78, 96), (84, 62), (128, 42), (172, 62), (178, 96), (152, 84), (128, 80), (104, 84)],
        scarf,
    )
    b.stroke([(80, 94), (104, 83), (128, 79), (152, 83), (176, 94)], shaded(scarf), width=5)
    b.blob([(176, 90), (196, 78), (204, 92), (190, 100)], scarf)
    b.blob([(178, 94), (200, 104), (196, 118), (182, 106)], shaded(scarf))
    for x, y in ((100, 62), (128, 56), (156, 62), (114, 70), (143, 70)):
        b.ellipse((x, y), (2.6, 2.6), "#f2d27a")
    for x, y in ((180, 150), (186, 170), (186, 190), (180, 209), (173, 227)):
        b.ellipse((x, y), (13, 13), hair)
        b.stroke([(x - 8, y - 5), (x, y + 5), (x + 9, y - 4)], shaded(hair), width=2.4)
    b.bar((161, 236), (183, 243), scarf, radius=3)
    b.blob([(163, 244), (180, 244), (176, 264), (166, 264)], hair)
    cheeks(b, skin, share=0.32)
    for x, y in ((96, 132), (104, 137), (91, 140), (152, 137), (160, 132), (165, 140), (128, 133)):
        b.ellipse((x, y), (1.7, 1.7), mix(skin, "#8a3d1c", 0.55))
    brows(b, shaded(hair), tilt=3)
    eyes(b, color="#3c4f2f")
    lashes(b)
    nose(b, skin)
    smile(b, width=18, depth=9, y=153, lift=2)
    return b


def thessaly_orr() -> Brush:
    skin, hair, coat = "#9c6542", "#231a1d", "#5d6b35"
    b = Brush("#cfe0a8")
    for x, width in ((22, 20), (66, 12), (204, 16), (240, 22)):
        b.bar((x - width / 2, 0), (x + width / 2, 256), "#a9c184")
    for x, y in ((40, 60), (212, 52), (28, 150), (232, 140), (84, 24), (176, 20)):
        b.blob([(x, y - 13), (x + 9, y), (x, y + 13), (x - 9, y)], "#88a65c")
        b.stroke([(x, y - 9), (x, y + 16)], "#6d8a47", width=1.8)
    for x, y, r in (
        (82, 84, 26),
        (174, 84, 26),
        (74, 116, 20),
        (182, 116, 20),
        (104, 60, 26),
        (152, 60, 26),
    ):
        b.ellipse((x, y), (r, r), hair)
    for x, y in ((112, 34), (144, 34), (128, 24), (128, 44)):
        b.ellipse((x, y), (19, 17), hair)
    for x, top, color in ((100, 4, "#e2b13c"), (160, 8, "#c8553d")):
        b.stroke([(x, top), (128 + (128 - x) * 0.6, 60)], color, width=5)
        b.ellipse((x, top), (2.6, 2.6), INK)
    b.stroke([(104, 49), (128, 55), (152, 49)], "#f1e3b4", width=4)
    shoulders(b, coat)
    b.polygon([(104, 204), (128, 236), (152, 204), (146, 262), (110, 262)], "#efe4c6")
    for x, y in ((56, 236), (78, 222), (190, 234)):
        b.blob([(x, y - 9), (x + 7, y), (x, y + 9), (x - 7, y)], "#7f9148")
    head(b, skin)
    for x, y, r in ((92, 76, 13), (110, 68, 14), (130, 66, 14), (150, 69, 14), (166, 79, 12)):
        b.ellipse((x, y), (r, r), hair)
    b.stroke([(104, 200), (118, 226), (128, 234), (138, 226), (152, 200)], "#7b5a22", width=2.4)
    b.ellipse((128, 242), (12, 12), "#d8a83a")
    b.ellipse((128, 242), (8, 8), "#fbf3da")
    cheeks(b, skin, share=0.22)
    brows(b, hair, lift=3, tilt=2)
    eyes(b)
    lashes(b)
    nose(b, skin)
    grin(b, y=151)
    b.stroke([(150, 141), (163, 138)], "#343a4a", width=3)
    return b


_SCALE, _BELLY, _GOLD = "#65406f", "#b48bb4", "#e4b548"


def vesper() -> Brush:
    b = Brush("#2c2743")
    _shelves(b)
    _wings_and_horns(b)
    _snout(b)
    for x in (102, 154):
        b.ellipse((x, 116), (15, 13), "#f7d774")
        b.ellipse((x, 116), (4, 12), INK)
        b.ellipse((x + 4, 111), (2.6, 3), "#ffffff")
    for s in (-1, 1):
        b.blob(
            [(128 + s * 8, 104), (128 + s * 26, 96), (128 + s * 46, 104), (128 + s * 26, 105)],
            shaded(_SCALE),
        )
        b.ring((128 + s * 25, 131), 18, _GOLD, width=3.4)
    b.stroke([(119, 129), (128, 126), (137, 129)], _GOLD, width=3.4)
    for x, y, r in ((150, 157, 4), (162, 149, 7), (179, 138, 10), (199, 124, 13)):
        b.ellipse((x, y), (r, r), mix("#2c2743", "#efe9f4", 0.75))
    return b


def _shelves(b: Brush) -> None:
    spines = ("#8c3f45", "#3e6a6d", "#b98a3e", "#54507f", "#77503b", "#40704f")
    for shelf, top in enumerate((-6, 92, 190)):
        for book in range(13):
            color = mix(spines[(book * 5 + shelf * 2) % 6], "#2c2743", 0.45)
            left = book * 20 - 4
            b.bar(
                (left, top + (book * 7 + shelf * 3) % 5 * 4), (left + 18, top + 88), color, radius=2
            )
        b.bar((0, top + 86), (256, top + 94), "#4a3438")


def _wings_and_horns(b: Brush) -> None:
    for s in (-1, 1):
        x = 128
        b.blob(
            [(x + s * 40, 256), (x + s * 70, 180), (x + s * 122, 140), (x + s * 116, 256)],
            shaded(_SCALE),
        )
        for tip in (150, 178, 208):
            b.stroke(
                [(x + s * 52, 250), (x + s * 84, tip + 14), (x + s * 118, tip)],
                mix(_SCALE, _BELLY, 0.35),
                width=3,
            )
        b.blob(
            [
                (x + s * 26, 78),
                (x + s * 34, 34),
                (x + s * 56, 12),
                (x + s * 52, 48),
                (x + s * 46, 84),
            ],
            _GOLD,
        )
        b.stroke([(x + s * 34, 58), (x + s * 47, 54)], shaded(_GOLD), width=2.4)
        b.stroke([(x + s * 38, 44), (x + s * 51, 38)], shaded(_GOLD), width=2.4)
        b.blob(
            [
                (x + s * 48, 92),
                (x + s * 92, 70),
                (x + s * 84, 100),
                (x + s * 92, 120),
                (x + s * 52, 126),
            ],
            mix(_SCALE, _BELLY, 0.4),
        )


def _snout(b: Brush) -> None:
    b.blob(mirrored([(128, 150), (168, 172), (178, 214), (186, 280)]), _SCALE)
    for y in (196, 214, 232, 250):
        b.blob(mirrored([(128, y - 4), (150, y), (146, y + 12), (128, y + 16)]), _BELLY)
    skull = mirrored(
        [(128, 56), (162, 64), (184, 98), (176, 132), (160, 152), (156, 178), (128, 192)]
    )
    b.blob(skull, _SCALE)
    b.shade(
        [(150, 48), (172, 100), (154, 140), (142, 196), (210, 190), (210, 60)],
        shaded(_SCALE),
        within=skull,
    )
    for x, y in ((116, 72), (128, 68), (140, 72), (122, 82), (134, 82), (128, 92)):
        b.blob([(x, y - 5), (x + 5, y), (x, y + 6), (x - 5, y)], mix(_SCALE, _BELLY, 0.45))
    b.blob(mirrored([(128, 136), (146, 146), (152, 170), (128, 186)]), mix(_SCALE, _BELLY, 0.5))
    for x in (119, 137):
        b.ellipse((x, 160), (3, 4), INK)
    b.stroke([(106, 174), (118, 181), (128, 178), (138, 181), (150, 172)], INK, width=2.8)
