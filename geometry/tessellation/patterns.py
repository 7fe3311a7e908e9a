"""Solids made of solids: hulls, patterns, mirror images, and parts with a name."""

from collections.abc import Callable, Sequence
from math import cos, pi, sin

import numpy as np
from numpy.typing import ArrayLike

from geometry.arguments import checked_number, checked_numbers, number_array
from geometry.errors import GeometryError
from geometry.poses import Array, inverted, placed
from geometry.solids.primitives.hull import Hull
from geometry.solids.primitives.primitive import Leaf
from geometry.solids.tree import (
    Difference,
    Intersection,
    Moved,
    Named,
    Solid,
    Union,
    checked_solid,
    checked_solids,
    children,
    recombined,
    union,
)
from geometry.tessellation.chords import CHORD
from geometry.tessellation.kernel import hull_of_points, mesh_of

_MOST_COPIES = 100_000
# An angle this near to a full turn, rad, is a full turn: multiples of pi are rounded.
_FULL_TURN = 1e-12
_MIRROR = np.diag([-1.0, 1.0, 1.0, 1.0])


def hull(*solids: Solid, points: ArrayLike = (), chord: float = CHORD) -> Hull:
    """The convex hull of solids and points (n, 3), mm; GeometryError if it has no volume.

    A curved solid contributes the corners of its mesh at the chord tolerance (mm). The hull is
    exactly the polytope of all these points.
    """
    clouds = [_corners(solid, chord) for solid in checked_solids(solids, "hull")]
    given = checked_numbers(points, "hull: points")
    if given.size and (given.ndim != 2 or given.shape[1] != 3):
        raise GeometryError(f"hull: points have the shape (n, 3), not {given.shape}")
    clouds.append(given.reshape(-1, 3))
    return polytope(np.vstack(clouds))


def polytope(points: Array) -> Hull:
    """The convex hull of points (n, 3), mm; GeometryError if it has no volume."""
    found = hull_of_points(points) if len(points) >= 4 else None
    if found is None:
        raise GeometryError("hull: the points lie in one plane, or are fewer than four")
    corners, planes = found
    return Hull(
        tuple((float(x), float(y), float(z)) for x, y, z in corners),
        tuple((float(x), float(y), float(z), float(d)) for x, y, z, d in planes),
    )


def linear_pattern(solid: Solid, step: Sequence[float], count: int) -> Solid:
    """The union of `count` copies of the solid, each moved by `step` (x, y, z), mm, from the one
    before it."""
    shift = number_array(step, "pattern: step")
    if shift.shape != (3,) or not np.all(np.isfinite(shift)):
        raise GeometryError("pattern: the step is three finite numbers")
    return _repeated(solid, count, lambda k: _pose(np.eye(3), k * shift))


def circular_pattern(solid: Solid, count: int, angle: float = 2.0 * pi) -> Solid:
    """The union of `count` copies of the solid, turned about the z axis and spread evenly over the
    angle, rad. A full turn has no copy at its end, where the first copy is; a smaller angle has
    copies at both ends."""
    _checked_count(count)
    angle = checked_number(angle, "pattern: angle")
    whole = abs(abs(angle) - 2.0 * pi) < _FULL_TURN
    step = angle / (count if whole else max(1, count - 1)) if count > 0 else 0.0

    def pose(k: int) -> Array:
        c, s = cos(k * step), sin(k * step)
        return _pose(np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]), np.zeros(3))

    return _repeated(solid, count, pose)


def mirrored(solid: Solid, normal: Sequence[float] = (1.0, 0.0, 0.0), offset: float = 0.0) -> Solid:
    """The mirror image in the plane normal . p = offset (mm, along the unit normal)."""
    checked_solid(solid)
    n, offset = number_array(normal, "mirror: normal"), checked_number(offset, "mirror: offset")
    length = float(np.linalg.norm(n))
    if n.shape != (3,) or not np.isfinite(length) or length == 0.0 or not np.isfinite(offset):
        raise GeometryError("mirror: a normal of three numbers, not all 0, and a finite offset")
    x = n / length
    y = np.cross(np.eye(3)[int(np.argmin(np.abs(x)))], x)
    y /= np.linalg.norm(y)
    T = _pose(np.column_stack([x, y, np.cross(x, y)]), offset * x)
    return _mirrored_in_x(solid.moved(inverted(T))).moved(T)


