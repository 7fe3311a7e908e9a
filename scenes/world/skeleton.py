"""The skeleton of an arm: where its joints sit on their axes, and the way each link takes.

An axis is a line without ends, so a mechanism does not say where on it a joint sits. The rule
here: between the feet of the common normals with the axes before and after it. A roll joint of
a forearm then sits half way from elbow to wrist, a pitch joint where its axis meets the others.
All in the base frame with every joint at zero; mm.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kinematics import Mechanism, link_poses
from kinematics.arm.mechanism import JointKind
from scenes.world.frozen import Array, Frozen

# Sine of the angle below which two axes count as parallel: files round right angles.
PARALLEL = 1e-3
# Points closer than this are one, mm.
TOGETHER = 1e-6


@dataclass(frozen=True, eq=False)
class Skeleton(Frozen):
    """Joints and link paths of an arm with n joints.

    Attributes:
        axes: Unit vectors of the joint axes, shape (n, 3).
        seats: Where joint i sits on its axis, fixed in link i - 1, shape (n, 3).
        paths: For links 0 to n the corners of the way from one joint to the next, (m, 3) each:
            along its own axis, across the common normal, along the next axis.
    """

    axes: Array
    seats: Array
    paths: tuple[Array, ...]

    def length(self, link: int) -> float:
        """Length of the way of a link, mm."""
        return float(np.linalg.norm(np.diff(self.paths[link], axis=0), axis=1).sum())


def skeleton_of(mechanism: Mechanism) -> Skeleton:
    """The skeleton of an arm, by the rule above."""
    T_base_links = link_poses(mechanism, np.zeros(mechanism.n))
    axes, points = T_base_links[1:, :3, 2], T_base_links[1:, :3, 3]
    flange = (T_base_links[-1] @ mechanism.T_last_flange)[:3, 3]
    arriving, leaving = _feet(axes, points, flange)
    seats = np.array(
        [
            arrive if joint.kind is JointKind.PRISMATIC else (arrive + leave) / 2
            for joint, arrive, leave in zip(mechanism.joints, arriving, leaving, strict=True)
        ]
    )
    paths = [_corners(np.zeros(3), arriving[0], seats[0])]
    for i in range(mechanism.n - 1):
        start = _start(mechanism, i, seats, leaving)
        paths.append(_corners(start, leaving[i], arriving[i + 1], seats[i + 1]))
    paths.append(_corners(_start(mechanism, -1, seats, leaving), leaving[-1], flange))
    return Skeleton(axes, seats, tuple(paths))


def _feet(axes: Array, points: Array, flange: Array) -> tuple[Array, Array]:
    """On each axis: the foot of the normal from the axis before, and to the axis after, (n, 3).

    The base origin and the flange stand for what is before the first and after the last.
    """
    arriving, leaving = np.empty_like(points), np.empty_like(points)
    arriving[0] = _projected(np.zeros(3), axes[0], points[0])
    for i in range(len(axes) - 1):
        across = np.cross(axes[i], axes[i + 1])
        if np.linalg.norm(across) < PARALLEL:
            leaving[i] = arriving[i] if i else _height_of_the_arm(axes[0], points, arriving[0])
            arriving[i + 1] = _projected(leaving[i], axes[i + 1], points[i + 1])
            continue
        along = np.column_stack([axes[i], -axes[i + 1], across])
        s, t, _ = np.linalg.solve(along, points[i + 1] - points[i])
        leaving[i] = points[i] + s * axes[i]
        arriving[i + 1] = points[i + 1] + t * axes[i + 1]
    leaving[-1] = _projected(flange, axes[-1], points[-1])
    return arriving, leaving


def _height_of_the_arm(axis: Array, points: Array, foot: Array) -> Array:
    """Where an arm whose axes 1 and 2 are parallel leaves axis 1: they have a common normal at any
    height, and only the frames of the two joints say which is meant; the one farther up counts."""
    marks = points[0], _projected(points[1], axis, points[0])
    return max(marks, key=lambda mark: float(np.linalg.norm(mark - foot)))


def _projected(point: Array, axis: Array, on_axis: Array) -> Array:
    return on_axis + axis * ((point - on_axis) @ axis)


def _start(mechanism: Mechanism, i: int, seats: Array, leaving: Array) -> Array:
    """Where the way of a link begins: at its joint; for a slide at the end of its rod."""
    is_slide = mechanism.joints[i].kind is JointKind.PRISMATIC
    return np.asarray(leaving[i] if is_slide else seats[i])


def _corners(*points: Array) -> Array:
    """The points without those that fall on the one before."""
    kept = [points[0]]
    kept += [b for a, b in pairwise(points) if _apart(a, b)]
    return np.array(kept)


def _apart(a: Array, b: Array) -> bool:
    return bool(np.linalg.norm(b - a) > TOGETHER)
