"""Faces from the streets of today."""

from characters.faces.brush import Brush, mirrored, mix
from characters.faces.features import (
    brows,
    cheeks,
    eyes,
    face,
    head,
    lashes,
    nose,
    shaded,
    shoulders,
    smile,
)


def kenji_morita() -> Brush:
    skin, hair, indigo = "#e9bf95", "#221d22", "#2f3f73"
    b = Brush("#d8583e")
    for x in (-4, 62, 128, 194):
        b.bar((x, -10), (x + 58, 66), "#b8432f", radius=4)
    for x in (36, 84, 176, 220):
        for rise in (0, 64):
            b.stroke(
                [(x, 236 - rise), (x - 9, 220 - rise), (x + 7, 202 - rise), (x - 3, 186 - rise)],
                mix("#d8583e", "#fff1dc", 0.35),
                width=6,
            )
    shoulders(b, indigo)
    b.polygon([(108, 200), (128, 236), (150, 200), (128, 214)], skin)
    b.polygon([(96, 197), (110, 202), (146, 262), (112, 262)], mix(indigo, "#ffffff", 0.18))
    b.polygon([(160, 197), (148, 202), (124, 242), (136, 258)], mix(indigo, "#ffffff", 0.1))
    head(b, skin)
    b.blob(
        [
            (76, 112),
            (72, 76),
            (88, 54),
            (102, 56),
            (112, 42),
            (128, 50),
            (146, 40),
            (154, 54),
            (172, 56),
            (184, 78),
            (180, 112),
            (170, 92),
            (128, 84),
            (86, 92),
        ],
        hair,
    )
    b.blob([(76, 98), (80, 82), (128, 72), (176, 82), (180, 98), (128, 90)], indigo)
    for x in (100, 128, 156):
        b.ellipse((x, 83), (4, 4), "#f4ead6")
    b.blob([(176, 84), (200, 70), (206, 82), (184, 96)], indigo)
    b.blob([(178, 92), (202, 102), (196, 114), (180, 100)], shaded(indigo))
    cheeks(b, skin, share=0.14)
    brows(b, hair, lift=-1, width=5)
    eyes(b, lid=skin)
    nose(b, skin)
    smile(b, width=12, depth=3, y=157, lift=2)
    b.stroke([(118, 172), (128, 174), (138, 172)], mix(skin, "#3a2a2a", 0.35), width=2.6)
    return b


def noor_haddad() -> Brush:
    skin, scarf, suit = "#d9a878", "#b5482f", "#4f7396"
    b = Brush("#7fcfc4")
    b.ring((128, 112), 116, "#4ea79c", width=9)
    b.ring((128, 112), 104, "#f2f7f2", width=3)
    for x, y in ((128, -2), (210, 30), (242, 112), (210, 194), (46, 194), (14, 112), (46, 30)):
        b.stroke([(128, 112), (x, y)], "#f2f7f2", width=1.8)
    b.blob(
        mirrored([(128, 36), (172, 50), (194, 104), (188, 168), (162, 206), (128, 222)]),
        shaded(scarf),
    )
    shoulders(b, suit)
    b.polygon([(100, 204), (120, 212), (108, 244), (78, 220)], mix(suit, "#ffffff", 0.2))
    b.polygon([(156, 204), (136, 212), (148, 244), (178, 220)], mix(suit, "#ffffff", 0.1))
    b.stroke([(128, 226), (128, 262)], "#c9d3dc", width=3)
    for x, y, color in (
        (66, 238, "#f2c14e"),
        (92, 250, "#f7f3e8"),
        (184, 240, "#e57a8f"),
        (168, 252, "#f2c14e"),
        (56, 252, "#7fcfc4"),
    ):
        b.ellipse((x, y), (3.4, 3), color)
    b.blob(mirrored([(128, 168), (164, 156), (176, 190), (160, 216), (128, 226)]), scarf)
    b.stroke([(90, 190), (126, 212), (168, 188)], shaded(scarf), width=4)
    face(b, skin)
    b.blob(
        [
            (70, 150),
            (64, 100),
            (84, 52),
            (128, 36),
            (172, 52),
            (192, 100),
            (186, 150),
            (174, 172),
            (178, 120),
            (164, 88),
            (128, 78),
            (92, 88),
            (78, 120),
            (82, 172),
        ],
        scarf,
    )
    b.stroke([(84, 100), (104, 78), (140, 66), (172, 78)], mix(scarf, "#ffffff", 0.2), width=4)
    b.stroke([(80, 80), (108, 58), (146, 50)], shaded(scarf), width=4)
    b.stroke([(196, 66), (186, 104), (178, 142)], "#aeb8c2", width=8)
    b.ring((198, 58), 11, "#aeb8c2", width=6)
    b.polygon([(196, 44), (206, 42), (208, 60), (198, 60)], "#7fcfc4")
    cheeks(b, skin, share=0.25)
    brows(b, "#2c1f1f", tilt=6, width=5)
    eyes(b, color="#3a2416")
    lashes(b)
    nose(b, skin)
    b.stroke([(120, 131), (134, 126), (142, 128)], "#4a4650", width=4.4)
    smile(b, width=16, depth=7, y=154, lift=6)
    return b
