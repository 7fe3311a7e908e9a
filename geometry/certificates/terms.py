"""The normal form of solids that the check of a cover uses: it shares no code with the search's.

A solid is a list of *terms*; each point of the solid satisfies at least one. A term is a list of
clauses that all hold, and a clause is a list of walls of which one holds. A wall is the condition
sign f <= 0 with

    f(p) = swing |P (p - centre)| + slope . p - offset

where P removes the part along an axis (a sphere has none). With swing 0 it is a half-space, else a
round face. For a torus f is the distance from a circle of radius `ring` about the axis, minus the
offset. For a solid without such faces f is the level of the solid.
"""

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from geometry.certificates.formulas import box_about, highest, level, united
from geometry.certificates.polygon_terms import (
    Side,
    SideClauses,
    beyond,
    ears,
    is_convex,
    outward_line,
    touches_itself,
    within,
)
from geometry.poses import Array
from geometry.solids.primitives.box import Box
from geometry.solids.primitives.cone import Cone
from geometry.solids.primitives.cylinder import Cylinder
from geometry.solids.primitives.half_space import HalfSpace
from geometry.solids.primitives.hull import Hull
from geometry.solids.primitives.prism import Prism
from geometry.solids.primitives.revolved import Revolved
from geometry.solids.primitives.sphere import Sphere
from geometry.solids.primitives.torus import Torus
from geometry.solids.tree import Difference, Intersection, Moved, Solid, Union

# Most terms of an intersection; beyond it one wall, a level, stands for a part.
_MOST_TERMS = 64
# Parallel planes that are nearer to each other than this, mm, are flush.
_FLUSH = 1e-9
# Parallel planes have normals that differ by no more than this: rounding of unit vectors.
_SAME_NORMAL = 1e-12
# Height, mm, up to which a corner counts as lying on the line through a side.
_ON_LINE = 1e-9
# A shape with more flat walls than this gets one wall for all: comparing all pairs would take long.
_MOST_FACES = 96

_ALL, _FLAT = np.eye(3), np.diag([1.0, 1.0, 0.0])


@dataclass(frozen=True, eq=False)
class Wall:
    """A wall; see the head of this module.

    across: The matrix P, (3, 3). axis: The axis of a ring, else 0. solid, T: A solid and its pose,
    whose level is f; None for a face. planes: Rows (slope, offset), (m, 4), of which the highest
    is f; None for one face.
    """

    sign: float
    slope: Array = field(default_factory=lambda: np.zeros(3))
    offset: float = 0.0
    swing: float = 0.0
    centre: Array = field(default_factory=lambda: np.zeros(3))
    across: Array = field(default_factory=lambda: np.zeros((3, 3)))
    solid: Solid | None = None
    T: Array | None = None
    ring: float = 0.0
    axis: Array = field(default_factory=lambda: np.zeros(3))
    planes: Array | None = None

    @property
    def is_flat(self) -> bool:
        return self.solid is None and self.planes is None and self.swing == 0.0

    def value(self, points: Array) -> Array:
        """The values of sign f at points (n, 3), (n,), mm."""
        if self.solid is not None and self.T is not None:
            return self.sign * level(self.solid, (points - self.T[:3, 3]) @ self.T[:3, :3])
        if self.planes is not None:
            return self.sign * highest(self.planes, points)
        off = (points - self.centre) @ self.across
        swung = self.swing * np.sqrt(np.sum(off * off, axis=1))
        if self.ring > 0.0:
            rise = (points - self.centre) @ self.axis
            swung = np.sqrt((swung - self.ring) ** 2 + rise * rise)
        return np.asarray(self.sign * (swung + points @ self.slope - self.offset))


Clause = list[Wall]


@dataclass(frozen=True, eq=False)
class Alternative:
    """A term: clauses that all hold, and the bounds lo, hi (3,) outside of which they do not."""

    clauses: list[Clause]
    lo: Array
    hi: Array


def alternatives(solid: Solid, T: Array) -> list[Alternative]:
    """The terms of a bounded solid that T places, in the outer frame of T."""
    match solid:
        case Moved():
            return alternatives(solid.inner, T @ solid.T)
        case Union():
            return [term for part in solid.parts for term in alternatives(part, T)]
        case Intersection():
            return _all_of(solid, T)
        case Difference():
            beyond = [clause for cutter in solid.cutters for clause in _outside(cutter, T)]
            return [
                Alternative(term.clauses + _without_films(term, beyond), term.lo, term.hi)
                for term in alternatives(solid.whole, T)
            ]
        case Prism() if not is_convex(np.array(solid.points)):
            return _triangular(solid, T)
    parts = united(solid)
    if parts:
        return [term for part, T_own in parts for term in alternatives(part, T @ T_own)]
    return [_single(solid, T)]