def named_parts(solid: Solid) -> tuple[str, ...]:
    """The names of all sub-solids that have one, depth first."""
    own = (solid.name,) if isinstance(solid, Named) else ()
    return own + tuple(name for part in children(solid) for name in named_parts(part))


def with_named(solid: Solid, name: str, change: Callable[[Solid], Solid]) -> Solid:
    """The tree with the sub-solid of that name replaced by `change` of it; the name stays.
    GeometryError unless exactly one sub-solid has the name."""
    if named_parts(solid).count(name) != 1:
        known = ", ".join(named_parts(solid)) or "none"
        raise GeometryError(f"there is not one part called {name!r}; parts with a name: {known}")
    return _changed(solid, name, change)


def without_named(solid: Solid, name: str) -> Solid | None:
    """The tree without the sub-solids of that name; None if nothing is left of it. A named solid
    inside a cutter stays. The same object is returned if nothing is taken out."""
    if name not in named_parts(solid):
        return solid
    match solid:
        case Named() if solid.name == name:
            return None
        case Moved():
            inner = without_named(solid.inner, name)
            if inner is None or inner is solid.inner:
                return solid if inner is not None else None
            if isinstance(solid, Named):
                return inner.named(solid.name)
            return Moved(inner, solid.rows)
        case Union():
            parts = [without_named(part, name) for part in solid.parts]
            kept = [part for part in parts if part is not None]
            same = all(a is b for a, b in zip(parts, solid.parts, strict=True))
            return solid if same else union(kept) if kept else None
        case Difference():
            whole = without_named(solid.whole, name)
            if whole is None or whole is solid.whole:
                return solid if whole is not None else None
            return Difference(whole, solid.cutters)
        case Intersection():
            parts = [without_named(part, name) for part in solid.parts]
            if all(a is b for a, b in zip(parts, solid.parts, strict=True)):
                return solid
            left = [part for part in parts if part is not None]
            return Intersection(tuple(left)) if len(left) == len(parts) else None
    return solid


def _changed(solid: Solid, name: str, change: Callable[[Solid], Solid]) -> Solid:
    if name not in named_parts(solid):
        return solid
    match solid:
        case Named() if solid.name == name:
            return change(solid.inner).named(name)
        case Named():
            return _changed(solid.inner, name, change).named(solid.name)
        case Moved():
            return Moved(_changed(solid.inner, name, change), solid.rows)
        case Union() | Difference() | Intersection():
            return recombined(solid, lambda part: _changed(part, name, change))
    return solid


def _mirrored_in_x(solid: Solid) -> Solid:
    match solid:
        case Named():
            return _mirrored_in_x(solid.inner).named(solid.name)
        case Moved():
            return _mirrored_in_x(solid.inner).moved(_MIRROR @ solid.T @ _MIRROR)
        case Union() | Difference() | Intersection():
            return recombined(solid, _mirrored_in_x)
    assert isinstance(solid, Leaf)
    return solid.mirrored_in_x()


def _corners(solid: Solid, chord: float) -> Array:
    if isinstance(solid, Moved):
        return placed(solid.T, _corners(solid.inner, chord))
    own = solid.flat_corners() if isinstance(solid, Leaf) else None
    return mesh_of(solid, chord).vertices if own is None else own


def _repeated(solid: Solid, count: int, pose: Callable[[int], Array]) -> Solid:
    checked_solid(solid)
    _checked_count(count)
    return union(solid.moved(pose(k)) if k else solid for k in range(int(count)))


def _checked_count(count: int) -> None:
    number = checked_number(count, "pattern: count")
    if number != int(number) or not 1 <= number <= _MOST_COPIES:
        raise GeometryError(
            f"pattern: the count is a whole number of 1 or more, at most {_MOST_COPIES}, "
            f"not {count!r}"
        )


def _pose(R: Array, origin: Array) -> Array:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, origin
    return T
