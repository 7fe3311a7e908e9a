"""Solids as an immutable tree of exact primitives; meshes and verdicts are derived from it.

A solid is a primitive (see `primitives`) or one of four nodes over other solids: union,
difference, intersection, and a solid that has been moved. It holds numbers only; meshes, volumes
and contacts are computed from it and cached by its `key`.

Membership comes from a *level function* f: negative inside, zero on the surface, positive
outside, and never steeper than distance: |f(p) - f(q)| <= |p - q|. Each primitive has one, and
minimum, maximum and sign keep the property, so every tree has one:

    union         f = min f_i
    intersection  f = max f_i
    difference    f = max(f_0, -f_1, -f_2, ...)

Hence f(p) = -d proves that the ball of radius d about p lies in the solid, and f(p) = d that it
lies outside. Solids are closed: a point on the surface is contained.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from geometry.arguments import checked_numbers
from geometry.errors import GeometryError
from geometry.poses import Array, checked_pose, inverted, placed, read_only

_IDENTITY = read_only(np.eye(4))


class Solid(ABC):
    """A solid in its own frame, mm. Solids are equal when their content is equal."""

    @cached_property
    def key(self) -> str:
        """A hash of the content, 32 hexadecimal digits: equal trees have equal keys, in every
        process."""
        text = type(self).__name__ + repr(self._content())
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    @abstractmethod
    def _content(self) -> tuple[object, ...]:
        """The values that the key is made of."""

    @abstractmethod
    def level(self, points: Array) -> Array:
        """The level function at points (n, 3), shape (n,), mm; see the head of this module."""

    @abstractmethod
    def bounds_in(self, T: Array) -> tuple[Array, Array]:
        """Outer bounds (lo, hi), (3,) each, mm, along the axes of the frame in which T places the
        solid; the solid never reaches beyond them."""

    @abstractmethod
    def leaves_in(self, T: Array) -> Iterator[tuple["Solid", Array]]:
        """Every primitive, depth first, with its pose in the frame in which T places the solid."""

    @abstractmethod
    def cover_in(self, T: Array) -> Iterator[tuple["Solid", Array]]:
        """Primitives whose union contains the whole solid (and perhaps more), with their poses in
        the frame in which T places the solid."""

    def bounds(self) -> tuple[Array, Array]:
        """Outer bounds (lo, hi), (3,) each, mm, in the solid's own frame; infinite for a
        half-space. Empty intersections give hi = lo."""
        return self._own_bounds

    @cached_property
    def _own_bounds(self) -> tuple[Array, Array]:
        # Kept: of a scan it takes several ms, and panels, labels and views ask for it each time.
        lo, hi = self.bounds_in(_IDENTITY)
        return read_only(lo), read_only(np.maximum(lo, hi))

    @cached_property
    def is_bounded(self) -> bool:
        """Whether the solid is finite."""
        return bool(np.all(np.isfinite(self.bounds())))

    def moved(self, T: ArrayLike) -> "Solid":
        """The solid moved by the rigid motion T."""
        return Moved(self, _rows(checked_pose(T)))

    def named(self, name: str) -> "Solid":
        """This solid under a name, by which `with_named` finds it as a part of another solid."""
        if not name or not isinstance(name, str):
            raise GeometryError("a part's name is a text of at least one letter")
        return Named(self, _rows(_IDENTITY), name)

    def __add__(self, other: "Solid") -> "Solid":
        return union((self, other)) if isinstance(other, Solid) else NotImplemented

    def __sub__(self, other: "Solid") -> "Solid":
        if not isinstance(other, Solid):
            return NotImplemented
        if isinstance(self, Difference):
            return Difference(self.whole, (*self.cutters, other))
        return Difference(self, (other,))

    def __and__(self, other: "Solid") -> "Solid":
        if not isinstance(other, Solid):
            return NotImplemented
        return Intersection(_flattened((self, other), Intersection))

    def __eq__(self, other: object) -> bool:
        return self.key == other.key if isinstance(other, Solid) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key)

    def __getstate__(self) -> dict[str, object]:
        """Only the content goes to another process; cached results stay behind."""
        return {f.name: getattr(self, f.name) for f in fields(self)}  # type: ignore[arg-type]


@dataclass(frozen=True, eq=False)
class Union(Solid):
    """All points that are in at least one of the solids."""

    parts: tuple[Solid, ...]

    def __post_init__(self) -> None:
        if len(self.parts) < 1:
            raise GeometryError("a union needs at least one solid")
        if not all(part.is_bounded for part in self.parts):
            raise GeometryError("a half-space is endless: it can cut (- or &), not be added")

    def _content(self) -> tuple[object, ...]:
        return tuple(part.key for part in self.parts)

    def level(self, points: Array) -> Array:
        return np.minimum.reduce([part.level(points) for part in self.parts])

    def bounds_in(self, T: Array) -> tuple[Array, Array]:
        corners = [part.bounds_in(T) for part in self.parts]
        return (
            np.minimum.reduce([lo for lo, _ in corners]),
            np.maximum.reduce([hi for _, hi in corners]),
        )

    def leaves_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        for part in self.parts:
            yield from part.leaves_in(T)

    def cover_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        for part in self.parts:
            yield from part.cover_in(T)


@dataclass(frozen=True, eq=False)
class Difference(Solid):
    """The first solid without the cutters."""

    whole: Solid
    cutters: tuple[Solid, ...]

    def _content(self) -> tuple[object, ...]:
        return (self.whole.key, *(cutter.key for cutter in self.cutters))

    def level(self, points: Array) -> Array:
        outside = [-cutter.level(points) for cutter in self.cutters]
        return np.maximum.reduce([self.whole.level(points), *outside])

    def bounds_in(self, T: Array) -> tuple[Array, Array]:
        return self.whole.bounds_in(T)

    def leaves_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        for part in (self.whole, *self.cutters):
            yield from part.leaves_in(T)

    def cover_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        return self.whole.cover_in(T)


@dataclass(frozen=True, eq=False)
class Intersection(Solid):
    """All points that are in every one of the solids."""

    parts: tuple[Solid, ...]

    def _content(self) -> tuple[object, ...]:
        return tuple(part.key for part in self.parts)

    def level(self, points: Array) -> Array:
        return np.maximum.reduce([part.level(points) for part in self.parts])

    def bounds_in(self, T: Array) -> tuple[Array, Array]:
        corners = [part.bounds_in(T) for part in self.parts]
        return (
            np.maximum.reduce([lo for lo, _ in corners]),
            np.minimum.reduce([hi for _, hi in corners]),
        )

    def leaves_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        for part in self.parts:
            yield from part.leaves_in(T)

    def cover_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        # Every part contains the intersection; the smallest part contains the least else.
        return min(self.parts, key=_bounds_volume).cover_in(T)


@dataclass(frozen=True, eq=False)
class Moved(Solid):
    """A solid in another pose; `rows` are the first three rows of T_outer_inner."""

    inner: Solid
    rows: tuple[tuple[float, ...], ...]

    @cached_property
    def T(self) -> Array:
        """The pose of the inner solid, (4, 4), read-only."""
        return read_only([*self.rows, (0.0, 0.0, 0.0, 1.0)])

    def _content(self) -> tuple[object, ...]:
        return (self.inner.key, self.rows)

    def level(self, points: Array) -> Array:
        return self.inner.level(placed(inverted(self.T), points))

    def bounds_in(self, T: Array) -> tuple[Array, Array]:
        return self.inner.bounds_in(T @ self.T)

    def leaves_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        return self.inner.leaves_in(T @ self.T)

    def cover_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        return self.inner.cover_in(T @ self.T)


@dataclass(frozen=True, eq=False)
class Named(Moved):
    """A solid with a name. It is a Moved with the identity as its pose, so that all code that
    handles Moved handles it too."""

    name: str = ""

    def _content(self) -> tuple[object, ...]:
        return (self.inner.key, self.name)


def union(solids: Iterable[Solid]) -> Solid:
    """The union of solids as one flat node; a single solid is returned as it is. GeometryError for
    no solids, and for endless ones."""
    parts = _flattened(checked_solids(solids, "union"), Union)
    return parts[0] if len(parts) == 1 else Union(parts)


Combination = Union | Difference | Intersection


def children(solid: Solid) -> tuple[Solid, ...]:
    """The solids that a node of a tree combines, moves or names; none of a primitive."""
    match solid:
        case Moved():
            return (solid.inner,)
        case Union() | Intersection():
            return solid.parts
        case Difference():
            return (solid.whole, *solid.cutters)
    return ()


def recombined(solid: Combination, change: Callable[[Solid], Solid]) -> Solid:
    """The same union, difference or intersection of the changed solids."""
    if isinstance(solid, Difference):
        cutters = tuple(change(cutter) for cutter in solid.cutters)
        return Difference(change(solid.whole), cutters)
    return type(solid)(tuple(change(part) for part in solid.parts))


def checked_solid(solid: object, name: str = "solid") -> Solid:
    """The solid itself; GeometryError, which names it, if it is not a Solid."""
    if isinstance(solid, Solid):
        return solid
    listed = "; pass the solids one by one" if isinstance(solid, list | tuple) else ""
    raise GeometryError(f"{name}: a solid is needed, such as Box((1, 2, 3)), not {solid!r}{listed}")


def checked_solids(solids: Iterable[Solid], name: str) -> tuple[Solid, ...]:
    """The solids of a list; GeometryError, which names it, if it is not a list of Solids."""
    if isinstance(solids, str | Solid) or not isinstance(solids, Iterable):
        raise GeometryError(f"{name}: a list of solids is needed, not {solids!r}")
    return tuple(checked_solid(solid, f"{name}[{i}]") for i, solid in enumerate(solids))


def contains(solid: Solid, points: ArrayLike) -> np.ndarray:
    """Whether points (n, 3), mm in the solid's frame, lie in it or on its surface: (n,) bool.

    The answer is exact up to the rounding of doubles: it comes from the primitives, not a mesh.
    """
    checked_solid(solid)
    array = checked_numbers(points, "points")
    if array.ndim != 2 or array.shape[1] != 3:
        raise GeometryError(f"points have the shape (n, 3), not {array.shape}")
    return solid.level(array) <= 0.0


def _flattened(
    solids: tuple[Solid, ...], kind: type[Union] | type[Intersection]
) -> tuple[Solid, ...]:
    flat: list[Solid] = []
    for solid in solids:
        flat.extend(solid.parts if isinstance(solid, kind) else (solid,))
    return tuple(flat)


def _bounds_volume(solid: Solid) -> float:
    lo, hi = solid.bounds()
    return float(np.prod(hi - lo)) if solid.is_bounded else np.inf


def _rows(T: Array) -> tuple[tuple[float, ...], ...]:
    # Adding 0.0 turns -0.0 into 0.0, which would otherwise give equal poses unequal keys.
    return tuple(tuple(float(x) + 0.0 for x in row) for row in T[:3])