def level_of_walls(solid: Solid, points: Array) -> Array:
    """The level by walls at points (n, 3) of the solid's frame, (n,), mm: inside 0 or less, outside
    at most the distance. Films without volume, which cutters leave, do not count."""
    terms = [
        np.max([np.min([w.value(points) for w in c], axis=0) for c in t.clauses], axis=0)
        for t in alternatives(solid, np.eye(4))
        if all(t.clauses)
    ]
    return np.min(terms, axis=0) if terms else np.full(len(points), np.inf)


def _single(solid: Solid, T: Array) -> Alternative:
    faces = _faces(solid)
    if faces is None:
        clauses = _hollow(solid, T) or [[Wall(1.0, solid=solid, T=T)]]
        return Alternative(clauses, *box_about(solid, T))
    if len(faces) > _MOST_FACES and all(face.is_flat for face in faces):
        rows = [(*w.slope, w.offset) for w in (_placed(face, T) for face in faces)]
        return Alternative([[Wall(1.0, planes=np.array(rows))]], *box_about(solid, T))
    return Alternative([[_placed(face, T)] for face in faces + _rim(solid)], *box_about(solid, T))


def _all_of(solid: Intersection, T: Array) -> list[Alternative]:
    found = alternatives(solid.parts[0], T)
    for part in solid.parts[1:]:
        others = alternatives(part, T)
        if len(found) * len(others) > _MOST_TERMS:
            others = [Alternative([[Wall(1.0, solid=part, T=T)]], *box_about(part, T))]
        found = [
            Alternative(x.clauses + y.clauses, np.maximum(x.lo, y.lo), np.minimum(x.hi, y.hi))
            for x in found
            for y in others
        ]
    return found


def _outside(cutter: Solid, T: Array) -> list[Clause]:
    """Clauses that all hold outside a cutter that T places."""
    match cutter:
        case Moved():
            return _outside(cutter.inner, T @ cutter.T)
        case Union():
            return [clause for part in cutter.parts for clause in _outside(part, T)]
        case Intersection():
            own = [_outside(part, T) for part in cutter.parts]
            if all(len(clauses) == 1 for clauses in own):
                return [[wall for clauses in own for wall in clauses[0]]]
    parts = united(cutter)
    if parts:
        return [clause for part, T_own in parts for clause in _outside(part, T @ T_own)]
    faces = _faces(cutter)
    if faces is None:
        return _beyond_hollow(cutter, T) or [[Wall(-1.0, solid=cutter, T=T)]]
    if len(faces) > _MOST_FACES and all(face.is_flat for face in faces):
        return [[Wall(-1.0, solid=cutter, T=T)]]
    return [[_placed(face, T, -1.0) for face in faces]]


def _hollow(solid: Solid, T: Array) -> list[Clause] | None:
    """Clauses that all hold in a torus or a hollow turned profile; None for other shapes. The
    clauses of the cylinder about the shape and of the one in its hole follow from the others."""
    match solid:
        case Torus():
            thick, least = solid.radius_minor, solid.radius - solid.radius_minor
            rings = [_ring(solid, T), *(_placed(wall, T) for wall in _ends(2.0 * thick))]
            bars = [(1.0, solid.radius + thick), (-1.0, least)]
        case Revolved():
            outline = np.array(solid.points)
            sides = None if touches_itself(outline) else within(outline)
            if sides is None:
                return None
            clauses = _turned_clauses(sides, T)
            radii = (1.0, float(outline[:, 0].max())), (-1.0, float(outline[:, 0].min()))
            bars = [(sign, radius) for sign, radius in radii if radius > 0.0]
            return clauses + [[_bar(radius, T, sign)] for sign, radius in bars]
        case _:
            return None
    return [[wall] for wall in rings + [_bar(radius, T, sign) for sign, radius in bars]]


