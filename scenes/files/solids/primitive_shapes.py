"""The primitives of geometry from the shapes of a file, each centred on its own origin."""

from __future__ import annotations

from collections.abc import Callable

from geometry import Box, Cone, Cylinder, HalfSpace, Prism, Revolved, Solid, Sphere, Torus
from scenes.files.solids.shape_schema import ShapeIn


def primitive_of(shape: ShapeIn, kind: str) -> Solid:
    """The primitive of a shape; GeometryError where its numbers make none.

    kind: Which of `shape_schema.SHAPES` the shape has; no group, hull, mesh or use.
    """
    return _MAKERS[kind](getattr(shape, kind))


# What comes in has been checked: each maker is only ever given what the file says for its key.
_MAKERS: dict[str, Callable[..., Solid]] = {
    "box": lambda size: Box((size[0], size[1], size[2])),
    "cylinder": lambda said: Cylinder(radius=said.d / 2, height=said.h),
    "cone": lambda said: Cone(radius_bottom=said.d1 / 2, radius_top=said.d2 / 2, height=said.h),
    "sphere": lambda said: Sphere(radius=said.d / 2),
    "torus": lambda said: Torus(radius=said.d / 2, radius_minor=said.tube / 2),
    "prism": lambda said: Prism(points=tuple((x, y) for x, y in said.points), height=said.h),
    "revolve": lambda said: Revolved(points=tuple((r, z) for r, z in said.points)),
    "half_space": lambda said: HalfSpace(
        (said.normal[0], said.normal[1], said.normal[2]), said.offset
    ),
}
