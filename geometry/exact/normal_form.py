"""The normal form of solids, on which the search for a common point works.

A solid is a union of *terms*. A point is in a term when all clauses of the term hold, and a clause
holds when one of its conditions holds. A condition is the inner side of a face (f <= 0), the outer
side of a face (-f <= 0), or, for solids without faces, the level function of a solid or its
negative. A convex primitive adds one clause for each of its faces; as a cutter it adds one clause:
the point is outside at least one face. A torus and a hollow turned profile have `clauses` of their
own.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from geometry.poses import Array, inverted, placed
from geometry.solids.face import Face
from geometry.solids.planes import placed_planes
from geometry.solids.primitives.primitive import Leaf
from geometry.solids.tree import Difference, Intersection, Moved, Solid, Union

# Most terms of an intersection; beyond it one condition, a level function, stands for a part.
_MOST_TERMS = 64
# A shape with more faces than this, all flat, is one condition: its level, with the slope of the
# face that decides the level. The half sums of all pairs of faces would fill the memory.
_MOST_FACES = 96
# Parallel faces that are nearer to each other than this, mm, are flush.
_FLUSH = 1e-9
# Parallel faces have normals that differ by no more than this: rounding of unit vectors.
_SAME_NORMAL = 1e-12

_OWN = np.eye(4)


@dataclass(frozen=True, eq=False)
class Condition:
    """The condition sign * f <= 0, where f belongs to a face, or to a solid in the pose T."""

    sign: float
    face: Face | None = None
    solid: Solid | None = None
    T: Array | None = None

    def value(self, points: Array) -> Array:
        """The value of sign * f at points (n, 3), (n,), mm."""
        if self.face is None:
            assert self.solid is not None and self.T is not None
            return self.sign * self.solid.level(placed(inverted(self.T), points))
        return self.sign * self.face.value(points)

    @cached_property
    def planes(self) -> Array | None:
        """The planes (m, 4), in the outer frame, of a convex shape with many flat faces: the value
        is the greatest over the planes. None for every other condition."""
        if not isinstance(self.solid, Leaf) or self.T is None or self.sign < 0.0:
            return None
        own = self.solid.flat_planes()
        return None if own is None else placed_planes(own, self.T)

    def placed(self, T: Array) -> "Condition":
        """The condition in the outer frame of T."""
        if self.face is not None:
            return Condition(self.sign, self.face.placed(T))
        assert self.T is not None
        return Condition(self.sign, None, self.solid, T @ self.T)


Clause = tuple[Condition, ...]


@dataclass(frozen=True, eq=False)
class Term:
    """Clauses that must all hold, and bounds lo, hi (3,) of the region in which they can."""

    clauses: tuple[Clause, ...]
    lo: Array
    hi: Array

    def placed(self, T: Array) -> "Term":
        """The term in the outer frame of T."""
        clauses = tuple(tuple(c.placed(T) for c in clause) for clause in self.clauses)
        middle, half = 0.5 * (self.lo + self.hi), 0.5 * (self.hi - self.lo)
        at, reach = placed(T, middle[None])[0], np.abs(T[:3, :3]) @ half
        return Term(clauses, at - reach, at + reach)


@lru_cache(maxsize=1024)
def terms_of(solid: Solid) -> tuple[Term, ...]:
    """The terms of a finite solid, in its own frame."""
    return tuple(_terms(solid, np.eye(4)))


def _terms(solid: Solid, T: Array) -> list[Term]:
    match solid:
        case Moved():
            return _terms(solid.inner, T @ solid.T)
        case Union():
            return [term for part in solid.parts for term in _terms(part, T)]
        case Intersection():
            return _product(solid, T)
        case Difference():
            outside = [clause for c in solid.cutters for clause in _outside(c, T)]
            return [_cut(term, outside) for term in _terms(solid.whole, T)]
    assert isinstance(solid, Leaf)
    parts = solid.overlapping_parts() or tuple((part, _OWN) for part in solid.convex_parts())
    if len(parts) > 1:
        return [term for part, T_own in parts for term in _terms(part, T @ T_own)]
    faces = _few_faces(solid)
    lo, hi = solid.bounds_in(T)
    if faces is None:
        hollow = _hollow(solid, T, outside=False)
        return [Term(tuple(hollow or [(Condition(1.0, None, solid, T),)]), lo, hi)]
    walls = (*faces, *solid.rim())
    return [Term(tuple((Condition(1.0, face.placed(T)),) for face in walls), lo, hi)]


def _few_faces(solid: Solid) -> tuple[Face, ...] | None:
    faces = solid.convex_faces() if isinstance(solid, Leaf) else None
    if faces is None or len(faces) <= _MOST_FACES or any(face.swing for face in faces):
        return faces
    return None


def _product(solid: Intersection, T: Array) -> list[Term]:
    found = _terms(solid.parts[0], T)
    for part in solid.parts[1:]:
        others = _terms(part, T)
        if len(found) * len(others) > _MOST_TERMS:
            lo, hi = part.bounds_in(T)
            others = [Term(((Condition(1.0, None, part, T),),), lo, hi)]
        found = [
            Term(one.clauses + two.clauses, np.maximum(one.lo, two.lo), np.minimum(one.hi, two.hi))
            for one in found
            for two in others
        ]
    return [term for term in found if np.all(term.lo <= term.hi)]


def _cut(term: Term, outside: list[Clause]) -> Term:
    """The term with the clauses of a cutter added. Where the cutter ends flush with a face of the
    term, the condition of that end is left out: it would keep a film without volume."""
    walls = [clause[0].face for clause in term.clauses if len(clause) == 1 and clause[0].sign > 0]
    planes = [face for face in walls if face is not None and face.centre is None]
    kept = (tuple(c for c in clause if not _is_film(c, planes)) for clause in outside)
    return Term(term.clauses + tuple(kept), term.lo, term.hi)


def _is_film(condition: Condition, planes: list[Face]) -> bool:
    face = condition.face
    if face is None or face.centre is not None or condition.sign > 0:
        return False
    return any(
        abs(face.offset - plane.offset) <= _FLUSH
        and float(np.abs(face.normal - plane.normal).max()) <= _SAME_NORMAL
        for plane in planes
    )


def _outside(cutter: Solid, T: Array) -> list[Clause]:
    """Clauses that all hold outside the cutter, which T places."""
    match cutter:
        case Moved():
            return _outside(cutter.inner, T @ cutter.T)
        case Union():
            return [clause for part in cutter.parts for clause in _outside(part, T)]
        case Intersection():
            clauses = [_outside(part, T) for part in cutter.parts]
            if all(len(own) == 1 for own in clauses):
                return [tuple(condition for own in clauses for condition in own[0])]
    if isinstance(cutter, Leaf) and cutter.overlapping_parts():
        parts = cutter.overlapping_parts()
        return [clause for part, T_own in parts for clause in _outside(part, T @ T_own)]
    faces = _few_faces(cutter)
    if faces is None:
        return _hollow(cutter, T, outside=True) or [(Condition(-1.0, None, cutter, T),)]
    return [tuple(Condition(-1.0, face.placed(T)) for face in faces)]


def _hollow(solid: Solid, T: Array, *, outside: bool) -> list[Clause] | None:
    """The clauses of a torus or a hollow turned profile that T places; None for other shapes."""
    found = solid.clauses(outside=outside) if isinstance(solid, Leaf) else None
    if found is None:
        return None
    return [tuple(Condition(sign, face.placed(T)) for sign, face in clause) for clause in found]
