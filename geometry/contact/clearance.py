"""The least distance between bodies: of one pair, and of a whole cell in many configurations."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.contact.contact_region import chord_band, has_mesh
from geometry.contact.mesh_distance import mesh_gap
from geometry.exact.common_point import Search, common_point
from geometry.exact.nearest_points import nearest_points
from geometry.poses import Array, checked_pose, placed, read_only, relative
from geometry.separation.batches import Path, nearest_rows
from geometry.separation.packed_bodies import (
    Integers,
    PackedBodies,
    checked_batch,
    checked_pairs,
    packed_pair,
)
from geometry.solids.tree import Solid, checked_solid
from geometry.tessellation.chords import CHORD, checked_chord

ACCURACY = 1e-6
"""Greatest error of the distance of exact primitives, mm."""

# Points that are farther than this from the surfaces, mm, are moved onto them.
_ON = 1e-7
# Most attempts to prove a distance, and the factor by which each claims less of it than the last.
_LOOKS, _WIDENS = 24, 4.0
# Offsets, mm, from a point at which the search for nearest points starts: on an axis a solid has no
# slope, beside it it has one.
_BESIDE = np.array([(0.0, 0.0, 0.0), (0.11, 0.05, 0.07), (-0.09, 0.06, -0.08)])
# Most boxes that one search for a common point looks at, and that all searches of one distance do.
_BUDGET, _BUDGET_OF_ALL = 4_000, 24_000


@dataclass(frozen=True, eq=False)
class Clearance:
    """The distance of two placed solids.

    distance_mm: 0 if they meet. proven_mm: A proven lower bound of the distance, equal to it within
        1e-6 mm if band_mm is 0.
    band_mm: Greatest amount by which the distance may be too long: 0, or the chord band if the
        meshes measured it, because a surface is hollow and curved (a peg in its hole).
    point_a, point_b: The nearest points, world frame, (3,); None if the meshes measured.
    """

    distance_mm: float
    proven_mm: float
    band_mm: float
    point_a: Array | None
    point_b: Array | None


@dataclass(frozen=True, eq=False)
class CellClearance:
    """The least distance of a cell in m configurations.

    distance_mm, proven_mm: As for `Clearance`, (m,). pair: Index of the nearest pair in the list of
    pairs, (m,), -1 without pairs. points: Nearest points of its two bodies, world frame, (m, 2, 3).
    is_exact: Whether the distance is that of the solids, and not of convex pieces that contain more
    (a hole counts as filled), (m,).
    """

    distance_mm: Array
    proven_mm: Array
    pair: Integers
    points: Array
    is_exact: NDArray[np.bool_]


def pair_clearance(
    solid_a: Solid,
    T_world_a: ArrayLike,
    solid_b: Solid,
    T_world_b: ArrayLike,
    chord: float = CHORD,
    path: Path = "auto",
    *,
    prove: bool = True,
) -> Clearance:
    """The distance of two placed solids, and their nearest points.

    T_world_a, T_world_b: Poses, (4, 4). chord: Chord tolerance of meshes, mm. prove: Whether to
    prove the distance; without it the convex pieces alone give proven_mm, which is quick.
    GeometryError for wrong solids and poses.
    """
    checked_solid(solid_a, "solid_a"), checked_solid(solid_b, "solid_b"), checked_chord(chord)
    T_w_a, T_w_b = checked_pose(T_world_a, "T_world_a"), checked_pose(T_world_b, "T_world_b")
    T_a_b = relative(T_w_a, T_w_b)
    packed = packed_pair(solid_a, solid_b)
    row = nearest_rows(packed, T_a_b[None, None], np.array([[0, 1]]), path)[0]
    on_a, on_b = row[4:7], row[7:10]
    if row[3] == 1.0 or (row[0] > 0.0 and _are_on(solid_a, on_a, solid_b, on_b, T_a_b)):
        if row[0] > 0.0 and not _are_on(solid_a, on_a, solid_b, on_b, T_a_b, _ON):
            on_a, on_b = _moved_on(solid_a, solid_b, T_a_b, row)
        points = (read_only(p) for p in placed(T_w_a, np.array([on_a, on_b])))
        return Clearance(max(row[0], 0.0), max(row[1], 0.0), 0.0, *points)
    if not has_mesh(solid_a, solid_b):
        found = _by_faces(solid_a, solid_b, T_a_b, row, chord, prove)
        if found is not None:
            points = (read_only(p) for p in placed(T_w_a, np.array(found[2:])))
            distance, proven = found[:2]
            band = 0.0 if distance - proven <= 2.0 * ACCURACY else distance - proven
            return Clearance(distance, proven, band, *points)
    return _measured(solid_a, solid_b, T_a_b, max(row[1], 0.0), chord, prove)


def cell_clearance(
    packed: PackedBodies, poses: ArrayLike, pairs: ArrayLike, path: Path = "auto"
) -> CellClearance:
    """The nearest of the pairs, and its distance, in each of m configurations.

    poses: T_world_body of the moving bodies, (m, n, 4, 4). pairs: Body indices, (p, 2).
    GeometryError for arguments of wrong shapes.
    """
    batch, index = checked_batch(packed, poses), checked_pairs(packed, pairs)
    rows = nearest_rows(packed, batch, index, path)
    if not len(index):
        none, never = np.full(len(batch), np.inf), np.full((len(batch), 2, 3), np.nan)
        return CellClearance(none, none, np.full(len(batch), -1), never, none > 0.0)
    pair = rows[:, 2].astype(np.int64)
    first = index[pair, 0]
    slots = packed.bodies[2][first]
    T = np.empty((len(batch), 4, 4))
    moves = slots >= 0
    T[moves] = batch[np.flatnonzero(moves), slots[moves]]
    for sample in np.flatnonzero(~moves):
        T[sample] = packed.standing[int(first[sample])]
    points = rows[:, 4:].reshape(-1, 2, 3)
    world = np.einsum("mij,mkj->mki", T[:, :3, :3], points) + T[:, None, :3, 3]
    distance, proven = np.maximum(rows[:, 0], 0.0), np.maximum(rows[:, 1], 0.0)
    return CellClearance(distance, proven, pair, world, rows[:, 3] == 1.0)


def _are_on(
    a: Solid, on_a: Array, b: Solid, on_b: Array, T_a_b: Array, within: float = ACCURACY
) -> bool:
    """Whether the points (3,) in the frame of a lie in the solids, to within `within` mm, and not
    only in inexact pieces."""
    in_b = T_a_b[:3, :3].T @ (on_b - T_a_b[:3, 3])
    return bool(a.level(on_a[None])[0] <= within and b.level(in_b[None])[0] <= within)


def _moved_on(a: Solid, b: Solid, T_a_b: Array, row: Array) -> tuple[Array, Array]:
    """The nearest points of a row of `nearest_rows` whose distance is right but whose points lie
    beside the surfaces: moved onto the surfaces if that keeps the distance, else unchanged."""
    on_a, on_b = row[4:7], row[7:10]
    found = nearest_points(a, b, T_a_b, on_a, on_b)
    if found is None or abs(float(np.linalg.norm(found[1] - found[0])) - row[0]) > ACCURACY:
        return on_a, on_b
    return found


def _by_faces(
    a: Solid, b: Solid, T_a_b: Array, row: Array, chord: float, prove: bool
) -> tuple[float, float, Array, Array] | None:
    """The distance, its proven part, mm, and the nearest points (3,) in the frame of a, by faces;
    None if the solids meet or no points are found.

    A search with a margin above the distance ends at a point between both solids, and the nearest
    points lie about that point. Then searches prove the distance, to 1e-6 mm or as well as they
    can.
    """
    lo, hi = a.bounds()
    band = chord_band(a, b, chord)
    proven = max(float(row[1]), 0.0)
    most = float(np.linalg.norm(hi - lo)) + proven
    found = _about(a, b, T_a_b, common_point(a, b, T_a_b, _BUDGET, most))
    slack = 0.5 * ACCURACY
    for _ in range(_LOOKS if prove and found is not None else 0):
        assert found is not None
        distance = found[0]
        if distance - slack <= proven:
            break
        search = common_point(a, b, T_a_b, _BUDGET, distance - slack)
        if search.witness is not None:
            return None
        if search.cover is not None and not search.touches:
            proven = distance - slack
            break
        nearer = _about(a, b, T_a_b, search)
        if nearer is not None and nearer[0] < distance - 0.5 * slack:
            found = nearer
        else:
            slack *= _WIDENS
    if found is None:
        return None
    if prove and found[0] - proven > 4.0 * band:
        proven = max(proven, mesh_gap(a, b, T_a_b, found[0] + ACCURACY, chord) - band)
    return found[0], min(proven, found[0]), found[1], found[2]


def _about(a: Solid, b: Solid, T_a_b: Array, search: Search) -> tuple[float, Array, Array] | None:
    """The least distance, mm, and the nearest points (3,) about the point at which a search ended;
    None if it ended otherwise or no points are found."""
    if search.near is None or search.cover is not None:
        return None
    best: tuple[float, Array, Array] | None = None
    for start in search.near + _BESIDE:
        points = nearest_points(a, b, T_a_b, start, start)
        distance = np.inf if points is None else float(np.linalg.norm(points[1] - points[0]))
        if points is not None and (best is None or distance < best[0]):
            best = distance, *points
    return best


def _measured(
    a: Solid, b: Solid, T_a_b: Array, proven: float, chord: float, prove: bool
) -> Clearance:
    """The clearance of solids whose inexact pieces meet or are near: the meshes measure the
    distance, and searches for a common point prove the largest margin that they can.

    An imported mesh is the solid itself and needs no further proof. For other solids the interval
    between the proven and the measured distance is halved while boxes are left.
    """
    lo, hi = a.bounds()
    band = chord_band(a, b, chord)
    distance = mesh_gap(a, b, T_a_b, float(np.linalg.norm(hi - lo)) + proven, chord)
    proven = max(proven, distance - band)
    if has_mesh(a, b):
        return Clearance(max(distance, proven), proven, band, None, None)
    if distance <= band and common_point(a, b, T_a_b, _BUDGET).witness is not None:
        return Clearance(0.0, 0.0, 0.0, None, None)
    most, step = distance + band, 0.5 * (distance + band - proven)
    boxes = _BUDGET_OF_ALL if prove else 0
    while boxes > 0 and step > ACCURACY:
        margin = min(proven + step, most)
        search = common_point(a, b, T_a_b, min(_BUDGET, boxes), margin)
        boxes -= search.looked_at
        if search.cover is not None:
            proven = margin
        step *= 0.5
    # The proven part can exceed the measured distance where surfaces run side by side (a close
    # fit).
    return Clearance(max(distance, proven), proven, band, None, None)
