"""Faces of the detectives, keepers and privateers."""

from characters.faces.brush import Brush, mirrored, mix
from characters.faces.features import (
    INK,
    brows,
    cheeks,
    eyes,
    glasses,
    head,
    lashes,
    nose,
    shaded,
    shoulders,
    smile,
)


def ottilie_brandt() -> Brush:
    skin, hair, coat = "#f0d3bd", "#c3c8cf", "#3b4048"
    b = Brush("#8ea6ac")
    b.ellipse((196, 58), (34, 34), "#d8e2da")
    b.stroke([(30, 256), (30, 40), (92, 22)], "#73898f", width=7)
    b.stroke([(30, 84), (74, 28)], "#73898f", width=4)
    b.stroke([(84, 26), (84, 70)], "#73898f", width=2.4)
    for y in (150, 186, 222):
        b.bar((0, y), (256, y + 16), mix("#8ea6ac", "#d8e2da", 0.35), radius=8)
    b.blob(mirrored([(128, 60), (172, 70), (188, 118), (184, 164), (150, 168)]), shaded(hair))
    shoulders(b, coat)
    b.polygon([(112, 206), (128, 224), (144, 206), (140, 262), (116, 262)], "#f5f2ea")
    b.polygon([(124, 222), (132, 222), (136, 262), (120, 262)], "#7c2f36")
    b.polygon([(96, 194), (110, 204), (122, 256), (74, 224)], mix(coat, "#ffffff", 0.12))
    b.polygon([(160, 194), (146, 204), (134, 256), (182, 224)], mix(coat, "#ffffff", 0.05))
    head(b, skin, ears=False)
    for s in (-1, 1):
        outer = [(128 + s * 24, 78), (128 + s * 54, 86), (128 + s * 62, 126), (128 + s * 58, 158)]
        inner = [(128 + s * 34, 168), (128 + s * 38, 140), (128 + s * 36, 108), (128 + s * 18, 90)]
        b.blob([*outer, *inner], hair)
        b.stroke(
            [(128 + s * 48, 96), (128 + s * 53, 128), (128 + s * 48, 158)], shaded(hair), width=2
        )
    b.blob(
        [(80, 78), (86, 42), (112, 26), (132, 34), (150, 26), (172, 42), (176, 78), (128, 86)], coat
    )
    b.stroke([(112, 30), (128, 44), (148, 30)], mix(coat, "#000000", 0.35), width=5)
    b.blob([(80, 66), (128, 74), (176, 66), (178, 80), (128, 88), (78, 80)], "#7c2f36")
    b.blob(
        [(44, 88), (80, 74), (128, 82), (176, 74), (216, 80), (180, 96), (128, 96), (84, 100)],
        mix(coat, "#000000", 0.2),
    )
    brows(b, "#8f949c", tilt=4, width=3.4)
    eyes(b, color="#39505c")
    glasses(b, "#5b4a3a")
    nose(b, skin, length=15)
    smile(b, width=13, depth=1, y=158, lift=2)
    b.stroke([(98, 146), (95, 154)], mix(skin, "#6b3a3a", 0.3), width=2)
    b.stroke([(158, 146), (161, 154)], mix(skin, "#6b3a3a", 0.3), width=2)
    return b


