"""Small pictures of an arm at several joint values: outlines of its bodies, without VTK."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geometry import Solid
from geometry.tessellation.kernel import is_meshed, mesh_of
from scenes import Cell, CellState
from scenes.world.frozen import Array
from scenes.world.placement import bodies_in, placements

# The direction from which the arm is seen: from the front right, a little above; degrees.
AZIMUTH, ELEVATION = -55.0, 18.0
RINGS, SIDES = 5, 12  # directions in which a body is felt: rings about z, and sides of each ring
SHADE = 0.45  # of the brightness that a body far behind loses
SMALL = 0.05  # of the picture: margin about the arm


@dataclass(frozen=True, eq=False)
class Piece:
    """The outline of one body in a picture.

    Attributes:
        outline: Its corners, (k, 2), in 0..1 of the picture, y down.
        colour: The colour of the body, #rrggbb.
        light: Its brightness: 1 in front, less behind.
    """

    outline: Array
    colour: str
    light: float


Picture = tuple[Piece, ...]
Corner = tuple[float, float]


def arm_pictures(cell: Cell, state: CellState, q: Array) -> tuple[Picture, ...]:
    """A picture of the arm with its hand at each row of q (m, n); all of one scale and place."""
    names, poses = placements(cell, q, np.full(len(q), state.opening), state.held, state.parts)
    known = bodies_in(cell, state)
    of_arm = [i for i, name in enumerate(names) if known[name].kind in ("robot", "finger")]
    if not of_arm or not len(q):
        return ((),) * len(q)
    right, up, towards = _axes()
    felt = {i: _felt(known[names[i]].solid, cell.chord) for i in of_arm}
    seen: list[list[tuple[Array, float, str]]] = []
    for row in poses:
        bodies = []
        for i in of_arm:
            T = row[i]
            points = felt[i] @ T[:3, :3].T + T[:3, 3]
            flat = np.stack([points @ right, -(points @ up)], axis=1)
            bodies.append(
                (convex_outline(flat), float((points @ towards).mean()), known[names[i]].colour)
            )
        seen.append(sorted(bodies, key=lambda body: body[1]))
    corners = np.concatenate([outline for bodies in seen for outline, _, _ in bodies])
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = (1.0 - 2.0 * SMALL) / max(float((high - low).max()), 1.0)
    shift = 0.5 - scale * (low + high) / 2.0
    return tuple(_picture(bodies, scale, shift) for bodies in seen)


def _picture(bodies: list[tuple[Array, float, str]], scale: float, shift: Array) -> Picture:
    depths = [depth for _, depth, _ in bodies]
    span = max(max(depths) - min(depths), 1.0)
    return tuple(
        Piece(outline * scale + shift, colour, 1.0 - SHADE * (max(depths) - depth) / span)
        for outline, depth, colour in bodies
    )


def convex_outline(points: Array) -> Array:
    """The corners of the convex hull of points (n, 2), in order, (k, 2): Andrew's chain."""
    # Few points: a set of tuples takes a tenth of the time of np.unique by rows.
    ordered = sorted({(x, y) for x, y in np.round(points, 6).tolist()})
    if len(ordered) < 3:
        return np.array(ordered)
    halves = []
    for sequence in (ordered, ordered[::-1]):
        chain: list[tuple[float, float]] = []
        for x, y in sequence:
            while len(chain) > 1 and _turns_right(chain[-2], chain[-1], x, y):
                chain.pop()
            chain.append((x, y))
        halves += chain[:-1]
    return np.array(halves)


def _turns_right(a: Corner, b: Corner, x: float, y: float) -> bool:
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) <= 0.0


def _axes() -> tuple[Array, Array, Array]:
    """The right and upward directions of the picture, and the one towards the eye."""
    azimuth, elevation = np.radians([AZIMUTH, ELEVATION])
    level = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    towards = np.cos(elevation) * level + np.array([0.0, 0.0, np.sin(elevation)])
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    return right, np.cross(towards, right), towards


def _felt(solid: Solid, chord: float) -> Array:
    """The farthest points of a body in many directions, (k, 3), mm, in its own frame.

    A body that has no mesh yet is felt by the corners of its box.
    """
    if not is_meshed(solid, chord):
        low, high = solid.bounds()
        return np.array(np.meshgrid(*zip(low, high, strict=True))).reshape(3, -1).T
    vertices = mesh_of(solid, chord).vertices
    elevations = np.linspace(-np.pi / 2, np.pi / 2, RINGS)
    turns = np.linspace(0.0, 2.0 * np.pi, SIDES, endpoint=False)
    e, a = (grid.ravel() for grid in np.meshgrid(elevations, turns))
    ways = np.stack([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)], axis=1)
    return np.asarray(vertices[np.unique((vertices @ ways.T).argmax(axis=0))])
