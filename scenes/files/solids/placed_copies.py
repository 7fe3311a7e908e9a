"""Applies the placing of a shape in a file: pose, then mirror, then repetition, then name."""

from __future__ import annotations

import numpy as np

from geometry import Solid, circular_pattern, linear_pattern, mirrored, union
from kinematics import invert
from scenes.files.file_poses import pose_of
from scenes.files.solids.shape_schema import RepeatIn, ShapeIn
from scenes.world.frozen import Array, identity_pose


def arranged(solid: Solid, shape: ShapeIn) -> Solid:
    """The solid with pose, mirror, repetition and name of a shape; else GeometryError."""
    T = pose_of(shape.at, shape.rpy)
    if not np.array_equal(T, identity_pose()):
        solid = solid.moved(T)
    if shape.mirror is not None:
        image = mirrored(solid, shape.mirror.normal, shape.mirror.offset)
        solid = union((solid, image)) if shape.mirror.both else image
    if shape.repeat is not None:
        solid = _repeated(solid, shape.repeat)
    return solid if shape.name is None else solid.named(shape.name)


def copies(shape: ShapeIn) -> int:
    """Number of copies of the shape, by mirror and repetition."""
    images = 2 if shape.mirror is not None and shape.mirror.both else 1
    return images * (1 if shape.repeat is None else shape.repeat.n)


def _repeated(solid: Solid, repeat: RepeatIn) -> Solid:
    if repeat.step is not None:
        return linear_pattern(solid, repeat.step, repeat.n)
    assert repeat.turn is not None
    T = _axis_frame(np.asarray(repeat.axis), repeat.about)
    turned = circular_pattern(solid.moved(invert(T)), repeat.n, float(np.radians(repeat.turn)))
    return turned.moved(T)


def _axis_frame(axis: Array, about: list[float]) -> Array:
    """A frame (4, 4) at `about`, mm, with z along the axis; z is up for an axis of length 0."""
    T = identity_pose().copy()
    length = float(np.linalg.norm(axis))
    if length > 0.0:
        z = axis / length
        x = np.cross(np.eye(3)[(int(np.argmax(np.abs(z))) + 1) % 3], z)
        x /= np.linalg.norm(x)
        T[:3, :3] = np.column_stack([x, np.cross(z, x), z])
    T[:3, 3] = about
    return T
