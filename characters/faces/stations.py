"""Faces from ships and stations."""

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


def juno_adeyemi() -> Brush:
    skin, jacket = "#5a3626", "#e8792b"
    b = Brush("#232a4d")
    b.ellipse((206, 60), (52, 52), "#c9a0d8")
    b.ellipse((192, 50), (52, 52), "#e3c3ea")
    b.ellipse((180, 40), (52, 52), "#232a4d")
    stars = (
        (26, 40),
        (60, 22),
        (94, 36),
        (22, 110),
        (44, 76),
        (232, 150),
        (218, 190),
        (30, 170),
        (126, 14),
        (160, 30),
    )
    for n, (x, y) in enumerate(stars):
        b.ellipse((x, y), (1.4 + n % 3, 1.4 + n % 3), "#f6efcf")
    shoulders(b, jacket)
    b.polygon([(106, 202), (128, 226), (150, 202), (146, 262), (110, 262)], "#e9ecef")
    b.stroke([(128, 224), (128, 262)], "#9aa3ad", width=3)
    b.blob([(84, 204), (104, 194), (124, 230), (118, 250)], mix(jacket, "#000000", 0.22))
    b.blob([(172, 204), (152, 194), (132, 230), (138, 250)], mix(jacket, "#000000", 0.28))
    b.ellipse((66, 236), (13, 13), "#2f6f8f")
    b.polygon(
        [(66, 226), (69, 234), (77, 236), (69, 238), (66, 246), (63, 238), (55, 236), (63, 234)],
        "#f6d55c",
    )
    b.bar((178, 226), (202, 240), "#b23a48", radius=3)
    b.bar((182, 231), (198, 235), "#f4f1e8")
    b.ellipse((190, 252), (8, 8), "#4f9d69")
    head(b, skin)
    b.blob(
        [(80, 108), (84, 74), (128, 54), (172, 74), (176, 108), (164, 84), (128, 73), (92, 84)],
        mix(skin, "#0d0709", 0.5),
    )
    for y in (76, 82, 88):
        b.stroke([(158, y - 6), (172, y + 6)], skin, width=1.8)
    b.ring((75, 140), 6, "#dfe5ea", width=2.6)
    b.ring((181, 140), 6, "#dfe5ea", width=2.6)
    cheeks(b, skin, share=0.2)
    brows(b, "#170d0c", lift=-2, tilt=5, width=5)
    eyes(b, color="#120a0c")
    lashes(b)
    nose(b, mix(skin, "#1a0a0a", 0.25))
    grin(b, y=149)
    return b


def pim() -> Brush:
    shell, dark = "#3fa79b", "#1f5f5d"
    b = Brush("#1d2340")
    b.ellipse((128, 330), (210, 150), "#3f6fa8")
    b.ellipse((128, 336), (210, 146), "#2c4f86")
    for x, y in ((56, 216), (92, 206), (170, 206), (206, 218), (130, 200)):
        b.ellipse((x, y), (2, 2), "#ffe29a")
    for n, (x, y) in enumerate(
        ((30, 40), (64, 78), (206, 34), (230, 92), (26, 128), (222, 150), (90, 24), (46, 170))
    ):
        b.ellipse((x, y), (1.4 + n % 3, 1.4 + n % 3), "#f3ecd0")
    b.stroke([(128, 66), (130, 46), (150, 36), (164, 22)], "#aab4bd", width=5)
    b.stroke([(146, 38), (154, 32), (164, 22)], "#e57a8f", width=15)
    for x, y in ((147, 34), (154, 28), (161, 20)):
        b.stroke([(x - 3, y - 1), (x + 7, y + 9)], "#f6c9d0", width=2.6)
    b.ellipse((168, 17), (7, 7), "#f6c9d0")
    for s in (-1, 1):
        b.stroke(
            [(128 + s * 72, 150), (128 + s * 98, 166), (128 + s * 92, 196)], "#8f9aa5", width=9
        )
        b.ellipse((128 + s * 92, 200), (13, 13), dark)
        b.ellipse((128 + s * 92, 207), (6, 8), mix("#1d2340", "#3f6fa8", 0.5))
    b.bar((92, 208), (164, 226), "#59636e", radius=8)
    for x in (98, 128, 158):
        b.ellipse((x, 232), (15, 15), "#2c3238")
        b.ellipse((x, 232), (6, 6), "#aab4bd")
    body = mirrored([(128, 62), (176, 76), (206, 128), (196, 184), (160, 214), (128, 218)])
    b.blob(body, shell)
    b.shade(
        [(168, 50), (184, 130), (150, 226), (230, 226), (230, 60)],
        mix(shell, dark, 0.45),
        within=body,
    )
    b.shade(
        [(70, 100), (96, 74), (112, 74), (84, 108), (74, 140)],
        mix(shell, "#ffffff", 0.4),
        within=body,
    )
    b.blob(mirrored([(128, 186), (168, 182), (188, 190), (160, 213), (128, 217)]), "#f1e8d0")
    b.ellipse((128, 132), (50, 50), dark)
    b.ellipse((128, 132), (42, 42), "#2a2026")
    b.ellipse((128, 132), (36, 36), "#f2a531")
    b.ellipse((128, 132), (25, 25), "#ffd166")
    b.ellipse((128, 132), (13, 14), INK)
    b.ellipse((139, 120), (8, 8), "#fff8e6")
    b.ellipse((119, 142), (3.6, 3.6), "#fff8e6")
    b.stroke([(112, 197), (128, 203), (144, 197)], dark, width=3.4)
    for x in (76, 180):
        b.ellipse((x, 176), (5, 5), mix(shell, dark, 0.6))
    return b