def lucien_fairweather() -> Brush:
    skin, cloth, silver = "#7d5033", "#22315e", "#d5dae2"
    b = Brush("#7d2f39")
    for x in (8, 200):
        b.bar((x, 18), (x + 48, 256), "#6b2630", radius=8)
    b.bar((66, -20), (190, 150), "#c89a4a", radius=20)
    b.bar((73, -20), (183, 143), "#18233f", radius=16)
    for x, y in (
        (84, 22),
        (172, 30),
        (80, 78),
        (176, 92),
        (88, 122),
        (170, 130),
        (108, 12),
        (150, 14),
    ):
        b.ellipse((x, y), (2.4, 2.4), "#e9eef7")
    for x in (30, 226):
        b.ellipse((x, 62), (22, 22), mix("#7d2f39", "#ffdf9a", 0.45))
        b.blob([(x, 44), (x + 13, 70), (x - 13, 70)], "#ffe6ad")
    shoulders(b, cloth)
    b.polygon([(110, 204), (128, 228), (146, 204), (128, 214)], "#f6f3ec")
    b.polygon([(120, 216), (128, 222), (136, 216), (136, 230), (128, 224), (120, 230)], INK)
    for x in (108, 148):
        for y in (232, 250):
            b.ellipse((x, y), (4.4, 4.4), silver)
    b.polygon([(94, 199), (110, 202), (124, 238), (88, 214)], mix(cloth, "#ffffff", 0.14))
    b.polygon([(162, 199), (146, 202), (132, 238), (168, 214)], mix(cloth, "#ffffff", 0.06))
    head(b, skin)
    for x in (82, 174):
        b.blob([(x - 6, 84), (x + 6, 84), (x + 4, 116), (x - 4, 116)], "#1d1618")
    b.blob(
        [(66, 66), (84, 38), (128, 28), (172, 38), (190, 66), (172, 80), (128, 74), (84, 80)], cloth
    )
    b.blob([(80, 74), (128, 66), (176, 74), (174, 92), (128, 84), (82, 92)], silver)
    b.blob([(82, 88), (128, 80), (174, 88), (160, 100), (128, 96), (96, 100)], "#141b33")
    b.ellipse((128, 56), (11, 11), silver)
    b.polygon(
        [(128, 47), (131, 54), (137, 56), (131, 58), (128, 65), (125, 58), (119, 56), (125, 54)],
        cloth,
    )
    brows(b, "#1d1618", tilt=3)
    eyes(b, color="#1a1114")
    nose(b, skin)
    b.blob(
        [
            (128, 148),
            (142, 147),
            (157, 151),
            (144, 155),
            (128, 153),
            (112, 155),
            (99, 151),
            (114, 147),
        ],
        "#1d1618",
    )
    smile(b, width=12, depth=5, y=161, lift=2)
    return b


def evander_crane() -> Brush:
    skin, beard, cap = "#e3b08f", "#f2efe8", "#28405f"
    b = Brush("#2f4f63")
    b.polygon([(34, 60), (256, 10), (256, 128), (34, 76)], "#e8d487")
    b.polygon([(34, 62), (256, 36), (256, 100), (34, 74)], "#f6e9ad")
    b.polygon([(20, 256), (24, 86), (44, 86), (50, 256)], "#e9e4da")
    b.polygon([(21, 150), (46, 150), (47, 180), (20, 180)], "#b8443a")
    b.bar((22, 54), (46, 86), "#d4b04a", radius=3)
    b.polygon([(18, 56), (34, 38), (50, 56)], "#b8443a")
    for start in (-20, 44, 108, 172, 236):
        b.blob(
            [(start, 232), (start + 32, 214), (start + 64, 232), (start + 64, 290), (start, 290)],
            "#264253",
        )
    shoulders(b, "#eadfc6")
    for x in (70, 98, 158, 186):
        for y in (222, 238, 254):
            b.stroke([(x - 5, y - 7), (x, y), (x + 5, y - 7)], "#cdbf9f", width=2.6)
    b.blob(mirrored([(128, 194), (158, 196), (162, 214), (128, 224)]), "#dccfb2")
    head(b, skin)
    b.blob(
        mirrored(
            [
                (128, 150),
                (146, 146),
                (166, 128),
                (181, 104),
                (183, 140),
                (174, 180),
                (152, 210),
                (128, 218),
            ]
        ),
        beard,
    )
    b.shade(
        [(160, 120), (158, 170), (140, 222), (200, 220), (200, 110)],
        mix(beard, "#5a6a86", 0.22),
        within=mirrored(
            [
                (128, 150),
                (146, 146),
                (166, 128),
                (181, 104),
                (183, 140),
                (174, 180),
                (152, 210),
                (128, 218),
            ]
        ),
    )
    for x, y in ((112, 186), (128, 196), (144, 186), (100, 172), (156, 172)):
        b.stroke([(x, y - 7), (x + 1, y + 7)], mix(beard, "#5a6a86", 0.3), width=2.4)
    b.blob([(74, 94), (78, 52), (104, 34), (152, 34), (178, 52), (182, 94), (128, 84)], cap)
    b.blob(
        [(70, 84), (128, 74), (186, 84), (184, 104), (128, 94), (72, 104)],
        mix(cap, "#ffffff", 0.16),
    )
    for x in range(84, 180, 12):
        b.stroke([(x, 83), (x, 95)], cap, width=2.2)
    cheeks(b, skin, share=0.35)
    brows(b, beard, lift=4, width=6)
    eyes(b, color="#4d6675")
    nose(b, mix(skin, "#c0503f", 0.25), length=13)
    b.blob(
        [
            (128, 147),
            (146, 146),
            (160, 156),
            (144, 159),
            (128, 155),
            (112, 159),
            (96, 156),
            (110, 146),
        ],
        mix(beard, "#ffffff", 0.6),
    )
    smile(b, width=8, depth=3, y=163)
    return b


