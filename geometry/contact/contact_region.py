"""Whether two solids share volume by the meshes, corrected for facets; and the region shown of it.

Meshes alone give two wrong answers. A peg in a hole of its own radius overlaps the hole's facets
in thin slivers although the solids only touch; and two round bars that bite into each other by
less than the chord may have facets that miss. So:

- an overlap thinner than the touch tolerance, or of next to no volume and without a point well
  inside both solids, is touching at most: bodies that rest on each other are no contact;
- where a mesh has material that its solid has not (see `facets`), a thin overlap counts only if
  a point of it, or one found by search, lies inside both exact solids;
- where a mesh lacks material and the meshes come near each other without overlap, the exact
  solids are searched for a common point.
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
"""Overlaps of less, mm3, are beyond what double precision can tell of parts of a metre."""

# A search for one sample of many is kept short; what it leaves open is touching, not contact.
_BATCH_BUDGET = 4_000
_MOST_PROBES = 2_000


@dataclass(frozen=True, eq=False)
class Contact:
    """Volume that two solids share, in the frame of a.

    volume_mm3: Volume of the meshes' overlap; where facets miss it, that of a ball in both.
    width_mm: How far that volume reaches along its narrowest axis: of a film its thickness.
    witness: A point proven inside both exact solids, or None where the mesh overlap is the proof.
    """

    volume_mm3: float
    centroid: Array
    witness: Array | None
    width_mm: float


def contact_seen_from_a(
    a: Solid, b: Solid, T_a_b: Array, chord: float = CHORD, *, certified: bool = False
) -> Contact | None:
    """The contact of two solids, or None where they touch at most or are free.

    With `certified` a witness is looked for even where the overlap of the meshes is beyond doubt.
    """
    if has_open(a) or has_open(b):
        return _contact_of_surfaces(a, b, T_a_b, chord)
    region = overlap_seen_from_a(a, b, T_a_b, chord)
    if region is None or region.volume_mm3 <= LEAST_VOLUME:
        return _slight(a, b, T_a_b, chord, region)
    # What facets add is a shell no thicker than the chord about a hole; twice that is no shell.
    swelling = chord * (facets(a).swells + facets(b).swells)
    is_certain = region.thickness_mm > max(TOUCH_TOLERANCE, 2.0 * swelling)
    # A wide film of rounding between resting faces may hide a real bite in the mean thickness,
    # so a thin region is not set aside before the exact solids have been asked.
    witness = _witness(a, b, T_a_b, region) if certified or not is_certain else None
    if is_certain or witness is not None:
        return _contact(region, witness)
    if region.thickness_mm <= TOUCH_TOLERANCE and not _facets_may_miss(a, b, T_a_b, chord):
        return None
    return _searched(a, b, T_a_b, region)


def _contact(region: Overlap, witness: Array | None) -> Contact:
    """The contact over a region of the meshes."""
    corners = region.mesh.vertices
    axes = np.linalg.svd(corners - corners.mean(axis=0), full_matrices=False)[2]
    width = float(np.ptp(corners @ axes.T, axis=0).min())
    return Contact(region.volume_mm3, region.centroid, witness, width)


def _ball(point: Array, witness: Array | None, depth: float) -> Contact:
    return Contact(4.0 / 3.0 * pi * depth**3, point, witness, 2.0 * depth)


def contact_region(
    a: Solid, T_w_a: Array, b: Solid, T_w_b: Array, chord: float = CHORD
) -> Overlap | None:
    """The region that two placed solids share, in world axes, to be drawn; None without contact.

    Where the solids share volume and their facets do not, a finer mesh is tried.
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
    """By how much a distance between the two meshes may differ from that of the solids, mm."""
    own = sum(chord for side in (facets(a), facets(b)) if side.shrinks or side.swells)
    return own + sum(imported_chord(solid) or 0.0 for solid in (a, b))


def has_mesh(a: Solid, b: Solid) -> bool:
    """Whether an imported mesh takes part: the meshes then decide, not the level functions, which
    for a mesh are slow and know of no faces, and for an open surface are those of its hull."""
    return any(imported_chord(solid) is not None or has_open(solid) for solid in (a, b))


def is_farther_by_mesh(a: Solid, b: Solid, T_a_b: Array, asked: float) -> bool:
    """Whether two solids are more than `asked` apart by their meshes, the chord band taken off."""
    band = chord_band(a, b, CHORD)
    return mesh_gap(a, b, T_a_b, asked + band + 1.0, CHORD) - band > asked


def _contact_of_surfaces(a: Solid, b: Solid, T_a_b: Array, chord: float) -> Contact | None:
    """The contact where an open surface takes part: of what is solid in both, or of a surface."""
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
    """A point of the region, or near it, well inside both exact solids; None if none is found."""
    probes = _probes(region)
    g = common_level(a, b, T_a_b, probes)
    step = np.full(3, np.cbrt(region.volume_mm3))
    point, depth = deepened(a, b, T_a_b, probes[np.argmin(g)], step)
    return read_only(point) if depth >= LEAST_BALL else None


def _probes(region: Overlap) -> Array:
    """Points inside the region: its centre, and points below the middle of its faces, as deep as
    suits a film and as deep as suits a lump."""
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


def _slight(
    a: Solid, b: Solid, T_a_b: Array, chord: float, region: Overlap | None
) -> Contact | None:
    """The contact where meshes share next to nothing: edges that bite into each other by little
    share no more volume than rounding does, but a point well inside both."""
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
