"""Builds CSG solids from the ordered steps of a file (add, cut, common); notes faults by place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from geometry import CHORD, GeometryError, Solid, hull, mesh_volume, overlap
from geometry.solids.primitives.primitive import Leaf
from geometry.solids.tree import Difference, Union
from scenes.files.solids.expansion import Expansion
from scenes.files.solids.mesh_shapes import Place, solid_of_mesh
from scenes.files.solids.placed_copies import arranged, copies
from scenes.files.solids.primitive_shapes import primitive_of
from scenes.files.solids.shape_schema import OPERATIONS, SHAPES, HullIn, OperationIn, ShapeIn
from scenes.files.text.documents import Faults
from scenes.world.frozen import Array, identity_pose

# Mm3: a smaller overlap of a cutter with the solid is rounding of two flush faces.
LEAST_CUT = 1e-6
# Greatest number of facets of a solid: more facets of copied meshes would fill the memory.
MOST_FACETS = 4_000_000
# Greatest number of facets of several shapes in a hull: the work grows with their square.
MOST_FACETS_OF_A_HULL = 400_000

# Share of the volume of a solid that is certainly more than rounding.
SURELY_LEFT = 1e-3

Colours = tuple[str | None, ...]


class Built(NamedTuple):
    """A solid and the colours of its primitives in the tree's order; None: the body's colour.

    facets: Approximate number of triangles of its primitives.
    """

    solid: Solid
    colours: Colours
    facets: int = 0

    def own_colours(self) -> Colours:
        """The colours; empty where no primitive has a colour of its own."""
        return self.colours if any(self.colours) else ()


IncludedSolid = Callable[[str, Place], Built | None]
"""The solid of an included part file by its name; notes a fault at the place if there is none."""


class SolidBuilder:
    """Builds the solids of one document; collects their faults."""

    def __init__(self, faults: Faults, included: IncludedSolid, expansion: Expansion) -> None:
        self.faults = faults
        self.included = included
        self.expansion = expansion
        self._names: dict[str, Place] = {}

    def solid(self, steps: Sequence[OperationIn], loc: Place) -> Built | None:
        """The solid that the steps make in order; None where a fault was noted."""
        if self.faults.is_unsound(loc):
            return None
        size = self.expansion.of_steps(steps, loc)
        if size is None or not self.expansion.of_all(size, loc):
            return None
        return self.counted_solid(steps, loc)

    def counted_solid(self, steps: Sequence[OperationIn], loc: Place) -> Built | None:
        """The solid of steps whose size `expansion` has allowed already."""
        self._names = {}
        built = self._steps(steps, loc)
        if built is not None and not built.solid.is_bounded:
            message = "the solid is endless: a half-space can only cut (cut, common) what is finite"
            self.faults.add(loc, message)
            return None
        return built

    def _steps(self, steps: Sequence[OperationIn], loc: Place) -> Built | None:
        so_far: Built | None = None
        for i, step in enumerate(steps):
            name = next(key for key in OPERATIONS if getattr(step, key) is not None)
            here = (*loc, i, name)
            begins = i > 0 or name == "add"
            if not begins:
                self.faults.add(here, f"a solid begins with add, not with {name}", of_key=True)
            unsound = self.faults.is_unsound((*loc, i))
            shape = None if unsound else self._shape(getattr(step, name), here)
            if shape is None or not begins or (i > 0 and so_far is None):
                so_far = None
                continue
            so_far = shape if so_far is None else self._combined(so_far, name, shape, here)
        return so_far

    def _combined(self, so_far: Built, name: str, shape: Built, loc: Place) -> Built | None:
        colours, facets = so_far.colours + shape.colours, so_far.facets + shape.facets
        try:
            if facets > MOST_FACETS:
                raise GeometryError(_too_many(facets))
            if name == "add":
                return Built(so_far.solid + shape.solid, colours, facets)
            if not _meet(so_far.solid, shape.solid):
                misses = "this cutter misses the solid: it removes nothing"
                nothing = "this has nothing in common with the solid: nothing is left"
                self.faults.add(loc, misses if name == "cut" else nothing, of_key=True)
                # The steps after a cutter that misses are still judged.
                return so_far if name == "cut" else None
            result = so_far.solid - shape.solid if name == "cut" else so_far.solid & shape.solid
            if _has_volume(result):
                return Built(result, colours, facets)
            self.faults.add(loc, "nothing of the solid is left after this step", of_key=True)
        except GeometryError as error:
            self.faults.add(loc, str(error), of_key=True)
        return None

    def _shape(self, shape: ShapeIn, loc: Place) -> Built | None:
        kind = next(key for key in SHAPES if getattr(shape, key) is not None)
        self._note_name(shape, loc)
        if shape.repeat is not None and not any(shape.repeat.axis):
            self.faults.add((*loc, "repeat", "axis"), "an axis needs a direction, not 0, 0, 0")
            return None
        try:
            built = self._unplaced(shape, kind, (*loc, kind))
            if built is None:
                return None
            count = copies(shape)
            facets = built.facets * count
            if count > 1 and facets > MOST_FACETS:
                raise GeometryError(_too_many(facets))
            colours = tuple(colour or shape.colour for colour in built.colours)
            return Built(arranged(built.solid, shape), colours * count, facets)
        except GeometryError as error:
            self.faults.add((*loc, kind), str(error))
            return None

    def _unplaced(self, shape: ShapeIn, kind: str, loc: Place) -> Built | None:
        if shape.group is not None:
            return self._steps(shape.group, loc)
        if shape.use is not None:
            return self.included(shape.use, loc)
        if shape.hull is not None:
            return self._hull(shape.hull, loc)
        if shape.mesh is not None:
            solid = solid_of_mesh(shape.mesh, loc, self.faults)
            return None if solid is None else _single(solid)
        return _single(primitive_of(shape, kind))

    def _hull(self, given: HullIn, loc: Place) -> Built | None:
        if given.of is None:
            return _single(hull(points=given.points))
        inner = self._steps(given.of, (*loc, "of"))
        if inner is None:
            return None
        # Shapes side by side are given one by one, so that flat shapes keep their exact corners.
        parts = inner.solid.parts if isinstance(inner.solid, Union) else (inner.solid,)
        if len(inner.colours) > 1 and inner.facets > MOST_FACETS_OF_A_HULL:
            raise GeometryError(_too_many(inner.facets, MOST_FACETS_OF_A_HULL))
        return _single(hull(*parts, points=given.points))

    def _note_name(self, shape: ShapeIn, loc: Place) -> None:
        if shape.name is None:
            return
        if shape.name in self._names:
            message = f'two shapes of this solid are called "{shape.name}"'
            self.faults.add((*loc, "name"), message)
        self._names.setdefault(shape.name, loc)


def _single(solid: Solid) -> Built:
    leaves = (leaf for leaf, _ in solid.leaves_in(identity_pose()) if isinstance(leaf, Leaf))
    return Built(solid, (None,), sum(leaf.triangle_count(CHORD) for leaf in leaves))


def _too_many(facets: int, most: int = MOST_FACETS) -> str:
    return f"this comes to about {facets} facets, with every copy counted; it may have {most}"


def _meet(a: Solid, b: Solid) -> bool:
    """Whether two solids share more volume than rounding."""
    (lo_a, hi_a), (lo_b, hi_b) = a.bounds(), b.bounds()
    if np.any(lo_a >= hi_b) or np.any(lo_b >= hi_a):
        return False
    a = _near(a, (lo_b, hi_b))
    if not (a.is_bounded and b.is_bounded):
        return _has_volume(a & b)
    return _share(_Pair((a.key, b.key), (a, b)))


def _near(solid: Solid, region: tuple[Array, Array]) -> Solid:
    """A solid that is the same within a region: for example a plate without its far holes.

    So the test of one hole does not cut the thousand holes before it.
    """
    if not isinstance(solid, Difference):
        return solid
    lo, hi = region
    bounds = [_bounds(cutter) for cutter in solid.cutters]
    cutters = [
        cutter
        for cutter, (low, high) in zip(solid.cutters, bounds, strict=True)
        if np.all(low <= hi) and np.all(high >= lo)
    ]
    return Difference(solid.whole, tuple(cutters)) if cutters else solid.whole


@dataclass(frozen=True)
class _Pair:
    """Two solids with their keys; pairs with the same keys are equal."""

    keys: tuple[str, str]
    solids: tuple[Solid, Solid] = field(compare=False)


@lru_cache(maxsize=4096)
def _share(pair: _Pair) -> bool:
    """Whether two solids share volume, kept by content: every edit asks again for all bodies."""
    a, b = pair.solids
    shared = overlap(a, identity_pose(), b, identity_pose())
    return shared is not None and shared.volume_mm3 > LEAST_CUT


@lru_cache(maxsize=4096)
def _bounds(solid: Solid) -> tuple[Array, Array]:
    return solid.bounds()


@lru_cache(maxsize=4096)
def _volume(solid: Solid) -> float:
    return mesh_volume(solid)


def _has_volume(solid: Solid) -> bool:
    """Whether the solid has volume; an endless solid counts as having some.

    GeometryError where the kernel cannot decide.
    """
    if not solid.is_bounded:
        return True
    try:
        if isinstance(solid, Difference) and all(each.is_bounded for each in solid.cutters):
            # If the cutters together have less volume than the solid, some of it remains.
            left = _volume(solid.whole) - sum(_volume(cutter) for cutter in solid.cutters)
            if left > SURELY_LEFT * _volume(solid.whole) > LEAST_CUT:
                return True
        return mesh_volume(solid) > LEAST_CUT
    except GeometryError as error:
        if str(error).startswith("nothing is left"):
            return False
        raise
