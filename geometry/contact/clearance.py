"""The least distance between bodies: of one pair, and of a whole cell in many configurations."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.contact.contact_region import chord_band, has_mesh
from geometry.contact.mesh_distance import mesh_gap, mesh_points
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
# Factor by which the margin of the search for the nearest points exceeds the distance at most.
_ABOVE = 1.02
# The distance of two solids, mm, and their nearest points (3,) in the frame of a.
_Nearest = tuple[float, Array, Array]


@dataclass(frozen=True, eq=False)
class Clearance:
    """The distance of two placed solids.

    distance_mm: 0 if they meet. It is too long by no more than band_mm, and never shorter than
        proven_mm.
    proven_mm: A lower bound of the distance, equal to it within 1e-6 mm if band_mm is 0. Convex
        pieces and boxes give it, or the distance of the meshes less their chord band.
    band_mm: Greatest amount by which the distance may be too long: at most twice the chord band of
        the two meshes; 0 if the distance is proven.
    point_a, point_b: The nearest points, world frame, (3,); None if the meshes measured. The
        meshes measure where a solid has too many faces, or faces without a formula; the distance
        may then be too short by the chord band, too.
    """

    distance_mm: float
    proven_mm: float
    band_mm: float
    point_a: Array | None
    point_b: Array | None


_MEET = Clearance(0.0, 0.0, 0.0, None, None)


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
    search on until the distance is proven to 1e-6 mm, or as well as boxes can. Without it the
    search is quick, and the distance is still too long by at most twice the chord band.
    GeometryError for wrong solids and poses.

    Convex pieces give the distance if the nearest points of the pieces lie on the solids. Else the
    meshes measure it within their chord band, and the faces at the nearest points of the meshes
    give it exactly. The meshes keep the search from ending at points that are near each other, and
    not the nearest.
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
    return _measured(solid_a, T_w_a, solid_b, T_a_b, max(float(row[1]), 0.0), chord, prove)


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


def _measured(
    a: Solid, T_w_a: Array, b: Solid, T_a_b: Array, proven: float, chord: float, prove: bool
) -> Clearance:
    """The clearance of solids whose inexact pieces meet or are nearest: the meshes measure it, and
    then the faces at the nearest points of the meshes. proven: Distance of the pieces, mm."""
    band = chord_band(a, b, chord)
    # Pieces of a solid reach no farther than its bounds, so the solids are at most this far apart.
    most = sum(float(np.linalg.norm(np.subtract(*s.bounds()))) for s in (a, b)) + proven
    gap = mesh_gap(a, b, T_a_b, most, chord)
    proven = max(proven, gap - band)
    if has_mesh(a, b):  # an imported mesh is the solid itself and needs no further proof
        return Clearance(max(gap, proven), proven, band, None, None)
    if gap <= band and common_point(a, b, T_a_b, _BUDGET).witness is not None:
        return _MEET
    found = _by_faces(a, b, T_a_b, gap, band, chord)
    if found is None:
        return _halved(a, b, T_a_b, gap, proven, band) if prove else _unproven(gap, proven, band)
    if prove:
        proved = _proved(a, b, T_a_b, proven, found)
        if proved is None:
            return _MEET
        proven, found = proved
    distance = found[0]
    proven = min(proven, distance)
    band = 0.0 if distance - proven <= 2.0 * ACCURACY else distance - proven
    points = (read_only(p) for p in placed(T_w_a, np.array(found[1:])))
    return Clearance(distance, proven, band, *points)


def _by_faces(
    a: Solid, b: Solid, T_a_b: Array, gap: float, band: float, chord: float
) -> _Nearest | None:
    """The distance and the nearest points by faces, where the meshes are `gap` mm apart within
    their chord band; None if no points are found that are so near.

    The nearest points of the meshes lie on the faces that count. Without python-fcl, and for meshes
    that meet, a search for a common point with a margin just above the distance ends between the
    solids where they are nearest.
    """
    longest = gap + band + ACCURACY
    near = mesh_points(a, b, T_a_b, chord) if gap > 0.0 else None
    if near is not None:
        found = _from(a, b, T_a_b, *near)
    else:
        found = _about(a, b, T_a_b, common_point(a, b, T_a_b, _BUDGET, _ABOVE * longest))
    return found if found is not None and found[0] <= longest else None


def _proved(
    a: Solid, b: Solid, T_a_b: Array, proven: float, found: _Nearest
) -> tuple[float, _Nearest] | None:
    """The proven part of a distance, mm, to 1e-6 mm or as well as searches can, and the nearest
    points, which may be nearer than those given; None if the solids meet."""
    slack = 0.5 * ACCURACY
    for _ in range(_LOOKS):
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
    return proven, found


def _about(a: Solid, b: Solid, T_a_b: Array, search: Search) -> _Nearest | None:
    """The least distance, mm, and the nearest points (3,) about the point at which a search ended;
    None if it ended otherwise or no points are found."""
    if search.near is None or search.cover is not None:
        return None
    starts = search.near + _BESIDE
    found = [own for own in (_from(a, b, T_a_b, at, at) for at in starts) if own is not None]
    return min(found, key=lambda own: own[0], default=None)


def _from(a: Solid, b: Solid, T_a_b: Array, on_a: Array, on_b: Array) -> _Nearest | None:
    """The distance, mm, and the nearest points (3,) near two points (3,); None if none are
    found."""
    points = nearest_points(a, b, T_a_b, on_a, on_b)
    return None if points is None else (float(np.linalg.norm(points[1] - points[0])), *points)


def _unproven(gap: float, proven: float, band: float) -> Clearance:
    # The proven part can exceed the measured distance where surfaces run side by side (a close
    # fit).
    return Clearance(max(gap, proven), proven, band, None, None)


def _halved(a: Solid, b: Solid, T_a_b: Array, gap: float, proven: float, band: float) -> Clearance:
    """The clearance of solids that only meshes measure: searches for a common point prove the
    largest margin that they can, halving the interval of the distance while boxes are left."""
    most, step = gap + band, 0.5 * (gap + band - proven)
    boxes = _BUDGET_OF_ALL
    while boxes > 0 and step > ACCURACY:
        margin = min(proven + step, most)
        search = common_point(a, b, T_a_b, min(_BUDGET, boxes), margin)
        boxes -= search.looked_at
        if search.cover is not None:
            proven = margin
        step *= 0.5
    return _unproven(gap, proven, band)