def _beyond_hollow(solid: Solid, T: Array) -> list[Clause] | None:
    """Clauses that all hold outside a torus, a hollow turned profile or a prism with dents; None
    for other shapes."""
    match solid:
        case Torus():
            return [[_ring(solid, T, -1.0)]]
        case Revolved():
            outline = np.array(solid.points)
            sides = None if touches_itself(outline) else beyond(outline)
            return None if sides is None else _turned_clauses(sides, T)
        case Prism():
            outline = np.array(solid.points)
            sides = None if touches_itself(outline) else beyond(outline)
            return None if sides is None else _drawn_out(sides, solid.height, T)
    return None


def _drawn_out(sides: SideClauses, height: float, T: Array) -> list[Clause]:
    """The clauses outside a prism whose outline has these clauses: beyond an end, or beside it."""
    ends = [_placed(wall, T, -1.0) for wall in _ends(height)]
    return [[_flat_wall(side, T) for side in clause] + ends for clause in sides]


def _flat_wall(side: Side, T: Array) -> Wall:
    start, end, sign = side
    x, y, at = outward_line(np.array(start), np.array(end))
    return _placed(Wall(1.0, np.array([x, y, 0.0]), at), T, sign)


def _ring(solid: Torus, T: Array, sign: float = 1.0) -> Wall:
    R = T[:3, :3]
    across = R @ _FLAT @ R.T
    return Wall(
        sign,
        np.zeros(3),
        solid.radius_minor,
        1.0,
        T[:3, 3],
        across,
        ring=solid.radius,
        axis=R[:, 2],
    )


def _bar(radius: float, T: Array, sign: float) -> Wall:
    return _placed(Wall(1.0, offset=radius, swing=1.0, across=_FLAT), T, sign)


def _turned_clauses(sides: SideClauses, T: Array) -> list[Clause]:
    """The clauses of a profile's sides, turned about the z axis. All space is on the inner side of
    a side on the axis, so that a clause with that inner side always holds and is left out."""
    is_axis = [[p[0] == 0.0 == q[0] for p, q, _ in clause] for clause in sides]
    return [
        [_turned_wall(side, T) for side, is_on in zip(clause, on, strict=True) if not is_on]
        for clause, on in zip(sides, is_axis, strict=True)
        if not any(is_on and side[2] > 0.0 for side, is_on in zip(clause, on, strict=True))
    ]


def _turned_wall(side: Side, T: Array) -> Wall:
    """The wall of a side of a profile, turned about the z axis. A side that looks towards the axis
    is the other side of one that looks away from it."""
    start, end, sign = side
    if end[1] < start[1]:
        return _placed(_turned([end, start])[0], T, -sign)
    return _placed(_turned([start, end])[0], T, sign)


def _lids(outline: Array, known: list[tuple[int, int]]) -> list[tuple[float, float, float]]:
    """The lines, in both directions, of the sides in the clauses outside an outline that are not
    known: those that close its bays."""
    clauses = [] if touches_itself(outline) else beyond(outline) or []
    ends = {(p, q) for clause in clauses for p, q, _ in clause}
    corners = [(float(x), float(y)) for x, y in outline]
    done = {(corners[i], corners[j]) for i, j in known}
    left = sorted(e for e in ends if e not in done and e[::-1] not in done)
    pairs = [(np.array(p), np.array(q)) for p, q in left]
    return [outward_line(*pair[::way]) for pair in pairs for way in (1, -1)]


def _without_films(term: Alternative, beyond: list[Clause]) -> list[Clause]:
    """The clauses of cutters without their walls that are flush with a flat wall of the term: such
    a wall would keep a film without volume, which is no part of the solid."""
    own = [clause[0] for clause in term.clauses if len(clause) == 1]
    ends = [wall for wall in own if wall.is_flat and wall.sign > 0.0]

    def is_film(wall: Wall) -> bool:
        return wall.is_flat and any(
            abs(wall.offset - end.offset) <= _FLUSH
            and float(np.abs(wall.slope - end.slope).max()) <= _SAME_NORMAL
            for end in ends
        )

    return [[wall for wall in clause if not is_film(wall)] for clause in beyond]


