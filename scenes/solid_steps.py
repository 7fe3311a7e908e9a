"""From a CSG solid back to the steps (add, cut, common) that `scenes.solids` reads."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Box, Cone, Cylinder, Prism, Solid, Sphere
from geometry.solid import Difference, Intersection, Moved, Union
from scenes.errors import SceneError
from scenes.frozen import Array
from scenes.poses import pose_entries

Steps = list[dict[str, Any]]


def steps_of(solid: Solid) -> Steps:
    """Plain data of the steps; read again they give a solid of the same shape."""
    if isinstance(solid, Union):
        return [{"add": shape_of(part)} for part in solid.parts]
    if isinstance(solid, Difference):
        return steps_of(solid.whole) + [{"cut": shape_of(cutter)} for cutter in solid.cutters]
    if isinstance(solid, Intersection):
        first, *others = solid.parts
        return steps_of(first) + [{"common": shape_of(part)} for part in others]
    return [{"add": shape_of(solid)}]


def shape_of(solid: Solid, T: Array | None = None) -> dict[str, Any]:
    """A primitive or a group of steps, with its place."""
    T = np.eye(4) if T is None else T
    if isinstance(solid, Moved):
        return shape_of(solid.inner, T @ solid.T)
    if isinstance(solid, Union | Difference | Intersection):
        return {"group": steps_of(solid)} | pose_entries(T)
    return _primitive(solid) | pose_entries(T)


def _primitive(solid: Solid) -> dict[str, Any]:
    match solid:
        case Box():
            return {"box": list(solid.size)}
        case Cylinder():
            return {"cylinder": {"d": 2 * solid.radius, "h": solid.height}}
        case Cone():
            bottom, top = 2 * solid.radius_bottom, 2 * solid.radius_top
            return {"cone": {"d1": bottom, "d2": top, "h": solid.height}}
        case Sphere():
            return {"sphere": {"d": 2 * solid.radius}}
        case Prism():
            return {"prism": {"points": [list(p) for p in solid.points], "h": solid.height}}
    raise SceneError(f"a {type(solid).__name__} cannot be written to a file")