def ravi_sundaram() -> Brush:
    skin, hair, wool = "#b07a52", "#2a2024", "#d9a32e"
    b = Brush("#bfe0ea")
    b.polygon([(0, 0), (96, 0), (60, 90), (0, 120)], "#d4edf3")
    b.polygon([(170, 0), (256, 0), (256, 96), (206, 70)], "#a9d2e0")
    b.polygon([(0, 160), (52, 130), (84, 256), (0, 256)], "#a9d2e0")
    b.polygon([(256, 130), (206, 150), (190, 256), (256, 256)], "#d4edf3")
    for crack in (
        [(96, 0), (60, 90), (0, 120)],
        [(60, 90), (52, 130), (84, 256)],
        [(256, 96), (206, 70), (170, 0)],
    ):
        b.stroke([*crack], "#ffffff", width=2.4)
    shoulders(b, "#5c6b7a")
    b.blob(mirrored([(128, 262), (152, 256), (176, 214), (196, 222), (214, 262)]), wool)
    b.blob([(84, 206), (106, 198), (128, 250), (122, 266), (80, 262)], wool)
    b.blob([(172, 206), (150, 198), (128, 250), (134, 266), (176, 262)], shaded(wool))
    b.stroke([(106, 202), (116, 228), (128, 252)], mix(wool, "#7a4a10", 0.4), width=3)
    b.stroke([(150, 202), (140, 228), (128, 252)], mix(wool, "#7a4a10", 0.4), width=3)
    b.polygon([(108, 203), (128, 244), (148, 203), (128, 214)], "#e8eef1")
    b.stroke([(62, 126), (66, 70), (128, 34), (190, 70), (194, 126)], "#353c47", width=9)
    head(b, skin)
    b.blob(
        [
            (78, 112),
            (70, 84),
            (82, 60),
            (98, 62),
            (106, 44),
            (124, 54),
            (142, 42),
            (152, 56),
            (172, 58),
            (184, 84),
            (178, 112),
            (168, 92),
            (150, 82),
            (138, 90),
            (122, 78),
            (106, 92),
            (90, 92),
        ],
        hair,
    )
    for s in (-1, 1):
        b.blob(
            [(128 + s * 47, 84), (128 + s * 53, 94), (128 + s * 50, 116), (128 + s * 43, 98)],
            "#9a9698",
        )
        b.bar((128 + s * 58 - 11, 104), (128 + s * 58 + 11, 146), "#353c47", radius=9)
        b.bar((128 + s * 53 - 4, 108), (128 + s * 53 + 4, 142), "#d9573f", radius=4)
    b.shade(
        [(96, 150), (128, 146), (160, 150), (156, 190), (100, 190)],
        mix(skin, "#3a3036", 0.16),
        within=mirrored([(128, 144), (160, 146), (154, 166), (128, 180)]),
    )
    brows(b, hair, lift=5)
    eyes(b, color="#2a1a14")
    for x in (107, 149):
        b.stroke([(x - 7, 130), (x, 132), (x + 7, 130)], mix(skin, "#5a2f4a", 0.35), width=2)
    nose(b, skin, length=15)
    smile(b, width=11, depth=4, y=157)
    b.stroke([(70, 230), (74, 246)], INK, width=4)
    return b
