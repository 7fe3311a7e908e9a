"""From the ordered steps of a file (add, cut, common) to a CSG solid; faults with their place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from geometry import Box, Cone, Cylinder, GeometryError, Prism, Solid, Sphere, overlap, union
from geometry import volume as volume_of
from scenes.documents import Faults
from scenes.frozen import identity_pose
from scenes.poses import pose_of
from scenes.schema import OPERATIONS, SHAPES, OperationIn, ShapeIn

Place = tuple[str | int, ...]
IncludedSolid = Callable[[str, Place], Solid | None]
"""The solid of an included part file by its name; notes a fault at the place if there is none."""

# What a cutter must reach into at least, mm3: less is rounding of two flush faces.
LEAST_CUT = 1e-6


class SolidBuilder:
    """Builds the solids of one document; collects what is wrong with them."""

    def __init__(self, faults: Faults, included: IncludedSolid) -> None:
        self.faults = faults
        self.included = included

    def solid(self, steps: Sequence[OperationIn], loc: Place) -> Solid | None:
        """The solid that the steps make one after another; None where a fault was noted."""
        so_far: Solid | None = None
        for i, step in enumerate(steps):
            name = next(key for key in OPERATIONS if getattr(step, key) is not None)
            here = (*loc, i, name)
            if i == 0 and name != "add":
                self.faults.add(here, f"a solid begins with add, not with {name}", of_key=True)
                return None
            shape = self._shape(getattr(step, name), here)
            if shape is None or (i > 0 and so_far is None):
                so_far = None
                continue
            so_far = shape if so_far is None else self._combined(so_far, name, shape, here)
        return so_far

    def _combined(self, so_far: Solid, name: str, shape: Solid, loc: Place) -> Solid | None:
        if name == "add":
            return so_far + shape
        try:
            if not self._meet(so_far, shape):
                misses = "this cutter misses the solid: it removes nothing"
                nothing = "this has nothing in common with the solid: nothing is left"
                self.faults.add(loc, misses if name == "cut" else nothing, of_key=True)
                return None
            result = so_far - shape if name == "cut" else so_far & shape
            if volume_of(result) <= LEAST_CUT:
                self.faults.add(loc, "nothing of the solid is left after this step", of_key=True)
                return None
        except GeometryError as error:
            self.faults.add(loc, f"nothing of the solid is left: {error}", of_key=True)
            return None
        return result

    @staticmethod
    def _meet(a: Solid, b: Solid) -> bool:
        (lo_a, hi_a), (lo_b, hi_b) = a.bounds(), b.bounds()
        if np.any(lo_a >= hi_b) or np.any(lo_b >= hi_a):
            return False
        shared = overlap(a, identity_pose(), b, identity_pose())
        return shared is not None and shared.volume_mm3 > LEAST_CUT

    def _shape(self, shape: ShapeIn, loc: Place) -> Solid | None:
        kind = next(key for key in SHAPES if getattr(shape, key) is not None)
        try:
            solid = self._unplaced(shape, kind, (*loc, kind))
            return None if solid is None else _placed(solid, shape)
        except GeometryError as error:
            self.faults.add((*loc, kind), str(error))
            return None

    def _unplaced(self, shape: ShapeIn, kind: str, loc: Place) -> Solid | None:
        if kind == "group" and shape.group is not None:
            return self.solid(shape.group, loc)
        if kind == "use" and shape.use is not None:
            return self.included(shape.use, loc)
        return primitive_of(shape)


def primitive_of(shape: ShapeIn) -> Solid:
    """The primitive of a shape, centred on its own origin."""
    if shape.box is not None:
        return Box((shape.box[0], shape.box[1], shape.box[2]))
    if shape.cylinder is not None:
        return Cylinder(radius=shape.cylinder.d / 2, height=shape.cylinder.h)
    if shape.cone is not None:
        cone = shape.cone
        return Cone(radius_bottom=cone.d1 / 2, radius_top=cone.d2 / 2, height=cone.h)
    if shape.sphere is not None:
        return Sphere(radius=shape.sphere.d / 2)
    assert shape.prism is not None
    return Prism(points=tuple((x, y) for x, y in shape.prism.points), height=shape.prism.h)


def _placed(solid: Solid, shape: ShapeIn) -> Solid:
    T = pose_of(shape.at, shape.rpy)
    if shape.repeat is None:
        return solid if np.array_equal(T, identity_pose()) else solid.moved(T)
    step = np.asarray(shape.repeat.step)
    poses = [pose_of(T[:3, 3] + i * step, shape.rpy) for i in range(shape.repeat.n)]
    return union(solid.moved(T_copy) for T_copy in poses)
