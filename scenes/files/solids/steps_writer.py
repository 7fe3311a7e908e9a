"""Writes a CSG solid as the steps (add, cut, common) that `solid_builder` reads."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from geometry import Hull, Solid
from geometry.solids.primitives.mesh_solid import MeshSolid
from geometry.solids.primitives.open_mesh import OpenMesh
from geometry.solids.tree import Difference, Intersection, Moved, Named, Union
from scenes.errors import SceneError
from scenes.files.file_poses import pose_entries
from scenes.files.solids.primitive_shapes import primitive_entry
from scenes.world.frozen import Array

Entry = dict[str, Any]
Steps = list[Entry]
NO_MESHES: Mapping[str, Mapping[str, Any]] = MappingProxyType({})


def steps_of(solid: Solid, meshes: Mapping[str, Mapping[str, Any]] = NO_MESHES) -> Steps:
    """The steps of a solid as plain data; read again they make a solid of the same shape.

    meshes: Entry of each mesh (`{file: ..., unit: ...}`) by the key of its solid. SceneError for a
    mesh without an entry.
    """
    if isinstance(solid, Union):
        return [{"add": shape_of(part, meshes=meshes)} for part in solid.parts]
    if isinstance(solid, Difference):
        cuts = [{"cut": shape_of(cutter, meshes=meshes)} for cutter in solid.cutters]
        return steps_of(solid.whole, meshes) + cuts
    if isinstance(solid, Intersection):
        first, *others = solid.parts
        return steps_of(first, meshes) + [{"common": shape_of(p, meshes=meshes)} for p in others]
    return [{"add": shape_of(solid, meshes=meshes)}]


def shape_of(
    solid: Solid, T: Array | None = None, meshes: Mapping[str, Mapping[str, Any]] = NO_MESHES
) -> Entry:
    """The entry of a primitive, a mesh or a group of steps, with the pose T (4, 4)."""
    T = np.eye(4) if T is None else T
    if solid.key in meshes:
        return {"mesh": dict(meshes[solid.key])} | pose_entries(T)
    if isinstance(solid, Named):
        # The name belongs to the outermost shape: a shape that has a name already becomes a group.
        inner = shape_of(solid.inner, T, meshes)
        whole = {"group": [{"add": inner}]} if "name" in inner else inner
        return whole | {"name": solid.name}
    if isinstance(solid, Moved):
        return shape_of(solid.inner, T @ solid.T, meshes)
    if isinstance(solid, Union | Difference | Intersection):
        return {"group": steps_of(solid, meshes)} | pose_entries(T)
    return _primitive(solid) | pose_entries(T)


def _primitive(solid: Solid) -> Entry:
    found = primitive_entry(solid)
    if found is not None:
        return found
    if isinstance(solid, MeshSolid | OpenMesh):
        raise SceneError("a mesh is written as the name of its file, which is not known here")
    if isinstance(solid, Hull):
        return {"hull": {"points": [list(p) for p in solid.points]}}
    raise SceneError(f"a {type(solid).__name__} cannot be written to a file")
