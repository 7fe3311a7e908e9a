"""Whether the meshes show that two solids share volume, corrected for facets; and that region.

Meshes alone give two kinds of wrong answers. A peg in a hole of its own radius overlaps the hole's
facets in thin slivers although the solids only touch. And two round bars that share a volume
thinner than the chord may have meshes that do not overlap. Therefore:

- an overlap that is thinner than the touch tolerance, or has almost no volume and no point well
  inside both solids, is a touch at most: bodies that rest on each other are not in contact;
- where a mesh has more material than its solid (see `facets`), a thin overlap counts only if a
  point of it, or a point found by search, lies inside both exact solids;
- where a mesh has less material than its solid and the meshes are near each other without
  overlap, a search looks for a common point of the exact solids.
"""

from dataclasses import dataclass
from math import pi

import numpy as np

from geometry.contact.mesh_distance import mesh_gap
from geometry.contact.open_surfaces import closed_part, has_open, point_of_contact
from geometry.exact.common_point import common_level, common_point, deepened
from geometry.poses import Array, checked_pose, read_only, relative
from geometry.solids.primitives.mesh_solid import imported_chord
from geometry.solids.tree import Solid, checked_solid
from geometry.tessellation.chords import CHORD, checked_chord
from geometry.tessellation.facets import facets
from geometry.tessellation.kernel import Overlap, overlap_seen_from_a
from geometry.tolerances import LEAST_BALL, TOUCH_TOLERANCE

LEAST_VOLUME = 1e-6
"""Smallest volume, mm3, of an overlap: for parts of a metre smaller ones are rounding."""

# Most boxes of the search for one of many samples; a search that finds nothing counts as a touch.
_BATCH_BUDGET = 4_000
_MOST_PROBES = 2_000


@dataclass(frozen=True, eq=False)
class Contact:
    """The volume that two solids share, in the frame of a.

    volume_mm3: Volume of the meshes' overlap, or of a ball in both solids if the meshes miss it.
    centroid: Of that volume, (3,), mm. width_mm: Its extent along its narrowest axis: the thickness
    of a film. witness: A point proven inside both exact solids, (3,), or None if the overlap of the
    meshes is the only proof.
    """

    volume_mm3: float
    centroid: Array
    witness: Array | None
    width_mm: float


def contact_seen_from_a(
    a: Solid, b: Solid, T_a_b: Array, chord: float = CHORD, *, certified: bool = False
) -> Contact | None:
    """The contact of two solids, b at T_a_b (4, 4); None if they are free or only touch.

    certified: Whether to search for a witness even if the overlap of the meshes is beyond doubt.
    """
    if has_open(a) or has_open(b):
        return _contact_of_surfaces(a, b, T_a_b, chord)
    region = overlap_seen_from_a(a, b, T_a_b, chord)
    if region is None or region.volume_mm3 <= LEAST_VOLUME:
        return _contact_of_slivers(a, b, T_a_b, chord, region)
    # Facets add at most a shell as thick as the chord inside a hole; an overlap twice as thick is
    # more than such a shell.
    swelling = chord * (facets(a).swells + facets(b).swells)
    is_certain = region.thickness_mm > max(TOUCH_TOLERANCE, 2.0 * swelling)
    # A wide film of rounding between resting faces lowers the mean thickness and may hide a deep
    # place, so the exact solids are asked before a thin region is set aside.
    witness = _witness(a, b, T_a_b, region) if certified or not is_certain else None
    if is_certain or witness is not None:
        return _contact(region, witness)
    if region.thickness_mm <= TOUCH_TOLERANCE and not _facets_may_miss(a, b, T_a_b, chord):
        return None
    return _searched(a, b, T_a_b, region)


def _contact(region: Overlap, witness: Array | None) -> Contact:
    """The contact of a region that the meshes share."""
    corners = region.mesh.vertices
    axes = np.linalg.svd(corners - corners.mean(axis=0), full_matrices=False)[2]
    width = float(np.ptp(corners @ axes.T, axis=0).min())
    return Contact(region.volume_mm3, region.centroid, witness, width)


def _ball(point: Array, witness: Array | None, depth: float) -> Contact:
    return Contact(4.0 / 3.0 * pi * depth**3, point, witness, 2.0 * depth)