def anneke_brandsma() -> Brush:
    skin, hair, coat, hat = "#eebd98", "#e6c877", "#6b2f5c", "#26222b"
    b = Brush("#9fc3b8")
    _sail_and_rigging(b)
    b.blob(mirrored([(128, 64), (170, 76), (184, 118), (176, 166), (150, 180)]), shaded(hair))
    shoulders(b, coat)
    b.blob(mirrored([(128, 196), (146, 202), (150, 220), (138, 250), (128, 258)]), "#fbf7ea")
    b.stroke([(122, 214), (128, 226), (124, 244)], "#d9d1bb", width=2.4)
    b.polygon([(92, 198), (110, 202), (122, 256), (70, 226)], mix(coat, "#ffffff", 0.14))
    b.polygon([(164, 198), (146, 202), (134, 256), (186, 226)], mix(coat, "#ffffff", 0.06))
    for y in (226, 244):
        b.ellipse((84 + (y - 226) * 0.5, y), (4, 4), "#e2b648")
        b.ellipse((172 - (y - 226) * 0.5, y), (4, 4), "#e2b648")
    head(b, skin)
    b.blob(
        [(78, 118), (80, 86), (128, 76), (176, 86), (178, 118), (166, 98), (134, 92), (96, 98)],
        hair,
    )
    for x, y in ((72, 142), (67, 160), (66, 178), (70, 196), (76, 213), (82, 229)):
        b.ellipse((x, y), (12, 12), mix(hair, "#ffffff", 0.06 * (y - 140) / 15))
        b.stroke([(x - 8, y - 4), (x, y + 5), (x + 8, y - 4)], shaded(hair), width=2.2)
    b.bar((72, 238), (96, 245), hat, radius=3)
    b.blob([(76, 78), (92, 44), (128, 34), (164, 44), (180, 78), (128, 70)], hat)
    b.blob(
        [
            (30, 56),
            (66, 64),
            (128, 96),
            (190, 64),
            (226, 56),
            (204, 92),
            (160, 92),
            (128, 106),
            (96, 92),
            (52, 92),
        ],
        mix(hat, "#ffffff", 0.08),
    )
    b.stroke(
        [(34, 60), (62, 76), (96, 90), (128, 103), (160, 90), (194, 76), (222, 60)],
        "#d8b04a",
        width=3.6,
    )
    b.blob([(176, 78), (196, 44), (226, 16), (240, 18), (226, 48), (200, 74)], "#f4f1e8")
    b.stroke([(180, 78), (206, 48), (236, 20)], "#a9b3b8", width=2.2)
    cheeks(b, skin, share=0.42)
    brows(b, shaded(hair), tilt=5)
    eyes(b, color="#2f5c70")
    lashes(b)
    nose(b, skin, length=14)
    smile(b, width=17, depth=7, y=154, lift=5)
    b.stroke([(160, 126), (167, 140)], mix(skin, "#8a2f2f", 0.4), width=2.4)
    return b


def _sail_and_rigging(b: Brush) -> None:
    b.polygon([(150, 0), (256, 0), (256, 150), (176, 128)], "#e9e5d4")
    b.stroke([(152, 0), (166, 64), (176, 128), (256, 150)], "#cfc8b0", width=4)
    for x in (14, 46, 78):
        b.stroke([(x, 256), (x + 34, -6)], "#7d9f95", width=2.6)
    for y in (44, 84, 124, 164, 204):
        b.stroke([(8 + (204 - y) * 0.13, y), (116, y + 4)], "#7d9f95", width=2.2)
