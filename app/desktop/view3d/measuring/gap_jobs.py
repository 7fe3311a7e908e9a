"""The distances of bodies, measured in another process: of a pair, and of one to all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from geometry.errors import GeometryError
from geometry.meshes.mesh import Mesh
from geometry.solids.primitives.open_mesh import open_surface
from geometry.solids.tree import Solid
from scenes.world.frozen import Array

MOST_NEAR = 5
_SURE = 1e-5  # mm; a proven part this near to the distance proves the distance


@dataclass(frozen=True, eq=False)
class Placed:
    """A body with its pose T_world_body, (4, 4), mm."""

    name: str
    solid: Solid
    T: Array


@dataclass(frozen=True, eq=False)
class Gap:
    """The least distance of two bodies.

    names: Both bodies. kind: "apart", "touch" or "overlap". distance_mm: 0 unless apart. depth_mm:
    Radius of a ball that lies in both, for an overlap. band_mm: By how much the distance may be
    wrong: 0 for exact primitives, otherwise the facets of meshes. proven_mm: A proven lower bound.
    points: The witness points on the first and the second body, each in the frame of its body, mm,
    (2, 3): so they stay on bodies that move. None where none are known; of an overlap a common
    point.
    """

    names: tuple[str, str]
    kind: str
    distance_mm: float
    depth_mm: float = 0.0
    band_mm: float = 0.0
    proven_mm: float = 0.0
    points: Array | None = None

    @property
    def text(self) -> str:
        """The distance in words."""
        if self.kind == "overlap":
            deep = f" by at least {2.0 * self.depth_mm:.2f} mm" if self.depth_mm > 0.0 else ""
            return f"they overlap{deep}"
        if self.kind == "touch":
            within = f" (within {self.band_mm:.2g} mm)" if self.band_mm > 0.0 else ""
            return f"they touch{within}"
        if self.band_mm > 0.0:
            return f"{self.distance_mm:.2f} mm (within {self.band_mm:.2g} mm)"
        is_proven = self.distance_mm - self.proven_mm <= _SURE
        return f"{self.distance_mm:.3f} mm" + (", proven" if is_proven else "")


def gap_between(a: Placed, b: Placed, chord: float, *, prove: bool = True) -> Gap:
    """The least distance of two bodies, exact for primitives. chord: Of meshes, mm."""
    found = _gap_in_world(a, b, chord, prove=prove)
    if found.points is None:
        return found
    ends = [
        T[:3, :3].T @ (point - T[:3, 3]) for T, point in zip((a.T, b.T), found.points, strict=True)
    ]
    return replace(found, points=np.array(ends))


def _gap_in_world(a: Placed, b: Placed, chord: float, *, prove: bool) -> Gap:
    """The gap with its witness points in the world."""
    from geometry import VerdictKind, check_pair
    from geometry.contact.clearance import pair_clearance
    from geometry.contact.mesh_collision import nearest_surface_points

    names = (a.name, b.name)
    verdict = check_pair(a.solid, a.T, b.solid, b.T, chord)
    if verdict.kind is VerdictKind.HIT:
        point = verdict.witness
        points = None if point is None else np.array([point, point])
        return Gap(names, "overlap", 0.0, max(-verdict.gap_mm, 0.0), points=points)
    if verdict.kind is VerdictKind.TOUCH:
        point = verdict.witness
        points = None if point is None else np.array([point, point])
        return Gap(names, "touch", 0.0, band_mm=verdict.band_mm, points=points)
    found = pair_clearance(a.solid, a.T, b.solid, b.T, chord, prove=prove)
    ends = None
    if found.point_a is not None and found.point_b is not None:
        ends = np.array([found.point_a, found.point_b])
    elif found.distance_mm > 0.0:
        near = nearest_surface_points(_mesh(a, chord), a.T, _mesh(b, chord), b.T)
        ends = None if near is None else np.array(near)
    kind = "apart" if found.distance_mm > 0.0 else "touch"
    return Gap(names, kind, found.distance_mm, 0.0, found.band_mm, found.proven_mm, ends)


def gaps_between(pairs: Sequence[tuple[Placed, Placed]], chord: float) -> list[Gap | None]:
    """The least distance of each pair; None where the kernel can make no mesh of a body."""
    return [_gap_or_none(a, b, chord) for a, b in pairs]


def gaps_to_all(body: Placed, others: Sequence[Placed], chord: float) -> list[Gap]:
    """The nearest bodies, the nearest first, at most MOST_NEAR.

    Bodies are measured in the order of the distances of their boxes, which are never longer than
    those of the bodies: the search ends where the next box is farther than the last body kept.
    """
    low, high = body.solid.bounds_in(body.T)
    boxes = [other.solid.bounds_in(other.T) for other in others]
    apart = [
        float(np.linalg.norm(np.maximum(np.maximum(lo - high, low - hi), 0.0))) for lo, hi in boxes
    ]
    found: list[Gap] = []
    for place in np.argsort(apart, kind="stable"):
        if len(found) == MOST_NEAR and apart[place] >= found[-1].distance_mm:
            break
        gap = _gap_or_none(body, others[place], chord, prove=False)
        if gap is not None:
            found = sorted([*found, gap], key=lambda each: (each.distance_mm, -each.depth_mm))
            found = found[:MOST_NEAR]
    return found


def _gap_or_none(a: Placed, b: Placed, chord: float, *, prove: bool = True) -> Gap | None:
    try:
        return gap_between(a, b, chord, prove=prove)
    except GeometryError:
        return None


def _mesh(body: Placed, chord: float) -> Mesh:
    from geometry.tessellation.kernel import mesh_of

    return open_surface(body.solid) or mesh_of(body.solid, chord)
