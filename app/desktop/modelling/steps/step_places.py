"""Where the shape of a step stands in its body: poses composed through groups, mirrors and copies.

A shape of a file is placed (at, rpy), then mirrored, then repeated; a group or the inside of a hull
places its shapes in its own frame. The chosen shape has therefore one map for each copy:

    A_body_shape = (C_1 T_1) (C_2 T_2) ... (C_n T_n)

with T_i the pose of the i-th shape from outside, and C_i the map of one of its copies: a rotation
or a step of the repetition times the identity or a reflection. All maps keep lengths.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import cos, radians, sin
from typing import Any

import numpy as np

from app.desktop.modelling.edits.solid_edits import Path
from scenes.files.file_poses import pose_of
from scenes.world.frozen import Array

Shape = Mapping[str, Any]
FULL_TURN = 1e-9  # degrees; an angle this near to 360 is a full turn
ZERO = (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Level:
    """One shape on the way from the solid to the chosen shape.

    owner: Its place in the file: fixtures, table, solid, 0, add. shape: Its plain value there.
    copy: The copy of it that the user works on, from 0.
    """

    owner: Path
    shape: Shape
    copy: int = 0


Levels = tuple[Level, ...]


def levels_to(data: Any, step: Path, copies: Sequence[int] = ()) -> Levels:
    """The shapes on the way to the step at a path of the file's data, the chosen one last.

    step: Such as fixtures, table, solid, 0, add, group, 1. copies: Of each level, from 0. Gives no
    levels where the data have no such step.
    """
    levels: list[Level] = []
    value: Any = data
    for place, key in enumerate(step):
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return ()
        if isinstance(key, int):
            if not isinstance(value, Mapping) or not value:
                return ()
            operation = next(iter(value))
            if not isinstance(value[operation], Mapping):
                return ()
            copy = copies[len(levels)] if len(levels) < len(copies) else 0
            levels.append(Level((*step[: place + 1], operation), value[operation], copy))
    return tuple(levels)


def with_shape(levels: Levels, owner: Path, shape: Shape) -> Levels:
    """The levels with another value of the shape at a place of the file."""
    return tuple(
        Level(level.owner, shape, level.copy) if level.owner == owner else level for level in levels
    )


def pose_of_shape(shape: Shape) -> Array:
    """T_outer_shape of `at` and `rpy`, (4, 4)."""
    return pose_of(shape.get("at", ZERO), shape.get("rpy", ZERO))


def images_of(shape: Shape) -> int:
    """Number of images that a mirror makes: 2 where it keeps the shape too, else 1."""
    return 2 if (shape.get("mirror") or {}).get("both", False) else 1


def copies_of(shape: Shape) -> int:
    """Number of copies of a shape by mirror and repetition."""
    return images_of(shape) * int((shape.get("repeat") or {}).get("n", 1))


def map_of_copy(shape: Shape, copy: int) -> Array:
    """The map (4, 4) from the placed shape to one of its copies, both in the outer frame.

    The copies are counted as the solid has them: shape and image, then the next repetition.
    """
    copy = min(copy, copies_of(shape) - 1)
    turn, image = divmod(copy, images_of(shape))
    mirror = shape.get("mirror")
    is_image = mirror is not None and (image == 1 or images_of(shape) == 1)
    reflected = reflection(mirror) if mirror is not None and is_image else np.eye(4)
    return np.asarray(map_of_repeat(shape.get("repeat"), turn) @ reflected)


def reflection(mirror: Shape) -> Array:
    """The reflection (4, 4) in the plane normal . p = offset, mm along the unit normal."""
    normal = unit(mirror["normal"])
    T = np.eye(4)
    T[:3, :3] -= 2.0 * np.outer(normal, normal)
    T[:3, 3] = 2.0 * float(mirror.get("offset", 0.0)) * normal
    return T


def map_of_repeat(repeat: Shape | None, number: int) -> Array:
    """The motion (4, 4) of one copy of a repetition, from 0."""
    T = np.eye(4)
    if repeat is None:
        return T
    if repeat.get("step") is not None:
        T[:3, 3] = number * np.asarray(repeat["step"], float)
        return T
    return turned_about(repeat, pitch_deg(repeat) * number)


def turned_about(repeat: Shape, angle_deg: float) -> Array:
    """The rotation (4, 4) by an angle about the axis of a repetition."""
    angle, T = radians(angle_deg), np.eye(4)
    x, y, z = unit(repeat.get("axis", (0.0, 0.0, 1.0)))
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    R = np.eye(3) + sin(angle) * cross + (1.0 - cos(angle)) * cross @ cross
    about = np.asarray(repeat.get("about", ZERO), float)
    T[:3, :3], T[:3, 3] = R, about - R @ about
    return T


def is_full_turn(repeat: Shape) -> bool:
    """Whether the copies stand evenly all round, so that no copy is at the end of the turn."""
    return abs(abs(float(repeat.get("turn", 0.0))) - 360.0) < FULL_TURN


def pitch_deg(repeat: Shape) -> float:
    """The angle between two copies round an axis, degrees."""
    count = int(repeat.get("n", 1))
    return float(repeat["turn"]) / (count if is_full_turn(repeat) else max(count - 1, 1))


def unit(vector: Sequence[float] | Array) -> Array:
    """The vector (3,) with length 1; z for a vector of length 0."""
    array = np.asarray(vector, float)
    length = float(np.linalg.norm(array))
    return array / length if length > 0.0 else np.array([0.0, 0.0, 1.0])


def outer_map(levels: Levels) -> Array:
    """The map (4, 4) to the body from the frame in which the last shape is placed."""
    A = np.eye(4)
    for level in levels[:-1]:
        A = A @ map_of_copy(level.shape, level.copy) @ pose_of_shape(level.shape)
    return A


def copied_map(levels: Levels) -> Array:
    """The map (4, 4) to the body of what the pose of the last shape gives, in its chosen copy."""
    return np.asarray(outer_map(levels) @ map_of_copy(levels[-1].shape, levels[-1].copy))


def shape_map(levels: Levels) -> Array:
    """A_body_shape, (4, 4): from the own frame of the last shape to the body, in its chosen copy.

    Its linear part has the determinant -1 in an image that one mirror, or three, have made.
    """
    return np.asarray(copied_map(levels) @ pose_of_shape(levels[-1].shape))


def all_maps(levels: Levels, most: int) -> Iterator[Array]:
    """A_body_shape of every copy through all levels, `most` of them at most."""
    ranges = [range(copies_of(level.shape)) for level in levels]
    for copies in islice(product(*ranges), most):
        picked = zip(levels, copies, strict=True)
        yield shape_map(tuple(Level(one.owner, one.shape, copy) for one, copy in picked))


def right_handed(A: Array) -> Array:
    """A pose (4, 4) at the same place: of a mirrored frame, x is turned round."""
    T = np.array(A)
    if np.linalg.det(T[:3, :3]) < 0.0:
        T[:3, 0] = -T[:3, 0]
    return T


def moved_pose(levels: Levels, motion: Array) -> Array:
    """The pose (4, 4) that the last shape needs for its chosen copy to move in the body.

    motion: The rigid motion (4, 4) of that copy in the frame of the body. With P the map of
    `copied_map`, P T' = motion P T; a rigid motion seen through a reflection is rigid too.
    """
    P = copied_map(levels)
    return np.asarray(np.linalg.inv(P) @ motion @ P @ pose_of_shape(levels[-1].shape))
