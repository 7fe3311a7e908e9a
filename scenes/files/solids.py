"""From the ordered steps of a file (add, cut, common) to a CSG solid; faults with their place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from geometry import GeometryError, Solid, hull, mesh_volume, overlap
from geometry.solid import Union
from scenes.files.arranged import arranged, copies
from scenes.files.documents import Faults
from scenes.files.mesh_shapes import Place, solid_of_mesh
from scenes.files.primitive_shapes import primitive_of
from scenes.files.shape_schema import OPERATIONS, SHAPES, HullIn, OperationIn, ShapeIn
from scenes.frozen import identity_pose

# What a cutter must reach into at least, mm3: less is rounding of two flush faces.
LEAST_CUT = 1e-6

Colours = tuple[str | None, ...]


class Built(NamedTuple):
    """A solid and the colours of its primitives, in their order in the tree; None: the body's."""

    solid: Solid
    colours: Colours

    def own_colours(self) -> Colours:
        """The colours, or nothing where no primitive has one of its own."""
        return self.colours if any(self.colours) else ()


IncludedSolid = Callable[[str, Place], Built | None]
"""The solid of an included part file by its name; notes a fault at the place if there is none."""


class SolidBuilder:
    """Builds the solids of one document; collects what is wrong with them."""

    def __init__(self, faults: Faults, included: IncludedSolid) -> None:
        self.faults = faults
        self.included = included
        self._names: dict[str, Place] = {}

    def solid(self, steps: Sequence[OperationIn], loc: Place) -> Built | None:
        """The solid that the steps make one after another; None where a fault was noted."""
        if self.faults.is_unsound(loc):
            return None
        self._names = {}
        built = self._steps(steps, loc)
        if built is not None and not built.solid.is_bounded:
            told = "the solid is endless: a half-space can only cut (cut, common) what is finite"
            self.faults.add(loc, told)
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
        colours = so_far.colours + shape.colours
        try:
            if name == "add":
                return Built(so_far.solid + shape.solid, colours)
            if not _meet(so_far.solid, shape.solid):
                misses = "this cutter misses the solid: it removes nothing"
                nothing = "this has nothing in common with the solid: nothing is left"
                self.faults.add(loc, misses if name == "cut" else nothing, of_key=True)
                # Of the steps that follow a cutter that misses each is judged all the same.
                return so_far if name == "cut" else None
            result = so_far.solid - shape.solid if name == "cut" else so_far.solid & shape.solid
            if _has_volume(result):
                return Built(result, colours)
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
            colours = tuple(colour or shape.colour for colour in built.colours)
            return Built(arranged(built.solid, shape), colours * copies(shape))
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
            return None if solid is None else Built(solid, (None,))
        return Built(primitive_of(shape, kind), (None,))

    def _hull(self, said: HullIn, loc: Place) -> Built | None:
        if said.of is None:
            return Built(hull(points=said.points), (None,))
        inner = self._steps(said.of, (*loc, "of"))
        if inner is None:
            return None
        # Of what stands side by side each by itself: flat things then keep their exact corners.
        parts = inner.solid.parts if isinstance(inner.solid, Union) else (inner.solid,)
        return Built(hull(*parts, points=said.points), (None,))

    def _note_name(self, shape: ShapeIn, loc: Place) -> None:
        if shape.name is None:
            return
        if shape.name in self._names:
            told = f'two shapes of this solid are called "{shape.name}"'
            self.faults.add((*loc, "name"), told)
        self._names.setdefault(shape.name, loc)


def _meet(a: Solid, b: Solid) -> bool:
    """Whether solids share more than rounding."""
    (lo_a, hi_a), (lo_b, hi_b) = a.bounds(), b.bounds()
    if np.any(lo_a >= hi_b) or np.any(lo_b >= hi_a):
        return False
    if not (a.is_bounded and b.is_bounded):
        return _has_volume(a & b)
    return _share(_Pair((a.key, b.key), (a, b)))


@dataclass(frozen=True)
class _Pair:
    """Two solids under their keys, which stand for their content."""

    keys: tuple[str, str]
    solids: tuple[Solid, Solid] = field(compare=False)


@lru_cache(maxsize=4096)
def _share(pair: _Pair) -> bool:
    """Kept by content: an edit of one body asks it of all the others again."""
    a, b = pair.solids
    shared = overlap(a, identity_pose(), b, identity_pose())
    return shared is not None and shared.volume_mm3 > LEAST_CUT


def _has_volume(solid: Solid) -> bool:
    """Whether there is something in the solid; of an endless one there always is, as far as
    anybody can tell. GeometryError where the kernel cannot say."""
    if not solid.is_bounded:
        return True
    try:
        return mesh_volume(solid) > LEAST_CUT
    except GeometryError as error:
        if str(error).startswith("nothing is left"):
            return False
        raise