def contact_region(
    a: Solid, T_w_a: Array, b: Solid, T_w_b: Array, chord: float = CHORD
) -> Overlap | None:
    """The region that two placed solids share, in the world frame, for drawing; None if they are
    not in contact.

    If the solids share volume but their meshes do not, finer meshes are tried once; None if these
    share no volume either. chord: Chord tolerance, mm. GeometryError for wrong solids and poses.
    """
    checked_solid(a, "a"), checked_solid(b, "b"), checked_chord(chord)
    T_w_a, T_w_b = checked_pose(T_w_a, "T_w_a"), checked_pose(T_w_b, "T_w_b")
    T_a_b = relative(T_w_a, T_w_b)
    if contact_seen_from_a(a, b, T_a_b, chord) is None:
        return None
    for finer in (chord, chord / 10.0):
        region = overlap_seen_from_a(a, b, T_a_b, finer)
        if region is not None:
            centroid = read_only(T_w_a[:3, :3] @ region.centroid + T_w_a[:3, 3])
            mesh = region.mesh.placed(T_w_a)
            return Overlap(region.volume_mm3, centroid, region.thickness_mm, mesh)
    return None


def chord_band(a: Solid, b: Solid, chord: float) -> float:
    """Greatest difference, mm, between the distance of two meshes and that of their solids."""
    own = sum(chord for side in (facets(a), facets(b)) if side.shrinks or side.swells)
    return own + sum(imported_chord(solid) or 0.0 for solid in (a, b))


def has_mesh(a: Solid, b: Solid) -> bool:
    """Whether one of the solids contains an imported mesh. The meshes then decide, because the
    level function of a mesh is slow and has no faces, and that of an open mesh is that of its
    hull."""
    return any(imported_chord(solid) is not None or has_open(solid) for solid in (a, b))


def is_farther_by_mesh(a: Solid, b: Solid, T_a_b: Array, asked: float) -> bool:
    """Whether the meshes show that two solids are more than `asked` mm apart, chord band
    deducted."""
    band = chord_band(a, b, CHORD)
    return mesh_gap(a, b, T_a_b, asked + band + 1.0, CHORD) - band > asked


def _contact_of_surfaces(a: Solid, b: Solid, T_a_b: Array, chord: float) -> Contact | None:
    """The contact of solids with open surfaces: of their closed parts, or of a surface."""
    one, two = closed_part(a), closed_part(b)
    if one is not None and two is not None:
        found = contact_seen_from_a(one, two, T_a_b, chord, certified=True)
        if found is not None:
            return found
    touched = point_of_contact(a, b, T_a_b)
    if touched is None:
        return None
    point, depth = read_only(touched[0]), touched[1]
    return _ball(point, point if depth > 0.0 else None, depth)


def _witness(a: Solid, b: Solid, T_a_b: Array, region: Overlap) -> Array | None:
    """A point (3,) of the region, or near it, well inside both exact solids; None if none is
    found."""
    probes = _probes(region)
    g = common_level(a, b, T_a_b, probes)
    step = np.full(3, np.cbrt(region.volume_mm3))
    point, depth = deepened(a, b, T_a_b, probes[np.argmin(g)], step)
    return read_only(point) if depth >= LEAST_BALL else None


def _probes(region: Overlap) -> Array:
    """Points (n, 3) inside the region: its centroid, and points below the middle of its faces in
    two depths, one for a film and one for a compact region."""
    corners = region.mesh.vertices[region.mesh.triangles]
    corners = corners[:: 1 + len(corners) // _MOST_PROBES]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    inward = -normals / np.where(length > 0.0, length, 1.0)
    middles = corners.mean(axis=1)
    depths = (0.5 * region.thickness_mm, 0.3 * np.cbrt(region.volume_mm3))
    return np.vstack([region.centroid, *(middles + depth * inward for depth in depths)])


def _facets_may_miss(a: Solid, b: Solid, T_a_b: Array, chord: float) -> bool:
    band = chord * (facets(a).shrinks + facets(b).shrinks)
    return band > 0.0 and mesh_gap(a, b, T_a_b, 2.0 * band, chord) <= band


def _contact_of_slivers(
    a: Solid, b: Solid, T_a_b: Array, chord: float, region: Overlap | None
) -> Contact | None:
    """The contact of solids whose meshes share almost no volume: edges that cross by very little
    share no more volume than rounding does, but they share a point well inside both solids."""
    if region is not None and not has_mesh(a, b):
        witness = _witness(a, b, T_a_b, region)
        if witness is not None:
            return _contact(region, witness)
    return _searched(a, b, T_a_b, None) if _facets_may_miss(a, b, T_a_b, chord) else None


def _searched(a: Solid, b: Solid, T_a_b: Array, region: Overlap | None) -> Contact | None:
    found = common_point(a, b, T_a_b, _BATCH_BUDGET)
    if found.witness is None:
        return None
    witness = read_only(found.witness)
    if region is not None:
        return _contact(region, witness)
    return _ball(witness, witness, found.depth_mm)
