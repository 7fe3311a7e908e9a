"""The shapes that a 3D view draws for a map of places: cubes, crosses, and their numbers. No Qt.

They are made beside the window, which only hands the arrays to the graphics card.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from scenes.studies.results.place_map import At, PlaceMap
from scenes.world.frozen import Array, Frozen, freeze_whole_numbers

Triangles = NDArray[np.int64]
# More good places are drawn as one block without gaps, of which only the outer faces are made.
MOST_CUBES = 4_000
# More places of another verdict would hide the good ones: they are only counted.
MOST_CROSSES = 3_000
# Shares of the distance of neighbouring places: edge of a cube, half a stroke of a cross.
CUBE, STROKE = 0.36, 0.16
# The edge of the cube of a single place, mm.
ALONE = 60.0
# The corners of a cube, and those of each of its faces, which looks away from the middle.
_CORNERS = np.array(list(product((-0.5, 0.5), repeat=3)))
_FACES = (
    ((-1, 0, 0), (0, 1, 3, 2)),
    ((1, 0, 0), (4, 6, 7, 5)),
    ((0, -1, 0), (0, 4, 5, 1)),
    ((0, 1, 0), (2, 3, 7, 6)),
    ((0, 0, -1), (0, 2, 6, 4)),
    ((0, 0, 1), (1, 5, 7, 3)),
)
_UPRIGHT = np.array([(1, 0, 0), (0, 1, 0), (0, 0, 1)], float)
_SLANTED = np.array([(1, 1, 1), (1, 1, -1), (1, -1, 1), (1, -1, -1)]) / np.sqrt(3.0)


@dataclass(frozen=True, eq=False)
class MapShapes(Frozen):
    """What is drawn of a map, mm, world.

    title, unit: Of the values. points, triangles: Of the cubes (n, 3), (m, 3). values: Of each
    triangle (m,). low, high: Of the values of all places; nan where there is none. plus, times:
    Strokes (k, 2, 3) of upright crosses at bad places, and of slanted ones where something is met.
    told: How many places there are of each verdict. box: Corners (2, 3) about the places drawn.
    heights: z of all layers of places (h,).
    """

    title: str
    unit: str
    points: Array
    triangles: Triangles
    values: Array
    low: float
    high: float
    plus: Array
    times: Array
    told: str
    box: Array
    heights: Array

    def __post_init__(self) -> None:
        super().__post_init__()
        freeze_whole_numbers(self, "triangles")


def shapes_of(whole: PlaceMap, layer: int | None = None) -> MapShapes:
    """The shapes of a map, or of one layer of it, in the colours of the whole map.

    layer: Its number among the heights; None, or a number that there is not, for all.
    """
    heights = whole.heights
    is_cut = layer is not None and layer < len(heights)
    found = whole.layer(layer) if is_cut and layer is not None else whole
    edge = found.edge or ALONE
    good = found.verdicts == At.GOOD
    is_block = int(good.sum()) > MOST_CUBES
    points, triangles, values = _cubes(found, good, is_block, edge)
    known = whole.values[(whole.verdicts == At.GOOD) & np.isfinite(whole.values)]
    ends = (known.min(), known.max()) if known.size else (np.nan, np.nan)
    last = np.array(found.verdicts.shape) - 1
    corners = found.points(np.array([(0, 0, 0), last]))
    margin = 0.5 * edge
    told = [f"z = {heights[layer]:g} mm: {found.told}" if is_cut else found.told]
    for at, word in ((At.BAD, found.words[1]), (At.MEETS, found.words[2])):
        if found.count(at) > MOST_CROSSES:
            told.append(f"Those {word} are not drawn: there are too many.")
    return MapShapes(
        found.title,
        found.unit,
        points,
        triangles,
        values,
        float(ends[0]),
        float(ends[1]),
        _crosses(found, At.BAD, _UPRIGHT, edge),
        _crosses(found, At.MEETS, _SLANTED, edge),
        "\n".join(told),
        np.stack([corners.min(axis=0) - margin, corners.max(axis=0) + margin]),
        heights,
    )


def _cubes(
    found: PlaceMap, good: NDArray[np.bool_], is_block: bool, edge: float
) -> tuple[Array, Triangles, Array]:
    """The faces of the cubes of good places; of a block those to a place that is not good."""
    size = np.where(found.step != 0.0, np.abs(found.step), edge) if is_block else CUBE * edge
    padded = np.pad(good, 1)
    inside = tuple(slice(1, -1) for _ in range(3))
    corners, values = [np.empty((0, 4, 3))], [np.empty(0)]
    # A step may lead downwards: then the neighbour in that direction has the lower index.
    signs = np.where(found.step < 0.0, -1, 1)
    for way, face in _FACES:
        seen = good
        if is_block:
            shift = [-int(w) for w in signs * way]
            seen = good & ~np.roll(padded, shift, axis=(0, 1, 2))[inside]
        at = np.argwhere(seen)
        corners.append(found.points(at)[:, None] + size * _CORNERS[list(face)])
        values.append(found.values[seen])
    points = np.concatenate(corners).reshape(-1, 3)
    first = 4 * np.arange(len(points) // 4)[:, None]
    halves = [first + np.array((0, 1, 2)), first + np.array((0, 2, 3))]
    triangles = np.concatenate(halves, axis=1).reshape(-1, 3)
    return points, triangles, np.repeat(np.concatenate(values), 2)


def _crosses(found: PlaceMap, at: At, ways: Array, edge: float) -> Array:
    """The strokes (k, 2, 3) of a cross at each place with a verdict; none where they are many."""
    if found.count(at) > MOST_CROSSES:
        return np.empty((0, 2, 3))
    points = found.points(np.argwhere(found.verdicts == at))
    half = STROKE * edge * ways
    ends = np.stack([-half, half], axis=1)
    return np.asarray((points[:, None, None] + ends).reshape(-1, 2, 3))
