"""Flat shapes with smooth edges: drawn four times as large, then made small.

All coordinates are those of the finished picture, 256 by 256, whatever it is drawn at.
"""

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageChops, ImageColor, ImageDraw

SIDE = 256
_FINER = 4
_STEPS = 16

Point = tuple[float, float]


def mix(color: str, other: str, share: float) -> str:
    """`color` with a share of `other` in it: shadows, blushes, lights."""
    pairs = zip(ImageColor.getrgb(color), ImageColor.getrgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def mirrored(points: Sequence[Point]) -> list[Point]:
    """The right half of a figure, from top to bottom, and its left half: a closed outline."""
    return [*points, *((SIDE - x, y) for x, y in reversed(points) if x != SIDE / 2)]


class Brush:
    def __init__(self, background: str) -> None:
        self._image = Image.new("RGB", (SIDE * _FINER, SIDE * _FINER), background)
        self._draw = ImageDraw.Draw(self._image)

    def picture(self) -> Image.Image:
        return self._image.reduce(_FINER)

    def ellipse(self, center: Point, radii: Point, color: str) -> None:
        self._draw.ellipse(_box(center, radii), fill=color)

    def ring(self, center: Point, radius: float, color: str, *, width: float) -> None:
        self._draw.ellipse(
            _box(center, (radius, radius)), outline=color, width=round(width * _FINER)
        )

    def polygon(self, points: Sequence[Point], color: str) -> None:
        self._draw.polygon(_larger(points), fill=color)

    def blob(self, points: Sequence[Point], color: str) -> None:
        """A closed shape whose outline runs smoothly through all points."""
        self._draw.polygon(_larger(_smooth([points[-1], *points, *points[:2]])), fill=color)

    def bar(self, corner: Point, opposite: Point, color: str, *, radius: float = 0) -> None:
        box = (*_larger([corner])[0], *_larger([opposite])[0])
        self._draw.rounded_rectangle(box, radius=radius * _FINER, fill=color)

    def stroke(self, points: Sequence[Point], color: str, *, width: float) -> None:
        """A smooth line through all points with round ends."""
        path = _larger(_smooth([points[0], *points, points[-1]]))
        half = width * _FINER / 2
        for x, y in path:
            self._draw.ellipse((x - half, y - half, x + half, y + half), fill=color)
        for start, end in pairwise(path):
            self._draw.line((start, end), fill=color, width=round(2 * half))

    def shade(self, points: Sequence[Point], color: str, *, within: Sequence[Point]) -> None:
        """A smooth shape, but only where it lies on the smooth shape `within`."""
        mask = ImageChops.multiply(self._mask(points), self._mask(within))
        self._image.paste(color, (0, 0), mask)

    def _mask(self, points: Sequence[Point]) -> Image.Image:
        mask = Image.new("L", self._image.size, 0)
        outline = _larger(_smooth([points[-1], *points, *points[:2]]))
        ImageDraw.Draw(mask).polygon(outline, fill=255)
        return mask


def _box(center: Point, radii: Point) -> tuple[float, float, float, float]:
    (x, y), (rx, ry) = center, radii
    return ((x - rx) * _FINER, (y - ry) * _FINER, (x + rx) * _FINER, (y + ry) * _FINER)


def _larger(points: Sequence[Point]) -> list[Point]:
    return [(x * _FINER, y * _FINER) for x, y in points]


def _smooth(points: Sequence[Point]) -> list[Point]:
    """A Catmull-Rom curve from the second point to the last but one."""
    path: list[Point] = []
    for a, b, c, d in zip(points, points[1:], points[2:], points[3:], strict=False):
        path += [(_at(t, a[0], b[0], c[0], d[0]), _at(t, a[1], b[1], c[1], d[1])) for t in _TIMES]
    return [*path, points[-2]]


_TIMES = [step / _STEPS for step in range(_STEPS)]


def _at(t: float, a: float, b: float, c: float, d: float) -> float:
    linear, square, cube = c - a, 2 * a - 5 * b + 4 * c - d, 3 * b - a - 3 * c + d
    return b + 0.5 * t * (linear + t * (square + t * cube))