def _triangular(solid: Prism, T: Array) -> list[Alternative]:
    """A prism with dents as terms, one for each triangle of its outline. A term has the walls of
    all sides of all triangles, and of the sides that close its bays, beyond which its triangle does
    not reach: together they are as narrow as those of the whole prism."""
    outline = np.array(solid.points)
    triangles = ears(outline)
    sides = [(t[k], t[(k + 1) % 3]) for t in triangles for k in range(3)]
    lines = np.array(
        [outward_line(outline[i], outline[j]) for i, j in sides] + _lids(outline, sides)
    )
    up = np.array([0.0, 0.0, 1.0])
    ends = [Wall(1.0, up, solid.height / 2.0), Wall(1.0, -up, solid.height / 2.0)]
    box = box_about(solid, T)
    found: list[Alternative] = []
    for triangle in triangles:
        heights = outline[list(triangle)] @ lines[:, :2].T - lines[:, 2]
        own = lines[np.all(heights <= _ON_LINE, axis=0)]
        walls = ends + [Wall(1.0, np.array([x, y, 0.0]), float(at)) for x, y, at in own]
        found.append(Alternative([[_placed(wall, T)] for wall in walls], *box))
    return found


def _faces(shape: Solid) -> list[Wall] | None:
    """The walls of a half-space or a convex primitive in its own frame; None for other shapes."""
    match shape:
        case HalfSpace():
            return [Wall(1.0, np.array(shape.normal), shape.offset)]
        case Box():
            half = np.repeat(shape.size, 2) / 2.0
            normals = np.vstack([(e, -e) for e in np.eye(3)])
            return [Wall(1.0, n, float(h)) for n, h in zip(normals, half, strict=True)]
        case Hull():
            planes = np.array(shape.planes)
            return [Wall(1.0, row[:3], float(row[3])) for row in planes]
        case Sphere():
            return [Wall(1.0, offset=shape.radius, swing=1.0, across=_ALL)]
        case Cylinder():
            return _turned([(shape.radius, -1.0), (shape.radius, 1.0)]) + _ends(shape.height)
        case Cone():
            low, high = -shape.height / 2.0, shape.height / 2.0
            flank = _turned([(shape.radius_bottom, low), (shape.radius_top, high)])
            return flank + _ends(shape.height)
        case Prism() if is_convex(np.array(shape.points)):
            corners = np.array(shape.points)
            pairs = zip(corners, np.roll(corners, -1, axis=0), strict=True)
            lines = [outward_line(p, q) for p, q in pairs if np.any(p != q)]
            walls = [Wall(1.0, np.array([x, y, 0.0]), at) for x, y, at in lines]
            return walls + _ends(shape.height)
        case Revolved() if _is_convex_turned(np.array(shape.points)):
            sides = pairwise([*shape.points, shape.points[0]])
            return [w for p, q in sides if p[0] > 0.0 or q[0] > 0.0 for w in _turned([p, q])]
    return None


def _rim(shape: Solid) -> list[Wall]:
    """The cylinder about a cone or a turned profile; it follows from the shape's other walls."""
    radii: tuple[float, ...] = ()
    if isinstance(shape, Cone):
        radii = (shape.radius_bottom, shape.radius_top)
    if isinstance(shape, Revolved):
        radii = tuple(r for r, _ in shape.points)
    return [Wall(1.0, offset=max(radii), swing=1.0, across=_FLAT)] if radii else []


def _is_convex_turned(profile: Array) -> bool:
    """Whether a profile gives a convex solid when it is turned: it is convex, has one edge on the
    axis, and no edge looks towards the axis."""
    following = np.roll(profile, -1, axis=0)
    on_axis = (profile[:, 0] == 0.0) & (following[:, 0] == 0.0)
    rise = (following - profile)[~on_axis, 1]
    return bool(on_axis.sum() == 1 and np.all(rise >= 0.0) and is_convex(profile))


def _turned(side: list[tuple[float, float]]) -> list[Wall]:
    """The wall that a side of two points (r, z) makes about the z axis; its inner side is on the
    left of the side."""
    (r, z), (r_end, z_end) = side
    size = float(np.hypot(r_end - r, z_end - z))
    out, up = (z_end - z) / size, (r - r_end) / size
    across = _FLAT if out > 0.0 else np.zeros((3, 3))
    return [Wall(1.0, np.array([0.0, 0.0, up]), out * r + up * z, out, across=across)]


def _ends(height: float) -> list[Wall]:
    up = np.array([0.0, 0.0, 1.0])
    return [Wall(1.0, up, height / 2.0), Wall(1.0, -up, height / 2.0)]


def _placed(wall: Wall, T: Array, sign: float = 1.0) -> Wall:
    R = T[:3, :3]
    slope = R @ wall.slope
    offset = wall.offset + float(slope @ T[:3, 3])
    across = R @ wall.across @ R.T
    return Wall(sign, slope, offset, wall.swing, R @ wall.centre + T[:3, 3], across)
