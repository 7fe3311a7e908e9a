"""Places of words on the screen: near their points, inside the view, and none over another.

Pure functions of numbers. Pixels, x right and y up; a box is (left, bottom, right, top).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]

BESIDE = 10.0  # from a point to words that need no line to it, points of the screen
GAP = 2.0  # left free between two words, points
# Distances at which a place is looked for round a point, and directions in each, the first
# preferred: right above, left above, right below, left below, then between.
RINGS = (26.0, 46.0, 72.0, 104.0, 142.0, 186.0)
WAYS = tuple(pi / 4 * k for k in (1, 3, 7, 5, 2, 6, 0, 4))


@dataclass(frozen=True)
class Wanted:
    """Words to be placed. point: Their point. size: Width and height. to_left: Preferred side."""

    point: tuple[float, float]
    size: tuple[float, float]
    to_left: bool = False


@dataclass(frozen=True)
class Placed:
    """A place of words. corner: Lower left. has_line: Whether a line leads from their point."""

    corner: tuple[float, float]
    has_line: bool


def placed(
    wanted: Sequence[Wanted], view: tuple[float, float], kept_free: Sequence[Box], ratio: float
) -> list[Placed | None]:
    """A place for each of the words, in their order; None where their point is out of the view, or
    where there is no room.

    view: Width and height. kept_free: Boxes on which no word may lie. ratio: Pixels per point.
    """
    taken = np.array(kept_free, float).reshape(-1, 4)
    found: list[Placed | None] = []
    for words in wanted:
        place = None
        x, y = words.point
        if 0.0 <= x <= view[0] and 0.0 <= y <= view[1]:
            corners, near = candidates(words, ratio)
            boxes = np.hstack([corners, corners + words.size])
            free = _are_free(boxes, taken, view, GAP * ratio)
            if free.any():
                best = int(np.argmax(free))
                place = Placed((float(corners[best, 0]), float(corners[best, 1])), best >= near)
                taken = np.vstack([taken, boxes[best]])
        found.append(place)
    return found


def candidates(words: Wanted, ratio: float) -> tuple[Array, int]:
    """Lower left corners (k, 2) of places, the best first, and how many need no line."""
    (x, y), (width, height) = words.point, words.size
    beside = BESIDE * ratio
    right, left = x + beside, x - beside - width
    above, below, level = y + beside, y - beside - height, y - height / 2
    sides = (left, right) if words.to_left else (right, left)
    corners = [(side, top) for top in (above, below) for side in sides]
    corners += [(x - width / 2, above), (x - width / 2, below), *((side, level) for side in sides)]
    near = len(corners)
    for ring in RINGS:
        for way in WAYS:
            middle_x, middle_y = x + ring * ratio * cos(way), y + ring * ratio * sin(way)
            # The side of the words that faces the point lies on the ring.
            corners.append(
                (
                    middle_x - width * (0.5 - 0.5 * cos(way)),
                    middle_y - height * (0.5 - 0.5 * sin(way)),
                )
            )
    return np.rint(np.array(corners)), near


def line_end(placed_at: Placed, words: Wanted) -> tuple[float, float]:
    """The point of the words' box that is nearest to their point."""
    (left, bottom), (width, height) = placed_at.corner, words.size
    x, y = words.point
    return min(max(x, left), left + width), min(max(y, bottom), bottom + height)


def _are_free(
    boxes: Array, taken: Array, view: tuple[float, float], gap: float
) -> NDArray[np.bool_]:
    """Which boxes (k, 4) lie inside the view and on none of those taken, (m, 4)."""
    inside = np.all(boxes[:, :2] >= 0.0, axis=1) & np.all(boxes[:, 2:] <= np.array(view), axis=1)
    if not len(taken):
        return np.asarray(inside)
    beyond = boxes[:, None, :2] >= taken[None, :, 2:] + gap
    before = boxes[:, None, 2:] <= taken[None, :, :2] - gap
    apart = np.any(beyond | before, axis=2)
    return np.asarray(inside & np.all(apart, axis=1))
